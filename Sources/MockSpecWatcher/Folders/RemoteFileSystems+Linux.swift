#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    internal import Glibc
  #else
    internal import Musl
  #endif

  /// The mounted file systems that can change without the kernel's knowledge, and so without an inotify event: network
  /// file systems, and folders of a virtual machine's host, such as a bind mount into a container on macOS or Windows.
  struct RemoteFileSystems: Sendable {
    private let devices: Set<dev_t>

    /// Reads the file systems from a table of mounts.
    ///
    /// - Parameter mountInfo: The text of `/proc/self/mountinfo`; see proc_pid_mountinfo(5).
    init(mountInfo: String) {
      devices = mountInfo.split(separator: "\n").reduce(into: []) { devices, line in
        // 36 35 0:57 / /code rw,noatime master:1 - virtiofs host rw
        let fields = line.split(separator: " ")
        guard fields.count > 2, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { return }
        let numbers = fields[2].split(separator: ":").compactMap { dev_t($0) }
        guard numbers.count == 2, Self.isRemote(type: fields[dash + 1]) else { return }
        devices.insert(Self.device(major: numbers[0], minor: numbers[1]))
      }
    }

    /// Returns the file systems that are mounted now; `nil` if they can't be read at the moment. A system without
    /// `/proc` counts as one without remote file systems.
    static func current() -> Self? {
      let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno == ENOENT ? Self(mountInfo: "") : nil }
      defer { close(descriptor) }
      var text: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 16 << 10)
      while case let count = read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
      return Self(mountInfo: String(decoding: text, as: UTF8.self))
    }

    func contains(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && contains(device: status.st_dev)
    }

    func contains(device: dev_t) -> Bool {
      devices.contains(device)
    }

    /// Returns a device number, packed as the macro `makedev` does, which isn't imported.
    static func device(major: dev_t, minor: dev_t) -> dev_t {
      (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (minor & 0xFF)
    }

    private static func isRemote(type: Substring) -> Bool {
      ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fakeowner", "vboxsf", "prl_fs", "ceph", "afs"].contains(type)
        || type.hasPrefix("fuse")
    }
  }
#endif
