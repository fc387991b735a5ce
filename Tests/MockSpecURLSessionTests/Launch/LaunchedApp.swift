#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport

  /// Runs the built `MockSpecTestApp` in a process of its own.
  struct LaunchedApp {
    /// What it printed for each call: how the call ended, and how the journal describes it.
    struct Result: Equatable {
      var end: String
      var call: String
    }

    var status: Int32
    var results: [Result]
    /// Everything that it wrote.
    var text: String

    static let path = BuiltProgram.path("MockSpecTestApp")

    /// Launches the app.
    ///
    /// - Parameters:
    ///   - calls: The calls that it makes, such as `GET https://api.example.com/items X-A: 1`.
    ///   - arguments: Further arguments.
    ///   - environment: Environment variables.
    init(calls: [String], _ arguments: [String], environment: [String: String] = [:]) async throws {
      let folder = try TemporaryFolder(["output": ""])
      let output = try FileHandle(forWritingTo: URL(filePath: folder["output"]))
      let variables = environment.map { "\($0)=\($1)" }
      let process = try ChildProcess(
        "/usr/bin/env", variables + [Self.path, "-calls", calls.joined(separator: "\n")] + arguments, in: folder.path,
        output: output)
      status = await process.status()
      text = try folder.read("output")
      let lines = text.split(separator: "\n").map(String.init)
      results = stride(from: 0, to: lines.count - 1, by: 2).map {
        Result(end: lines[$0], call: lines[$0 + 1].trimmingCharacters(in: .whitespaces))
      }
    }
  }
#endif
