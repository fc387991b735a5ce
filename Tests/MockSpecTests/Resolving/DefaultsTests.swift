import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// The order of defaults: project, file, request or response.
struct DefaultsTests {
  static let files = [
    "mockspec.yaml": """
    mockspec: 1
    defaults:
      match: {scheme: https, host: api.example.com, headers: {X-Project: p, X-Both: p}}
      basePath: /v1
      headers: {X-Project: p, X-Both: p}
      delay: 10ms
    timeout: 3s
    server: {port: 0, threads: 2}
    """,
    "a.mock.yaml": """
    mockspec: 1
    defaults:
      match: {host: other.example.com, headers: {X-Both: f}}
      headers: {X-Both: f}
      status: 201
    requests:
      Plain: {match: GET /a, responses: {R: {text: t}}}
      Own:
        match: {host: null, path: /b, headers: {x-project: null}}
        responses: {R: {delay: null, headers: {X-Project: [r, s]}, text: t}}
      Failing: {match: GET /c, responses: {R: {error: timedOut}}}
    """,
    "b.mock.yaml": """
    mockspec: 1
    defaults: {basePath: null}
    requests: {Root: {match: GET /a, responses: {R: {}}}}
    """,
  ]

  let sets: ResponseSets

  init() throws {
    let project = try Specs.load(TemporaryFolder(Self.files), ".")
    sets = try #require(project.sets, "\(project.diagnostics)")
  }

  @Test func `match keys are replaced one by one, names merge`() throws {
    let plain = try #require(sets["Plain"]).matcher
    #expect(plain.scheme?.value == "https")
    #expect(plain.host?.value == HostPattern("other.example.com"))
    #expect(plain.path?.value.text == "/v1/a")
    #expect(plain.headers.map { "\($0.name)=\($0.matchers[0].expectation)" } == ["X-Project='p'", "X-Both='f'"])
    let own = try #require(sets["Own"]).matcher
    #expect(own.host == nil)
    #expect(own.headers.map(\.name) == ["X-Both"])
    #expect(try #require(sets["Root"]).matcher.path?.value.text == "/a")
  }

  @Test func `a short form without a scheme inherits one`() throws {
    let sets = try Specs.load(
      """
      defaults: {match: {scheme: https, host: api.example.com, port: 8443}, basePath: /v1}
      requests: {A: {match: GET //other.example.com/a, responses: {R: {}}}}
      """)
    #expect(sets.sets[0].matchSummary == "GET https://other.example.com:8443/v1/a")
  }

  @Test func `responses inherit status, headers and delay`() throws {
    let plain = try #require(sets["Plain"]).responses[0]
    let reply = try plain.reply
    #expect(reply.status == 201)
    #expect(reply.fields[.init("X-Project")!] == "p")
    #expect(reply.fields[.init("X-Both")!] == "f")
    #expect(plain.delay == .fixed(.milliseconds(10)))
    let own = try #require(sets["Own"]).responses[0]
    #expect(try own.reply.fields[values: .init("X-Project")!] == ["r", "s"])
    #expect(own.delay == nil)
  }

  @Test func `an error ignores inherited status and headers, and keeps its delay`() throws {
    let failing = try #require(sets["Failing"]).responses[0]
    guard case .fixed(.failure(let failure)) = failing.outcome else {
      Issue.record("no failure")
      return
    }
    #expect(failure == .urlError(.timedOut))
    #expect(failing.delay == .fixed(.milliseconds(10)))
  }

  @Test func `settings come from the project file`() {
    #expect(sets.settings.timeout == .seconds(3))
    #expect(sets.settings.server == .init(host: "127.0.0.1", port: 0, threads: 2))
    #expect(sets.summary == ProjectSummary(files: 2, requests: 4, responses: 4))
  }

  @Test(arguments: [-1, 0, 64, 65])
  func `a server has up to 64 threads, or 0 for one for each core`(threads: Int) throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nserver: {threads: \(threads)}\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {}}}}\n",
    ])
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: 1)
    #expect(project.sets?.settings.server.threads == (0...64 ~= threads ? threads : nil))
  }
}

extension Response {
  struct NoReply: Error {}

  var reply: Reply {
    get throws {
      guard case .fixed(.reply(let reply)) = outcome else { throw NoReply() }
      return reply
    }
  }
}
