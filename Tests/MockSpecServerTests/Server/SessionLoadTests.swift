import MockSpec
import MockSpecControl
import MockSpecServer
import TestSupport
import Testing

/// Many sessions side by side. `Tests/Torture/run-sessions` has more of them.
@Suite(.timeLimit(.minutes(20)))
struct SessionLoadTests {
  @Test func `each of many sessions gets its own answers while the project is reloaded`() async throws {
    let folder = try TemporaryFolder(SessionLoad.files(version: 1))
    let engine = MockEngine(try Self.load(folder, number: 1))
    let server = MockServer(engine: engine, port: 0, control: MockControl(engine), threads: 2)
    let load = SessionLoad(.init(sessions: 50, calls: 40, seed: 1, workers: 4), port: try await server.start().port)
    let reloads = Task {
      var version = 1
      while !Task.isCancelled {
        version += 1
        load.willWrite(version)
        for (name, text) in SessionLoad.files(version: version) { try folder.save(text, to: name) }
        #expect(engine.replace(with: try Self.load(folder, number: version)).isEmpty)
        await Task.yield()
      }
      return version - 1
    }
    let report = try await load.run {
      reloads.cancel()
      _ = await reloads.result
    }
    await server.stop()
    #expect(report.wrong.isEmpty, "\(report.wrong.joined(separator: "\n"))")
    #expect(report.calls >= 50 * 40)
    #expect(try await reloads.value > 0)
    #expect(engine.sessions.count == 50 && engine.session.calls.isEmpty)
  }

  private static func load(_ folder: TemporaryFolder, number: Int) throws -> ResponseSets {
    let loaded = try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: number)
    return try #require(loaded.sets)
  }
}
