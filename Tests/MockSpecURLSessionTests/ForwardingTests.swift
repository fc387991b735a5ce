import Foundation
import HTTPTypes
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// To a real server on this machine, for a request that asked for another one.
@Suite(.timeLimit(.minutes(5)))
struct ForwardingTests {
  let server: LoopbackServer
  let environment: InterceptionEnvironment
  var configuration: URLSessionConfiguration { environment.sessionConfiguration() }

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    environment = InterceptionEnvironment(
      timeout: { .seconds(60) },
      decide: { .outcome($0.path.hasPrefix("/pass") ? .passThrough : .forward(origin)) })
  }

  @Test(arguments: Form.allCases)
  func `the answer comes from there`(form: Form) async {
    let answer = await form.load(URLRequest("/a?b=1"), configuration)
    #expect(answer.body == Data("real GET /a?b=1 ".utf8))
    #expect(answer.response?.url == URL(string: "https://api.example.com/a?b=1"))
    #expect(answer.response?.value(forHTTPHeaderField: "X-Real") == "yes")
  }

  @Test func `the body is sent along`() async {
    var request = URLRequest("/up", method: "POST")
    request.httpBodyStream = InputStream(data: Data("payload".utf8))
    #expect(await Form.async.load(request, configuration).body == Data("real POST /up payload".utf8))
  }

  @Test func `a redirect is an answer`() async {
    #expect(await Form.async.load(URLRequest("/redirect"), configuration).response?.statusCode == 302)
  }

  @Test func `nobody there is an error that names the request's own URL`() async throws {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: 1)
    let environment = InterceptionEnvironment { _ in .outcome(.forward(origin)) }
    let error = await Form.async.load(URLRequest("/a"), environment.sessionConfiguration()).error as? URLError
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.failingURL == URL(string: "https://api.example.com/a"))
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: ["/slow", "/endless"])
  func `the project's timeout bounds it`(path: String) async {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    let environment = InterceptionEnvironment(
      timeout: { .milliseconds(100) }, decide: { _ in .outcome(.forward(origin)) })
    let answer = await Form.async.load(URLRequest(path), environment.sessionConfiguration())
    #expect((answer.error as? URLError)?.code == .timedOut)
    #expect((answer.error as? URLError)?.failingURL == URL(string: "https://api.example.com" + path))
  }

  @Test func `what is said to the mocks isn't passed through`() async {
    var request = server.request("/pass")
    request.setValue("A=B", forHTTPHeaderField: "Mockspec-Response")
    #expect(await Form.async.load(request, configuration).body == Data("real GET /pass ".utf8))
  }
}
