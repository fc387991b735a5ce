import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Explanations of URLs on the command line and by the control API of a server.
struct ExplainedURLTests {
  static let named = """
    requests:
      Hello: {match: 'GET https://api.example.com/hello', responses: {R: {}}}
      Local: {match: 'GET http://localhost:3000/local', responses: {R: {}}}
    """

  func explain(_ line: String, _ spec: String = Self.named) throws -> Explanation {
    let parts = line.split(separator: " ").map(String.init)
    let call = try MockCall(method: parts[0], url: parts[1], fields: [], body: [])
    return try Specs.engine(spec).explainOnServer(call)
  }

  func answering(_ explanation: Explanation) -> String? {
    if case .answered(let match) = explanation.outcome { match.request.requestName } else { nil }
  }

  @Test(arguments: [
    "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "[0:0:0:0:0:0:0:1]", "0.0.0.0:9000", "[::]:8080",
    "[::ffff:127.0.0.1]:80", "app.localhost:8080",
  ])
  func `a URL of this machine is explained as a server receives it`(host: String) throws {
    let explanation = try explain("GET http://\(host)/hello")
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    #expect(answering(explanation) == "Hello")
    #expect(
      explanation.notes == [
        "explained as a server receives it: scheme, host and port aren't compared, since no request names the host "
          + "'\(name)'; in an app, no request matches it"
      ])
  }

  @Test(arguments: ["http://localhost:8080/local", "http://LOCALHOST:3000/local"])
  func `also if a request names the host`(url: String) throws {
    let explanation = try explain("GET \(url)")
    #expect(answering(explanation) == "Local")
    let difference = url.contains("3000") ? "" : "; in an app, no request matches it"
    #expect(
      explanation.notes == ["explained as a server receives it: scheme and port aren't compared" + difference])
  }

  @Test func `so is one of a host that no request names, such as the machine's name`() throws {
    let explanation = try explain("GET http://macbook.fritz.box:8080/hello")
    #expect(answering(explanation) == "Hello")
    #expect(explanation.notes.count == 1)
    let unmatched = try explain("GET http://macbook:8080/helo")
    #expect(answering(unmatched) == nil)
    #expect(unmatched.candidates.first?.failed.map(\.kind) == [.path])
    #expect(
      unmatched.notes == [
        "explained as a server receives it: scheme, host and port aren't compared, since no request names the host 'macbook'"
      ])
  }

  @Test func `there is no note if the host is named, or if an app gets the same`() throws {
    #expect(try explain("GET https://api.example.com/hello").notes == [])
    #expect(try explain("GET http://api.example.com/hello").candidates.first?.failed.map(\.kind) == [.scheme])
    #expect(try explain("GET /hello").notes == [])
    let any = try explain("GET https://other.example/a", "requests: {A: {match: GET /a, responses: {R: {}}}}")
    #expect(answering(any) == "A" && any.notes == [])
  }

  @Test func `conditions on the field 'Host' are met as on a server`() throws {
    let spec = "requests: {A: {match: {path: /a, headers: {Host: '127.0.0.1:8080'}}, responses: {R: {}}}}"
    #expect(answering(try explain("GET http://127.0.0.1:8080/a", spec)) == "A")
  }

  @Test func `a call to the server's own address isn't passed through`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\npassthrough: [localhost]\nunmatched: passthrough\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {}}}}\n",
    ])
    let engine = MockEngine(try #require(try Specs.load(folder, folder.path).sets))
    let call = try MockCall(method: "GET", url: "http://localhost:8080/a", fields: [], body: [])
    #expect(answering(engine.explainOnServer(call)) == "A")
    guard case .passedThrough = engine.explain(call).outcome else {
      Issue.record("in an app, it is passed through")
      return
    }
  }
}
