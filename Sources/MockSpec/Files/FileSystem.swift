#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Access to files and folders by absolute path. It doesn't use Foundation, which would slow down the launch of
/// commands.
package enum FileSystem {
  /// The identity of a file or folder. All links to it have the same one.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  package enum Kind: Sendable {
    case file, folder, other
  }

  /// The file or folder at a path, after following links.
  package struct Found: Hashable, Sendable {
    package let kind: Kind
    package let identity: Identity
    /// Whether the path itself is a link.
    package let isLink: Bool
    /// The version of the file or folder, with the size from its status.
    let version: FileVersion
  }

  /// The absolute path of the working directory.
  package static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the file or folder at a path; `nil` if there is none.
  package static func find(_ path: String) -> Found? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    let isLink = info.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &info) == 0 else { return nil }
    return Found(
      kind: kind(of: info), identity: identity(of: info), isLink: isLink,
      version: FileVersion(info, read: Int(info.st_size)))
  }

  /// Returns whether a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the names in a folder, in the order of their bytes, without `.` and `..`.
  ///
  /// - Throws: `FileError` if the folder can't be read.
  package static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(folder, errno) }
    defer { closedir(stream) }
    return try names(of: folder) { readdir(stream) }
  }

  /// Returns the names in a folder, in the order of their bytes, without `.` and `..`.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, for errors.
  ///   - next: Returns the next entry; `nil` at the end, or after an error, for which it sets `errno`.
  static func names(
    of folder: String, next: () -> UnsafeMutablePointer<dirent>?
  ) throws(FileError) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = next() else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw FileError(folder, errno) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The content of a file at the time when it was read.
  package struct Content: Sendable {
    package let bytes: [UInt8]
    let version: FileVersion
    /// The path of the opened file without links; empty if the file was read without checking the path.
    let realPath: String
    /// Whether the file had been changed just before it was read.
    let isRecent: Bool
    /// Whether the file was open for writing, but at rest.
    var isOpen = false
  }

  /// Returns the content of a regular file. Pipes and devices are errors, since reading them can block.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try content(of: path, limit: limit).bytes
  }

  /// Reads a regular file. Pipes and devices are errors, since reading them can block.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - limit: The maximum size in bytes.
  ///   - isAllowed: Returns whether a file may be read, by its real path. It is called before anything is read, with the
  ///     path of the opened file, so a link that changes meanwhile has no effect. Without it, all files may be read.
  ///   - writers: Decides whether the file is whole; `nil` to read it in any case.
  /// - Throws: `FileError`, whose `isRefused` is true if the file may not be read, and `isBusy` if a program writes it.
  package static func content(
    of path: String, limit: Int, isAllowed: ((_ realPath: String) -> Bool)? = nil, writers: FileWriters? = nil
  ) throws(FileError) -> Content {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(path, errno) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileError(path, errno) }
    let isRecent = FileVersion(info, read: 0).age < FileVersion.longestTick
    let realPath = isAllowed == nil ? "" : realPath(of: descriptor, path, info)
    if let isAllowed, !isAllowed(realPath) { throw FileError(refused: path) }
    guard kind(of: info) == .file else {
      throw FileError(path, kind(of: info) == .folder ? "is a folder" : "is not a regular file")
    }
    if let writers, writers.isWriting(descriptor, path, FileVersion(info, read: Int(info.st_size))) {
      throw FileError(busy: path)
    }
    guard info.st_size <= limit else { throw FileError(path, limit: limit) }
    let bytes = try bytes(of: descriptor, path, expected: Int(info.st_size), limit: limit)
    var content = Content(
      bytes: bytes, version: FileVersion(info, read: bytes.count), realPath: realPath, isRecent: isRecent)
    if let writers {
      // A writer that opened the file meanwhile may have truncated it. Its times change some milliseconds later.
      let access = writers.accessAfterReading(descriptor, path, content.version)
      guard bytes.count == info.st_size, let access else {
        throw FileError(busy: path)
      }
      content.isOpen = access == .open
    }
    return content
  }

  /// Returns the version of the file or folder at a path; `nil` if there is none.
  static func version(of path: String) -> FileVersion? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return FileVersion(info, read: Int(info.st_size))
  }

  /// Returns a path without links; `nil` if nothing exists at the path.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The maximum length of a path in bytes, including the terminating zero. The system rejects longer paths.
  private static let pathLimit = 4096

  /// Returns the absolute path after following links, even if there is no file; `nil` for a loop.
  ///
  /// Unlike ``futureRealPath(_:)``, it follows links to missing or inaccessible files.
  static func destination(of path: String) -> String? {
    var path = path
    for _ in 0...40 {
      let (folder, rest) = existingPart(of: path)
      guard let first = rest.first else { return folder }
      let file = FilePath.join(folder, first)
      let target = target(ofLink: file)
      path = rest.dropFirst().reduce(target.map { FilePath.absolute($0, in: folder) } ?? file, FilePath.join)
      if target == nil { return path }
    }
    return nil
  }

  /// Returns the longest existing part of an absolute path, without links, and the names after it. For a path that is too
  /// long, there are no names.
  private static func existingPart(of path: String) -> (folder: String, rest: [String]) {
    var (folder, rest) = (path, [String]())
    while folder != "/", folder.utf8.count < pathLimit {
      if let real = realPath(folder) { return (real, rest.reversed()) }
      rest.append(FilePath.name(folder))
      folder = FilePath.parent(folder)
    }
    return (folder, rest.reversed())
  }

  /// Returns the text of a link; `nil` for anything else.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink(path, &buffer, buffer.count)
    guard length > 0 else { return nil }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns an absolute path with links resolved in its existing part.
  package static func futureRealPath(_ path: String) -> String {
    let (folder, rest) = existingPart(of: path)
    return rest.reduce(folder, FilePath.join)
  }

  private static func bytes(
    of descriptor: Int32, _ path: String, expected: Int, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: Int32?
    // One byte more than expected, so that a short read marks the end of a file that doesn't grow.
    var capacity = expected + 1
    var isAtEnd = false
    while failure == nil, !isAtEnd {
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let got = Self.read(descriptor, into: buffer)
        if got < 0 { failure = errno }
        count = max(0, got)
        isAtEnd = got < buffer.count
      }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit { throw FileError(path, limit: limit) }
      capacity = 65_536
    }
    if let failure { throw FileError(path, failure) }
    return bytes
  }

  /// Returns standard input up to its end.
  package static func readStandardInput(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = buffer.withUnsafeMutableBufferPointer { read(STDIN_FILENO, into: $0) }
      guard got >= 0 else { throw FileError("-", errno) }
      if got == 0 { return bytes }
      bytes += buffer[..<got]
      guard bytes.count <= limit else { throw FileError("-", limit: limit) }
    }
  }

  private static func read(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      #if canImport(Glibc)
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let got = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let got = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if got < 0, errno == EINTR { continue }
      return got
    }
  }

  private static func kind(of info: stat) -> Kind {
    switch info.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  fileprivate static func identity(of info: stat) -> Identity {
    Identity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(truncatingIfNeeded: info.st_ino))
  }

  private static func realPath(of descriptor: Int32, _ path: String, _ info: stat) -> String {
    if let known = systemPath(of: descriptor) { return known }
    // Without /proc, resolves the path by name and checks that it is still the opened file.
    guard let resolved = realPath(path), let now = find(resolved), now.identity == identity(of: info) else { return "" }
    return resolved
  }

  /// Returns the path of an open file or folder without links; `nil` if the system doesn't know it.
  package static func systemPath(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if canImport(Darwin)
      guard fcntl(descriptor, F_GETPATH, &buffer) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
      guard length > 0 else { return nil }
      return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    #endif
  }
}

/// The version of a file's or folder's content. Equal versions mean equal contents.
///
/// Before Linux 6.13, times of files advance in steps of 1 to 10 ms. A second change within a step is detected only if
/// it changes the size.
struct FileVersion: Hashable, Sendable {
  let identity: FileSystem.Identity
  /// Whether the file is empty.
  var isEmpty: Bool { size == 0 }
  /// Whether the file has several names. It can be changed through each of them.
  let isShared: Bool
  private let size: Int
  private let modified: Duration
  private let changed: Duration

  /// Creates the version of a file that was read.
  ///
  /// - Parameters:
  ///   - info: The file's status before it was read.
  ///   - count: The number of bytes read, or the size in `info` if nothing was read. The number of bytes read differs
  ///     from the size in `info` if the file is written meanwhile.
  fileprivate init(_ info: stat, read count: Int) {
    identity = FileSystem.identity(of: info)
    isShared = info.st_nlink > 1 && info.st_mode & S_IFMT == S_IFREG
    size = count
    #if canImport(Darwin)
      let (modification, change) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (modification, change) = (info.st_mtim, info.st_ctim)
    #endif
    modified = .seconds(modification.tv_sec) + .nanoseconds(modification.tv_nsec)
    changed = .seconds(change.tv_sec) + .nanoseconds(change.tv_nsec)
  }
}

extension FileVersion {
  /// Creates the version of a text that takes the place of a file. Equal texts have equal versions.
  init(ofBuffer bytes: [UInt8], _ path: String) {
    let name = ContentHash(Array(path.utf8)).value
    identity = FileSystem.Identity(device: .max, inode: name)
    isShared = false
    size = bytes.count
    modified = .nanoseconds(Int64(bitPattern: ContentHash(bytes).value))
    changed = .zero
  }

  /// The longest step by which times of files advance. Another change within the same step isn't visible.
  static let longestTick = Duration.milliseconds(20)

  /// The time since the last change of the file or of its attributes; negative if its file system's clock is ahead.
  var age: Duration {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - changed
  }
}

/// A file or folder that couldn't be read.
package struct FileError: Error, Sendable {
  package let path: String
  /// The rest of a sentence that starts with the path, such as `doesn't exist` or `is a folder`.
  package let reason: String
  package let isMissing: Bool
  package let isTooLarge: Bool
  /// Whether the cause is temporary, such as a lack of file descriptors, so that a later attempt can succeed.
  package let isTransient: Bool
  /// Whether the file may not be read because of its location.
  package var isRefused = false
  /// Whether the file wasn't read because a program is writing it.
  package var isBusy = false

  init(busy path: String) {
    self.init(path, "is being written")
    isBusy = true
  }

  init(refused path: String) {
    self.init(path, "is outside the project")
    isRefused = true
  }

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
    isMissing = false
    isTooLarge = false
    isTransient = false
  }

  init(_ path: String, limit: Int) {
    self.path = path
    reason = "is larger than \(limit >> 20) MiB"
    isMissing = false
    isTooLarge = true
    isTransient = false
  }

  init(_ path: String, _ code: Int32) {
    self.path = path
    isMissing = code == ENOENT || code == ENOTDIR
    isTooLarge = false
    isTransient = [EMFILE, ENFILE, ENOMEM, EAGAIN, EIO, ESTALE, ETIMEDOUT].contains(code)
    reason =
      switch code {
      case ENOENT, ENOTDIR: "doesn't exist"
      case EACCES, EPERM: "can't be read: permission denied"
      case ELOOP: "is part of a loop of links"
      default: "can't be read: \(String(cString: strerror(code)))"
      }
  }
}
