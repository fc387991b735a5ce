#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileSystem {
  /// Changes only the content of a file. Its owner, permissions, attributes and other names stay the same.
  ///
  /// The file is replaced atomically if a new file can have the same metadata. Otherwise, it is written in place. A reader
  /// may then see only a part of the new content, and a crash of the machine may leave it, but an error restores the old
  /// content.
  ///
  /// - Parameters:
  ///   - path: The path of the file itself, not of a link.
  ///   - old: Its content.
  ///   - new: Its new content.
  ///   - check: Called immediately before the file changes. If it throws, the file isn't changed.
  package static func rewrite(
    _ path: String, from old: [UInt8], to new: [UInt8], check: () throws(WriteError) -> Void = {}
  ) throws(WriteError) {
    var info = stat()
    guard access(path, W_OK) == 0, stat(path, &info) == 0 else { throw WriteError(path, errno) }
    guard isReplaceable(path, info) else {
      try check()
      return try overwrite(path, old, with: new)
    }
    try replace(path, with: new) { (temporary) throws(WriteError) in
      let isSame = geteuid() != 0 || chown(temporary, info.st_uid, info.st_gid) == 0
      guard isSame, chmod(temporary, info.st_mode & 0o7777) == 0 else { throw WriteError(path, errno) }
      try check()
    }
  }

  /// Returns whether a new file can have the same metadata as a file.
  private static func isReplaceable(_ path: String, _ info: stat) -> Bool {
    info.st_nlink == 1 && (geteuid() == 0 || (info.st_uid == geteuid() && info.st_gid == getegid()))
      && !hasAttributes(path) && access(FilePath.parent(path), W_OK) == 0
  }

  /// Writes a file in place. The steps that can fail for lack of space come first; if they fail, only the length has to
  /// be restored.
  private static func overwrite(_ path: String, _ old: [UInt8], with new: [UInt8]) throws(WriteError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WriteError(path, errno) }
    defer { close(descriptor) }
    if new.count > old.count, !write(descriptor, new[old.count...], at: old.count) {
      let code = errno
      _ = ftruncate(descriptor, off_t(old.count))
      throw WriteError(path, code)
    }
    guard write(descriptor, new.prefix(old.count), at: 0), ftruncate(descriptor, off_t(new.count)) == 0,
      fsync(descriptor) == 0
    else {
      let code = errno
      if write(descriptor, old[...], at: 0) { _ = ftruncate(descriptor, off_t(old.count)) }
      throw WriteError(path, code)
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
        if count > 0 { done += count } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// Returns whether a file has extended attributes or an access control list that a new file wouldn't have.
  private static func hasAttributes(_ path: String) -> Bool {
    #if canImport(Darwin)
      if let list = acl_get_file(path, ACL_TYPE_EXTENDED) {
        acl_free(UnsafeMutableRawPointer(list))
        return true
      }
      let names = attributeNames { listxattr(path, $0, $1, 0) }
    #else
      // The modules of the C library don't contain this function. On Linux, access control lists are attributes, too.
      typealias List = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int) -> Int
      guard let function = dlsym(nil, "listxattr") else { return true }
      let list = unsafeBitCast(function, to: List.self)
      let names = attributeNames { list(path, $0, $1) }
    #endif
    // The system adds these to all files.
    return names?.contains { !$0.hasPrefix("security.") && $0 != "com.apple.provenance" } ?? true
  }

  /// - Returns: `nil` if the names can't be read.
  private static func attributeNames(_ list: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [String]? {
    let size = list(nil, 0)
    if size <= 0 { return size == 0 || errno == ENOTSUP ? [] : nil }
    var buffer = [CChar](repeating: 0, count: size)
    let count = list(&buffer, size)
    guard count >= 0 else { return nil }
    return buffer[..<count].split(separator: 0).map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
  }
}
