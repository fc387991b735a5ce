#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import MockSpecURLSession

  struct LaunchFileTests {
    static let text = Array("[]".utf8)

    static func reason(_ path: String, size: Int = 2) -> String {
      do throws(LaunchFile.Failure) {
        return String(decoding: try LaunchFile.read(path, size: size), as: UTF8.self)
      } catch {
        return error.reason
      }
    }

    static func mode(_ path: String) -> mode_t {
      var info = stat()
      return stat(path, &info) == 0 ? info.st_mode & 0o7777 : 0
    }

    @Test func `a file can be read by this user only, and equal texts share it`() throws {
      let folder = try TemporaryFolder()
      let path = try LaunchFile.write(Self.text, in: folder.path)
      #expect(path.hasPrefix(folder.path + "/"))
      #expect(Self.mode(path) == 0o600)
      #expect(Self.reason(path) == "[]")
      #expect(try LaunchFile.write(Self.text, in: folder.path) == path)
      #expect(try LaunchFile.write(Self.text + [0x20], in: folder.path) != path)
    }

    @Test func `threads that write the same text share a file`() async throws {
      let folder = try TemporaryFolder()
      let text = [UInt8](repeating: 0x20, count: 1 << 20)
      let paths = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try LaunchFile.write(text, in: folder.path) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(paths.count == 1)
    }

    @Test func `only the file that was written is read`() throws {
      let folder = try TemporaryFolder()
      let path = try LaunchFile.write(Self.text, in: folder.path)
      let link = folder["mockspec-launch-link"]
      #expect(symlink(path, link) == 0)
      #expect(Self.reason(link) == "is a symbolic link")
      #expect(Self.reason(path, size: 3) == "has 2 bytes, not 3")
      #expect(Self.reason(path, size: 1) == "has 2 bytes, not 1")
      #expect(chmod(path, 0o644) == 0)
      #expect(Self.reason(path) == "has the mode 0644, not 0600")
      try folder.makeFolder("mockspec-launch-folder")
      #expect(Self.reason(folder["mockspec-launch-folder"]) == "isn't a regular file")
      // A pipe without a writer would block.
      #expect(mkfifo(folder["mockspec-launch-pipe"], 0o600) == 0)
      #expect(Self.reason(folder["mockspec-launch-pipe"]) == "isn't a regular file")
      #expect(Self.reason(folder["mockspec-launch-none"]) == "can't be read: No such file or directory")
      #expect(Self.reason("mockspec-launch-1") == "isn't the absolute path of a file that 'MockLaunch' writes")
      #expect(Self.reason("/etc/hostname") == "isn't the absolute path of a file that 'MockLaunch' writes")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
    func `a file of another user isn't read`() throws {
      let folder = try TemporaryFolder()
      let path = try LaunchFile.write(Self.text, in: folder.path)
      #expect(chown(path, 65_534, 65_534) == 0)
      #expect(Self.reason(path) == "belongs to another user")
    }

    @Test func `another file in the place of a new one is never followed or overwritten`() throws {
      let folder = try TemporaryFolder(["victim": "untouched"])
      let path = try LaunchFile.write(Self.text, in: folder.path)
      #expect(unlink(path) == 0)
      #expect(symlink(folder["victim"], path) == 0)
      let error = #expect(throws: MockLaunchError.self) { try LaunchFile.write(Self.text, in: folder.path) }
      #expect(error?.description == "\(path): can't be written: File exists")
      #expect(try folder.read("victim") == "untouched")
    }

    @Test func `the files of ended processes are removed`() throws {
      let process = try ChildProcess("/bin/sh", ["-c", "exit 0"], output: .nullDevice)
      process.wait()
      let ended = "mockspec-launch-\(process.id)-1.json"
      let kept = ["mockspec-launch-1-1.json", "mockspec-launch-x-1.json", "other-\(process.id)-1.json"]
      let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: ([ended] + kept).map { ($0, "") }))
      let path = try LaunchFile.write(Self.text, in: folder.path)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == Set(kept + [URL(filePath: path).lastPathComponent]))
    }

    @Test func `a folder that doesn't exist is an error`() {
      let error = #expect(throws: MockLaunchError.self) { try LaunchFile.write(Self.text, in: "/nowhere") }
      #expect(error?.description.hasSuffix(": can't be written: No such file or directory") == true)
    }
  }
#endif
