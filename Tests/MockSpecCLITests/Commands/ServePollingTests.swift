import Foundation
import TestSupport
import Testing

/// `mockspec serve` where changes cause no events.
@Suite(.timeLimit(.minutes(20)))
struct ServePollingTests {
  static func spec(_ status: Int) -> String {
    "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {R: {status: \(status)}}\n"
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec(201)])
  }

  private func status(_ server: RunningServer) async throws -> Int {
    let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
    return try await RawClient(port: port).get("/a", "Connection: close").status
  }

  @Test(arguments: [["--poll=50ms", "specs"], ["--poll", "specs"]])
  func `with --poll, edits are found without events, and the next word is a path`(arguments: [String]) async throws {
    let server = try await RunningServer(arguments, in: folder.path)
    #if os(Linux)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.program.process.id)/fd")
      let targets = open.map {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(server.program.process.id)/fd/\($0)")
      }
      #expect(!targets.contains("anon_inode:inotify"))
    #endif
    try folder.write(Self.spec(202), to: "specs/a.mock.yaml")
    #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
    #expect(try await status(server) == 202)
    try folder.save(Self.spec(203).replacing("A:", with: "B:").replacing("/a", with: "/b"), to: "specs/in/b.mock.yaml")
    #expect(await server.nextReload()?.hasPrefix("reloaded (2 requests, 2 responses, 2 files)") == true)
    #expect(await server.end(by: SIGTERM) == 0)
  }

  @Test(arguments: ["--poll=1ms", "--poll=soon", "--poll=1"])
  func `an interval is a duration of at least 10 ms`(option: String) async throws {
    let outcome = try await Program.run("serve", "specs", option, "--port", "0", in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--poll"))
  }

  @Test(arguments: [["serve", "--no-watch"], ["convert", "--to", "json"]])
  func `polling requires watching`(command: [String]) async throws {
    let outcome = try await Program.run(Program.path, command + ["--poll", "specs"], in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("'--poll' can't be combined with '--no-watch'"))
  }

  @Test func `convert --watch polls, too`() async throws {
    let program = try RunningProgram(
      ["convert", "specs", "--to", "json", "--output", "out", "--watch", "--poll=50ms"], in: folder.path)
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 1 written, 0 removed")
    try folder.write(Self.spec(202), to: "specs/a.mock.yaml")
    #expect(await program.nextLine() == "converted to out (1 request, 1 response, 1 file): 1 written, 0 removed")
    #expect(await program.end(by: SIGTERM) == 0)
  }

  #if os(Linux)
    /// Runs a shell command in the server's mount namespace.
    private func run(_ command: String, in server: RunningServer) async throws {
      let outcome = try await Program.run(
        "/bin/sh", ["-c", "nsenter -t \(server.program.process.id) -m --wd=\(folder.path) -- \(command)"])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }

    @Test(.enabled(if: MountNamespace.works, MountNamespace.absence))
    func `a file system that is mounted over a watched folder or file is seen, and so is its end`() async throws {
      let server = try await RunningServer(["specs"], in: folder.path, start: MountNamespace.start)
      try folder.save(Self.spec(202), to: "other/a.mock.yaml")
      try await run("mount --bind other specs", in: server)
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 202)
      // The covering folder is watched.
      try folder.save(Self.spec(203), to: "other/a.mock.yaml")
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 203)
      try await run("umount specs", in: server)
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 201)
      try await run("mount --bind other/a.mock.yaml specs/a.mock.yaml", in: server)
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 203)
      // The folder of the mounted file isn't that of the name.
      try folder.write(Self.spec(204), to: "other/a.mock.yaml")
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 204)
      #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test(.enabled(if: MountNamespace.works, MountNamespace.absence))
    func `edits of the layers below an overlay are found, which one line says`() async throws {
      for name in ["lower", "upper", "work"] { try folder.makeFolder(name) }
      try folder.write(Self.spec(201), to: "lower/a.mock.yaml")
      let overlay = "mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work specs"
      let server = try await RunningServer(
        ["specs"], in: folder.path, start: "\(MountNamespace.start) sh -c '\(overlay) && exec \"$0\" \"$@\"'")
      #expect(
        await server.nextError()
          == "note: changes in 'specs' are found by polling every two seconds: an overlay doesn't report changes of the layers "
          + "below it")
      try folder.write(Self.spec(202), to: "lower/a.mock.yaml")
      #expect(await server.nextReload()?.hasPrefix("reloaded (1 request, 1 response, 1 file)") == true)
      #expect(try await status(server) == 202)
      try folder.write(Self.spec(203).replacing("A:", with: "B:"), to: "upper/b.mock.yaml")
      #expect(await server.nextReload()?.hasPrefix("reloaded (2 requests, 2 responses, 2 files)") == true)
      // Changes of the overlay itself cause events.
      try await run("cp upper/b.mock.yaml specs/a.mock.yaml", in: server)
      #expect(await server.nextError()?.contains("B") == true)
      #expect(await server.end(by: SIGTERM) == 0)
    }
  #endif
}

#if os(Linux)
  /// Whether programs can be started in a mount namespace of their own, which requires privileges.
  private enum MountNamespace {
    /// The start of a shell command whose mounts are its own.
    static let start = "exec unshare -m"
    static let absence: Comment = "mount namespaces require root, unshare and overlays"

    static let works: Bool = {
      let script = """
        cd "$(mktemp -d)" && mkdir l u w m && unshare -m mount -t overlay o -o lowerdir=l,upperdir=u,workdir=w m \
        && command -v nsenter && rm -r "$PWD"
        """
      let null = FileHandle.nullDevice
      return (try? ChildProcess("/bin/sh", ["-c", script], output: null).wait()) == 0
    }()
  }
#endif
