import Foundation
import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What URLSession adds to a request or refuses to send. The fidelity suite compares it with a server's view.
@Suite(.timeLimit(.minutes(20)))
struct ImpliedFieldsTests {
  private func interceptor(_ requests: String) async throws -> MockInterceptor {
    try await MockInterceptor(specs: .inline("mockspec: 1\nrequests:\n\(requests)"))
  }

  private func request(_ url: String, method: String = "GET") -> URLRequest {
    var request = URLRequest(url: URL(string: url)!)
    request.httpMethod = method
    return request
  }

  private func load(_ request: URLRequest, _ mocks: MockInterceptor) async throws -> String {
    let session = URLSession(configuration: mocks.sessionConfiguration())
    return String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  @Test func `conditions, templates and the journal see them`() async throws {
    let mocks = try await interceptor(
      """
        A:
          match: {path: /a, headers: {Accept: '*/*', User-Agent: {contains: unknown version}}}
          responses: {R: {template: true, text: "{{request.headers.Host}} {{request.headers.Content-Length}}"}}
      """)
    var request = self.request("http://h:81/a", method: "POST")
    request.httpBody = Data("a=1".utf8)
    #expect(try await load(request, mocks) == "h:81 3")
    let call = try #require(mocks.calls.first)
    #expect(call.fields[.contentType] == "application/x-www-form-urlencoded")
    #expect(call.fields[.connection] == "keep-alive")
  }

  @Test func `a field of the request is there once`() async throws {
    let mocks = try await interceptor("  A: {match: {path: /a, headers: {Accept: a/b}}, responses: {R: {text: a}}}\n")
    var request = self.request("http://h/a")
    request.setValue("a/b", forHTTPHeaderField: "accept")
    #expect(try await load(request, mocks) == "a")
    #expect(mocks.calls.first?.fields[values: .accept] == ["a/b"])
  }

  @Test func `secret names are redacted`() async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [User-Agent]\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: a}}}}\n",
    ])
    let mocks = try await MockInterceptor(specs: .path(folder.path))
    _ = try await load(request("http://user:p%40ss@h/a"), mocks)
    let fields = try #require(mocks.calls.first?.redacted.fields)
    #expect(fields[.userAgent]?.hasPrefix("‹redacted") == true)
    #expect(fields[.authorization] == "Basic ‹redacted, 12 characters›")
  }

  @Test func `credentials of a URL are sent`() async throws {
    let mocks = try await interceptor(
      "  A: {match: GET /a, responses: {R: {template: true, text: '{{request.headers.Authorization}}'}}}\n")
    #expect(try await load(request("http://user:p%40ss@h/a"), mocks) == "Basic dXNlcjpwQHNz")
    var request = self.request("http://user:p%40ss@h/a")
    request.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    #expect(try await load(request, mocks) == "Bearer x")
  }

  @Test func `a Host field decides the host`() async throws {
    let mocks = try await interceptor("  A: {match: {host: other.example, port: 81}, responses: {R: {text: a}}}\n")
    var request = self.request("http://h/a")
    request.setValue("Other.example:81", forHTTPHeaderField: "Host")
    #expect(try await load(request, mocks) == "a")
  }

  @Test(arguments: ["h:-1", "h:+80", "[::1", "h:80:81", "a/b", "h?q", "u:p@other.example", ""])
  func `a malformed Host field doesn't`(host: String) async throws {
    let mocks = try await interceptor("  A: {match: {host: h, path: /a}, responses: {R: {text: a}}}\n")
    var request = self.request("http://h/a")
    request.setValue(host, forHTTPHeaderField: "Host")
    #expect(try await load(request, mocks) == "a")
    #expect(mocks.calls.first?.url == "http://h/a")
  }

  @Test func `a HEAD has no body, and a field of an origin isn't sent to another one`() async throws {
    let mocks = try await interceptor(
      """
        A: {match: /a, responses: {R: {status: 307, headers: {Location: 'http://other.example/b'}}}}
        B: {match: 'http://other.example/b', responses: {R: {text: b}}}
      """)
    var request = self.request("http://h/a", method: "HEAD")
    request.httpBody = Data("x".utf8)
    request.setValue("first.example", forHTTPHeaderField: "Host")
    _ = try await load(request, mocks)
    #expect(mocks.calls.map(\.url) == ["http://first.example/a", "http://other.example/b"])
    #expect(mocks.calls.map(\.bodySize) == [0, 0])
  }

  @Test func `what URLSession refuses doesn't reach the mocks`() async throws {
    let mocks = try await interceptor(
      """
        A: {match: '/**', responses: {R: {text: a}}}
        B: {match: {path: /b, scheme: foo}, responses: {R: {text: b}}}
      """)
    var bodied = request("http://h/a")
    bodied.httpBody = Data("x".utf8)
    let refused: [(URLRequest, URLError.Code)] = [
      (bodied, .dataLengthExceedsMaximum), (request("http:///a"), .badURL), (request("bar://h/a"), .unsupportedURL),
    ]
    for (request, code) in refused {
      let error = await #expect(throws: URLError.self) { try await load(request, mocks) }
      #expect(error?.code == code)
    }
    #expect(mocks.calls.isEmpty)
    #expect(try await load(request("foo://h/b"), mocks) == "b")
    // A scheme that is known for some requests is known for all.
    #expect(try await load(request("foo://h/a"), mocks) == "a")
  }
}
