import MockSpec
import MockSpecServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of an authority.
enum AuthorityFolder {
  /// Creates a folder of mode 0700 with files of mode 0600.
  ///
  /// The files are written to a temporary folder, which is then renamed. So the folder never has only a part of the
  /// files, and nothing is replaced except an empty folder.
  static func create(
    _ folder: String, _ files: [(name: String, text: String)]
  ) throws(LocalAuthorityError) {
    if !isAbsentOrEmpty(folder) { throw .exists(folder: folder) }
    do throws(WriteError) {
      let parent = FilePath.parent(folder)
      try FileSystem.makeFolder(parent)
      let temporary = FilePath.join(
        parent, temporaryPrefix(of: folder) + String(UInt64.random(in: 0...UInt64.max), radix: 36))
      guard mkdir(temporary, 0o700) == 0 else { throw WriteError(temporary, errno) }
      do throws(WriteError) {
        // The process's umask restricts the mode of a new folder.
        guard chmod(temporary, 0o700) == 0 else { throw WriteError(temporary, errno) }
        for file in files {
          try FileSystem.create(FilePath.join(temporary, file.name), Array((file.text + "\n").utf8), mode: 0o600)
        }
        guard rename(temporary, folder) == 0 else { throw WriteError(folder, errno) }
      } catch {
        for file in files { unlink(FilePath.join(temporary, file.name)) }
        rmdir(temporary)
        throw error
      }
    } catch {
      if [EEXIST, ENOTEMPTY, ENOTDIR].contains(error.code), !isAbsentOrEmpty(folder) { throw .exists(folder: folder) }
      throw .unusable("\(error)")
    }
  }

  private static func temporaryPrefix(of folder: String) -> String { ".\(FilePath.name(folder))-" }

  /// Removes the folders of processes that were ended while they created this authority, more than a minute ago.
  ///
  /// - Parameter names: The names of the authority's files. A folder with other files isn't removed.
  static func removeRemains(of folder: String, _ names: [String], now: Int) {
    let (parent, prefix) = (FilePath.parent(folder), temporaryPrefix(of: folder))
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count)
      guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 26 }) else { continue }
      let path = FilePath.join(parent, name)
      var info = stat()
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid(),
        secondOfChange(info) < now - 60, let found = try? FileSystem.names(in: path),
        found.allSatisfy({ names.contains($0) })
      else { continue }
      for file in found { unlink(FilePath.join(path, file)) }
      rmdir(path)
    }
  }

  private static func secondOfChange(_ info: stat) -> Int {
    #if canImport(Darwin)
      info.st_mtimespec.tv_sec
    #else
      info.st_mtim.tv_sec
    #endif
  }

  private static func isAbsentOrEmpty(_ folder: String) -> Bool {
    var info = stat()
    if lstat(folder, &info) != 0 { return true }
    return info.st_mode & S_IFMT == S_IFDIR && (try? FileSystem.names(in: folder))?.isEmpty == true
  }

  /// Reads files, and then the secret one.
  ///
  /// - Throws: `LocalAuthorityError` if other users own or can access the folder or the secret.
  static func read(_ folder: String, _ names: [String], secret: String) throws(LocalAuthorityError) -> [String] {
    if isAbsentOrEmpty(folder) { throw .missing(folder: folder) }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard directory >= 0 else {
      let isNoFolder = errno == ENOTDIR || errno == ELOOP
      let reason = isNoFolder ? "is a file or a link, not a folder" : String(cString: strerror(errno))
      throw .unusable("the authority's folder '\(folder)' can't be used: \(reason)")
    }
    defer { close(directory) }
    try check(directory, "the folder '\(folder)'", mode: "700", folder)
    var texts: [String] = []
    for name in names + [secret] {
      // Relative to the folder that was checked.
      let descriptor = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      let path = FilePath.join(folder, name)
      guard descriptor >= 0 else {
        let reason = errno == ENOENT ? "doesn't exist" : "can't be read: \(String(cString: strerror(errno)))"
        throw .unusable("the authority isn't whole, since '\(path)' \(reason); \(LocalAuthorityError.advice(folder))")
      }
      defer { close(descriptor) }
      if name == secret { try check(descriptor, "the key '\(path)'", mode: "600", path) }
      texts.append(try text(of: descriptor, path))
    }
    return texts
  }

  /// Reads a file of up to 64 KiB.
  private static func text(of descriptor: Int32, _ path: String) throws(LocalAuthorityError) -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw .unusable("'\(path)' can't be read: \(String(cString: strerror(errno)))") }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  private static func check(_ descriptor: Int32, _ subject: String, mode: String, _ path: String)
    throws(LocalAuthorityError)
  {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw .unusable("\(subject) can't be read: \(String(cString: strerror(errno)))")
    }
    guard info.st_uid == geteuid() else { throw .unusable("\(subject) of the authority belongs to another user") }
    guard info.st_mode & 0o077 == 0 else {
      throw .unusable(
        "other users can access \(subject) of the authority (mode \(String(info.st_mode & 0o777, radix: 8))); "
          + "if none has, use: chmod \(mode) '\(path)'")
    }
  }
}
