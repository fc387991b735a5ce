import Testing

@testable import MockSpec

@Suite struct MountTableTests {
  let table = MountTable(
    mountInfo: """
      27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
      28 27 0:25 / /tmp rw,relatime shared:1 - tmpfs tmpfs rw
      36 35 0:57 / /code\\040here rw,noatime master:1 - virtiofs host rw
      37 35 0:300 /home /home ro,relatime - nfs4 server:/home rw
      38 35 0:59 / /cloud rw - fuse.sshfs me@host: rw
      39 35 0:60 / /box rw - overlay overlay rw,lowerdir=/a,upperdir=/b
      40 35 0:61 / /proc rw - proc proc rw
      41 35 0:62 / /sys rw - sysfs sysfs rw
      a line of another kind
      39 35 x:y / /odd rw - nfs odd rw
      """)

  @Test(
    arguments: [
      (254, 0, .local), (0, 25, .local), (0, 57, .remote(type: "virtiofs")), (0, 300, .remote(type: "nfs4")),
      (0, 59, .remote(type: "fuse.sshfs")), (0, 60, .overlay), (0, 0, .local),
    ] as [(UInt64, UInt64, FileSystemKind)])
  func `the type of a file system decides its kind`(major: UInt64, minor: UInt64, kind: FileSystemKind) {
    #expect(table.kind(ofDevice: MountTable.device(major: major, minor: minor)) == kind)
  }

  @Test func `mounts have paths, with blanks`() {
    #expect(Set(table.mounts.map(\.path)) == ["/", "/tmp", "/code here", "/home", "/cloud", "/box", "/proc", "/sys"])
  }

  @Test func `the kernel shows its state in procfs and sysfs`() {
    #expect(table.kernelDevices == Set([61, 62].map { MountTable.device(major: 0, minor: $0) }))
  }

  @Test func `device numbers are packed as the kernel packs them`() {
    #expect(MountTable.device(major: 254, minor: 1) == 0xFE01)
    #expect(MountTable.device(major: 0, minor: 300) == 0x10002C)
  }

  #if os(Linux)
    @Test func `folders of this machine are on known file systems`() throws {
      let proc = try #require(FileSystem.find("/proc"))
      #expect(Mounts.shared.kind(of: proc.identity) == .local)
    }
  #endif
}
