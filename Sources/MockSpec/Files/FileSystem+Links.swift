#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Links that lead nowhere, and files under other names.
extension FileSystem {
  /// Returns why a link can't be followed, such as `is a link to 'a', which doesn't exist`; `nil` if it can be, or if the
  /// path isn't a link.
  static func problem(ofLink path: String) -> String? {
    guard let target = target(ofLink: path) else { return nil }
    var info = stat()
    guard stat(path, &info) != 0 else { return nil }
    return switch errno {
    case ELOOP: "is a link that leads back to itself"
    case ENOENT, ENOTDIR: "is a link to '\(target)', which doesn't exist"
    default: "is a link to '\(target)', which can't be reached"
    }
  }

  /// Returns the first bytes of a regular file; `nil` if it can't be read.
  static func start(of path: String, limit: Int) -> [UInt8]? {
    guard let found = find(path), found.kind == .file, !found.isLink else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, limit, 0))
    }
  }
}
