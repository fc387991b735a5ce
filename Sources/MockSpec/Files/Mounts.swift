import Synchronization

/// A kind of file system, by the changes in it that the system can see.
package enum FileSystemKind: Hashable, Sendable {
  /// The system sees all changes.
  case local
  /// The system doesn't see changes of the lower layers.
  case overlay
  /// The system doesn't see changes made elsewhere: on a server, or on a virtual machine's host.
  case remote(type: String)

  /// - Parameter type: The name of the file system's type, as in `/proc/filesystems`.
  init(type: String) {
    let remote = ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fakeowner", "vboxsf", "prl_fs", "ceph", "afs"]
    self =
      switch type {
      case "overlay": .overlay
      case _ where remote.contains(type) || type.hasPrefix("fuse"): .remote(type: type)
      default: .local
      }
  }
}

/// The mounted file systems.
struct MountTable: Sendable {
  struct Mount: Hashable, Sendable {
    let number: String
    let device: UInt64
    /// The absolute path at which the file system is mounted.
    let path: String
  }

  let mounts: Set<Mount>
  let paths: Set<String>
  private let kinds: [UInt64: FileSystemKind]
  /// The devices of procfs and sysfs, the file systems with Linux's own state.
  let kernelDevices: Set<UInt64>

  /// - Parameter mountInfo: The text of `/proc/self/mountinfo`; see proc_pid_mountinfo(5).
  init(mountInfo: String) {
    var mounts: Set<Mount> = []
    var kinds: [UInt64: FileSystemKind] = [:]
    var kernelDevices: Set<UInt64> = []
    for line in mountInfo.split(separator: "\n") {
      // 36 35 0:57 / /code rw,noatime master:1 - virtiofs host rw
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
      let numbers = fields[2].split(separator: ":").compactMap { UInt64($0) }
      guard numbers.count == 2 else { continue }
      let device = Self.device(major: numbers[0], minor: numbers[1])
      mounts.insert(Mount(number: String(fields[0]), device: device, path: Self.unescaped(fields[4])))
      let type = String(fields[dash + 1])
      if type == "proc" || type == "sysfs" { kernelDevices.insert(device) }
      let kind = FileSystemKind(type: type)
      if kind != .local { kinds[device] = kind }
    }
    self.mounts = mounts
    paths = Set(mounts.map(\.path))
    self.kinds = kinds
    self.kernelDevices = kernelDevices
  }

  func kind(ofDevice device: UInt64) -> FileSystemKind { kinds[device] ?? .local }

  /// Returns a device number, packed like Linux's macro `makedev`, which isn't imported.
  static func device(major: UInt64, minor: UInt64) -> UInt64 {
    (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (minor & 0xFF)
  }

  /// Decodes the octal escapes in a path, such as `\040` for a space.
  private static func unescaped(_ path: Substring) -> String {
    guard path.contains("\\") else { return String(path) }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The mounted file systems of this process, read when they are first needed.
package final class Mounts: Sendable {
  package static let shared = Mounts()

  private let table = Mutex<MountTable?>(nil)

  /// Returns the kind of the file system of a file; `local` if the file systems can't be read.
  package func kind(of file: FileSystem.Identity) -> FileSystemKind {
    known?.kind(ofDevice: file.device) ?? .local
  }

  /// Returns whether the file system of a folder contains Linux's own state.
  func isOfKernel(_ folder: FileSystem.Identity) -> Bool { known?.kernelDevices.contains(folder.device) == true }

  /// Returns whether a file system, or a part of one such as a single file, is mounted at a path.
  func isMountPoint(_ path: String) -> Bool { paths.contains(path) }

  /// The absolute paths at which file systems, or parts of them, are mounted; empty if they can't be read.
  var paths: Set<String> { known?.paths ?? [] }

  private var known: MountTable? {
    table.withLock { table in
      if table == nil { table = .current() }
      return table
    }
  }

  /// Reads the file systems again.
  ///
  /// - Returns: The paths at which file systems were mounted or unmounted since the last time; `nil` if they can't be read
  ///   at the moment.
  package func refresh() -> Set<String>? {
    guard let new = MountTable.current() else { return nil }
    return table.withLock { table in
      defer { table = new }
      return table.map { Set(new.mounts.symmetricDifference($0.mounts).map(\.path)) } ?? []
    }
  }
}

#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  extension MountTable {
    /// Returns the file systems that are mounted now; `nil` if they can't be read.
    fileprivate static func current() -> Self? {
      let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var text: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 16 << 10)
      while case let count = read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
      return Self(mountInfo: String(decoding: text, as: UTF8.self))
    }
  }
#else
  extension MountTable {
    /// Darwin has no such table.
    fileprivate static func current() -> Self? { nil }
  }
#endif
