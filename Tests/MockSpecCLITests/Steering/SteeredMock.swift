import HTTPTypes
import MockSpec
import MockSpecControl
import MockSpecServer
import TestSupport

/// A running server that commands steer.
final class SteeredMock: Sendable {
  let engine: MockEngine
  let control: MockControl
  let server: MockServer
  let url: String
  private let folder: TemporaryFolder

  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: POST /login
        responses: {Success: {json: {ok: true}}, Wrong Password: {status: 401}, Offline: {status: 503}}
      Items:
        match: GET /items/{id}
        sequence: [A, {response: B, times: 2}]
        responses: {A: {text: a}, B: {text: b}}
      Old: {match: GET /old, enabled: false, responses: {R: {}}}
    """

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - text: A spec that it serves instead of its own.
  ///   - options: Who may call its control API.
  init(text: String? = nil, options: ControlOptions = ControlOptions()) async throws {
    let project = "mockspec: 1\nscenes: {Airplane mode: {Login: Offline}}\n"
    folder = try TemporaryFolder([
      "specs/a.mock.yaml": text ?? Self.spec, "specs/mockspec.yaml": text == nil ? project : "mockspec: 1\n",
    ])
    engine = MockEngine(try ResponseSets.load([folder["specs"]]))
    control = MockControl(engine, options: options)
    server = MockServer(engine: engine, port: 0, control: control)
    url = try await server.start().url
  }

  deinit { Task { [server] in await server.stop() } }

  /// Runs `mockspec` with the server's URL.
  ///
  /// - Parameter environment: Variables, such as `MOCKSPEC_TOKEN=x`.
  func run(_ arguments: String..., environment: [String] = []) async throws -> Program.Outcome {
    try await run(arguments, environment: environment)
  }

  func run(_ arguments: [String], environment: [String] = []) async throws -> Program.Outcome {
    try await Program.run(
      "/usr/bin/env", ["MOCKSPEC_SERVER=\(url)"] + environment + [Program.path] + arguments, in: folder.path)
  }

  /// Runs a shell command, in which `$0` is `mockspec`.
  func run(shell command: String) async throws -> Program.Outcome {
    try await Program.run(
      "/usr/bin/env", ["MOCKSPEC_SERVER=\(url)", "/bin/sh", "-c", command, Program.path], in: folder.path)
  }

  /// The folder of the specs, as it is shown.
  var specs: String { folder["specs"] }

  /// Makes a call of the mock.
  @discardableResult
  func call(
    _ method: String, _ path: String, body: String = "", fields: HTTPFields = [:], session: String? = nil
  ) -> String? {
    var call = MockCall(
      method: method, target: .originForm, scheme: "http", host: "localhost", port: nil, path: path, query: nil,
      fields: fields, body: Array(body.utf8))
    if let session { call.fields[HTTPField.Name("Mockspec-Session")!] = session }
    return engine.decide(call).responseName
  }

  /// Writes a file into the working directory of commands.
  func save(_ text: String, to name: String) throws { try folder.save(text, to: name) }
}
