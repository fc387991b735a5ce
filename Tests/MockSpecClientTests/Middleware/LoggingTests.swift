import Foundation
import HTTPTypes
import Logging
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoggingTests {
  /// Notes each message, in one line.
  private struct Handler: LogHandler {
    let notes: Notes
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = event.metadata?["fields"].map { " \($0)" } ?? ""
      notes.add("\(event.level) \(event.metadata?["category"] ?? ""): \(event.message)\(fields)")
    }
  }

  private func logger(_ notes: Notes) -> Logger { Logger(label: "test") { _ in Handler(notes: notes) } }

  @Test func `a call is logged with categories, without secrets`() async throws {
    let server = try HTTPServer(status: 503, fields: ["Set-Cookie: hush", "X-A: b"])
    let notes = Notes()
    var policy = RetryMiddleware.Policy()
    policy.limit = 1
    let client = ServiceClient.test([
      AccessTokenMiddleware(.bearer("hush")), LoggingMiddleware(logger(notes)),
      RetryMiddleware(policy, clock: RecordingClock()),
    ])
    var call = Site(server, "/a")
    call.baseURL = try #require(URL(string: server.url.absoluteString.replacing("http://", with: "http://me:hush@")))
    _ = try? await client.response(of: call)
    #expect(
      notes.all.map { $0.split(separator: ":")[0] } == [
        "debug request", "debug response", "notice middleware", "debug request", "debug response", "debug operation",
      ])
    let text = notes.all.joined(separator: "\n")
    #expect(!text.contains("hush"))
    #expect(text.contains("GET \(server.url)/a"))
    #expect(text.contains("Bearer ‹redacted, 4 characters›"))
    #expect(text.contains("X-A: b"))
    #expect(text.contains("ended after 2 attempts"))
  }

  @Test func `what the client and the access token say is secret isn't logged`() async throws {
    let server = try HTTPServer(status: 503, fields: ["X-Echo: hush"])
    let notes = Notes()
    let client = ServiceClient<DeclaredCall>(
      configuration: .test,
      middleware: [
        AccessTokenMiddleware(.custom(HTTPField.Name("X-Honeycomb-Team")!, "hush")), LoggingMiddleware(logger(notes)),
      ], redaction: RedactionRules(adding: ["iban", "X-Echo"]))
    var call = DeclaredCall(.get, .query(["iban": "hush", "page": "2"]))
    call.baseURL = server.url
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: call) }
    let text = (notes.all + ["\(error as Any)"]).joined(separator: "\n")
    #expect(!text.contains("hush"), "\(text)")
    #expect(text.contains("page=2") && text.contains("X-Honeycomb-Team: ‹redacted"))
  }

  @Test(arguments: ["http://me:hush@a.test/b?page=2&token=hush", "/b?page=2&token=hush#access_token=hush"])
  func `secrets in the values of fields aren't logged`(location: String) async throws {
    let server = try HTTPServer(status: 302, fields: ["Location: \(location)"])
    let notes = Notes()
    let client = ServiceClient.test([LoggingMiddleware(logger(notes))], delegate: RedirectDelegate { $0(false) })
    var call = Site(server)
    (call.headers, call.acceptedStatus) = ([.referer: location], .any)
    _ = try await client.response(of: call)
    let text = notes.all.joined(separator: "\n")
    #expect(!text.contains("hush"), "\(text)")
    #expect(text.contains("Location: ") && text.contains("Referer: ") && text.contains("/b?page=2"), "\(text)")
  }

  @Test func `failures are logged without what the rules of the log name`() async throws {
    let notes = Notes()
    var call = Site(try HTTPServer())
    call.baseURL = try #require(URL(string: "http://127.0.0.1:\(TCPSocket.freePort())/a?iban=hush"))
    let logging = LoggingMiddleware(logger(notes), redaction: RedactionRules(adding: ["iban"]))
    _ = try? await ServiceClient.test([logging]).response(of: call)
    let text = notes.all.joined(separator: "\n")
    #expect(!text.contains("hush") && text.contains("warning response: GET "), "\(text)")
  }

  @Test func `a request that fails is a warning`() async throws {
    let notes = Notes()
    var call = Site(try HTTPServer())
    call.baseURL = try #require(URL(string: "http://127.0.0.1:\(TCPSocket.freePort())"))
    _ = try? await ServiceClient.test([LoggingMiddleware(logger(notes))]).response(of: call)
    #expect(notes.all.contains { $0.hasPrefix("warning response: GET \(call.baseURL)") })
  }
}
