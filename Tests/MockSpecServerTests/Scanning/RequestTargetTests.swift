import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

struct RequestTargetTests {
  @Test(arguments: [
    ("/", "/", nil), ("/a%2Fb", "/a%2Fb", nil), ("/a?", "/a", ""), ("/a?b=c?d", "/a", "b=c?d"),
    ("//a", "//a", nil),
  ])
  func `an origin form is split and otherwise unchanged`(text: String, path: String, query: String?) throws {
    let target = try RequestTarget(method: "GET", text: text, host: "Example.com:8080")
    let expected = RequestTarget(
      form: .originForm, scheme: "http", authority: Authority("example.com:8080"), path: path, query: query)
    #expect(target == expected)
  }

  @Test(arguments: [
    ("/caf\u{E9}?q=\u{FC}", "/caf%C3%A9?q=%C3%BC"), ("/a%20b'\"|{}", "/a%20b'\"|{}"),
    ("/%C3%A9/\u{1F600}", "/%C3%A9/%F0%9F%98%80"),
  ])
  func `bytes that aren't ASCII are percent-encoded`(text: String, encoded: String) {
    #expect(RequestTarget.encoded(text.utf8) == encoded)
    #expect(RequestTarget.encoded([0x2F, 0xE9]) == "/%E9")
  }

  @Test(arguments: [
    ("GET", "http://Example.com:81/a?b", "http", "example.com:81", "/a", "b"),
    ("GET", "HTTPS://example.com", "https", "example.com", "/", nil),
    ("GET", "http://example.com?b", "http", "example.com", "/", "b"),
    ("OPTIONS", "http://example.com", "http", "example.com", "*", nil),
  ])
  func `the authority of an absolute form overrides Host`(
    method: String, text: String, scheme: String, authority: String, path: String, query: String?
  ) throws {
    let target = try RequestTarget(method: method, text: text, host: "other.com")
    let expected = RequestTarget(
      form: .absoluteForm, scheme: scheme, authority: Authority(authority[...]), path: path, query: query)
    #expect(target == expected)
  }

  @Test func `OPTIONS can have an asterisk as its target`() throws {
    #expect(try RequestTarget(method: "OPTIONS", text: "*", host: "a").path == "*")
  }

  @Test(arguments: [
    "/a#c", "/a?b#c", "http://a/#c", "a", "http:/a", "http://", "http://user@a/", "://a/", "http://a:x/",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: Refusal.self) { try RequestTarget(method: "GET", text: text, host: "a") }
  }

  @Test(arguments: [
    ("Example.com", "example.com", nil), ("a:80", "a", 80), ("a:", "a", nil), ("", nil, nil),
    ("[::1]:8080", "[::1]", 8080), ("[::1]", "[::1]", nil), ("under_score", "under_score", nil),
  ])
  func `an authority is a host and an optional port`(text: String, host: String?, port: Int?) {
    let authority = Authority(text[...])
    #expect(authority?.host == host)
    #expect(authority?.port == port)
    #expect(authority != nil)
  }

  @Test(arguments: ["a:b", "a:-1", "a:65536", "::1", "[::1", "[::1]8080", "a b", "a@b", "a,b", "\"a\""])
  func `a malformed authority is rejected`(text: String) {
    #expect(Authority(text[...]) == nil)
  }
}
