#if os(Linux)
  import Testing

  @testable import MockSpecWatcher

  @Suite struct RemoteFileSystemsTests {
    let remote = RemoteFileSystems(
      mountInfo: """
        27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
        28 27 0:25 / /tmp rw,relatime shared:1 - tmpfs tmpfs rw
        36 35 0:57 / /code\\040here rw,noatime master:1 - virtiofs host rw
        37 35 0:300 /home /home ro,relatime - nfs4 server:/home rw
        38 35 0:59 / /cloud rw - fuse.sshfs me@host: rw
        a line of another kind
        39 35 x:y / /odd rw - nfs odd rw
        """)

    @Test(arguments: [(254, 0, false), (0, 25, false), (0, 57, true), (0, 300, true), (0, 59, true), (0, 0, false)])
    func `a file system is remote by its type`(major: UInt, minor: UInt, isRemote: Bool) {
      #expect(remote.contains(device: RemoteFileSystems.device(major: major, minor: minor)) == isRemote)
    }

    @Test func `a path belongs to the file system that it is on`() {
      // Device 0:0 is no one's, so whatever the root is on isn't in there.
      #expect(!RemoteFileSystems(mountInfo: "1 1 0:0 / / rw - nfs server rw").contains("/"))
      #expect(!remote.contains("/mockspec-none"))
    }

    @Test func `numbers are packed as the kernel's own`() {
      #expect(RemoteFileSystems.device(major: 254, minor: 1) == 0xFE01)
      #expect(RemoteFileSystems.device(major: 0, minor: 300) == 0x10002C)
    }
  }
#endif
