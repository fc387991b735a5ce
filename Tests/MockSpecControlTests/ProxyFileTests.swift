import HTTPTypes
import MockSpec
import Testing

@testable import MockSpecControl

/// `proxy.pac`.
struct ProxyFileTests {
  private static let spec = """
    mockspec: 1
    requests:
      A: {match: GET https://api.example.com/a, responses: {R: {}}}
      B: {match: {path: /b, host: '*.example.org'}, responses: {R: {}}}
      C: {match: GET /c, responses: {R: {}}}
      D: {match: 'GET https://api.example.com:8443/d', responses: {R: {}}}
    """

  private func text(proxy host: String?, called: String = "192.168.1.20:8080") async throws -> (Int, String) {
    var options = ControlOptions()
    options.token = "a token that devices can't send"
    let client = try ControlClient(Self.spec, options: options)
    if let host { client.control.publish(proxy: ProxyAddress(host: host, port: 8888)) }
    let answer = try await client.answer("GET", "/proxy.pac", fields: [.host: called])
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }

  @Test func `it sends only the origins that the project names, and needs no token`() async throws {
    let (status, text) = try await text(proxy: "127.0.0.1")
    #expect(status == 200)
    #expect(text.contains(#"var proxy = "PROXY 127.0.0.1:8888";"#))
    let origins = [
      #"["http", "*.example.org", 80]"#, #"["https", "*.example.org", 443]"#, #"["https", "api.example.com", 443]"#,
      #"["https", "api.example.com", 8443]"#,
    ]
    #expect(text.contains("var origins = [\(origins.joined(separator: ", "))];"))
    #expect(text.contains(#"return "DIRECT";"#))
  }

  @Test(arguments: [
    ("0.0.0.0", "192.168.1.20:8080", "192.168.1.20:8888"), ("::", "[fd00::1]:8080", "[fd00::1]:8888"),
    ("0.0.0.0", "localhost:8080", "localhost:8888"), ("::1", "localhost:8080", "[::1]:8888"),
  ])
  func `a proxy on all addresses has the one that was called`(host: String, called: String, expected: String)
    async throws
  {
    #expect(try await text(proxy: host, called: called).1.contains(#"var proxy = "PROXY \#(expected)";"#))
  }

  @Test func `without a proxy, or by another name of the server, there is none`() async throws {
    #expect(try await text(proxy: nil).0 == 404)
    #expect(try await text(proxy: "127.0.0.1", called: "evil.example").0 == 421)
  }
}
