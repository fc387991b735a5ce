import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Bodies with secrets, as the journal shows them.
struct RedactedBodyTests {
  static let redaction = Redaction(["password", "x-key"])

  static func shown(_ body: String, type: String? = "application/json", coding: String? = nil) -> MockCall {
    var call = MockCall("POST /a", body: body)
    call.fields[.contentType] = type
    call.fields[.contentEncoding] = coding
    return redaction.redacted(call)
  }

  static func text(_ call: MockCall) -> String { String(decoding: call.body, as: UTF8.self) }

  @Test(arguments: [
    (#"{"user": "Ada", "password": "abc"}"#, #"{"user": "Ada", "password": "‹redacted, 3 characters›"}"#),
    (#"{"Password":12.5,"a":[1]}"#, #"{"Password":"‹redacted, 4 characters›","a":[1]}"#),
    (
      #"[{"a": {"b": [{"password": null, "c": 1}]}}]"#,
      #"[{"a": {"b": [{"password": "‹redacted, 4 characters›", "c": 1}]}}]"#
    ),
    (#"{"password": {"old": "a}", "new": ["b"]}, "c": 1}"#, #"{"password": "‹redacted›", "c": 1}"#),
    (#"{"pass\u0077ord": "a\"b"}"#, #"{"pass\u0077ord": "‹redacted, 3 characters›"}"#),
    (#"{"inner": "{\"password\": 1}", "c": "d"}"#, #"{"inner": "‹redacted, 15 characters›", "c": "d"}"#),
    (#"{"newPassword": "kept"}"#, #"{"newPassword": "kept"}"#),
    (
      "{\"password\": \"a\"}\n{\"x-key\": \"b\"}\n",
      "{\"password\": \"‹redacted, 1 character›\"}\n{\"x-key\": \"‹redacted, 1 character›\"}\n"
    ),
    (#"{"a": 1, "password": "se"#, #"{"a": 1, "password": "‹redacted, 2 characters›""#),
    (#"{"a": 1, "password": ["se"#, #"{"a": 1, "password": "‹redacted›""#),
    (#"{"a": "password", "b": {}}"#, #"{"a": "‹redacted, 8 characters›", "b": {}}"#),
  ])
  func `values in JSON are replaced at any depth, and the rest is kept`(body: String, shown: String) {
    #expect(Self.text(Self.shown(body)) == shown)
    #expect(Self.text(Self.shown(body, type: nil)) == shown)
  }

  @Test(arguments: [
    ("user=Ada&password=a%20b&c=d", "user=Ada&password=‹redacted, 3 characters›&c=d"),
    ("x%2Dkey=abc", "x%2Dkey=‹redacted, 3 characters›"), ("a=password", "a=‹redacted, 8 characters›"),
  ])
  func `values in forms are replaced`(body: String, shown: String) {
    #expect(Self.text(Self.shown(body, type: "application/x-www-form-urlencoded; charset=utf-8")) == shown)
    #expect(Self.text(Self.shown(body, type: nil)) == shown)
  }

  @Test func `parts of multipart forms are replaced`() {
    func part(_ disposition: String, _ content: String) -> String {
      "--X\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }
    func body(_ password: String, _ json: String, _ text: String) -> String {
      part("name=password", password) + part("name=user", "Ada") + part("name=json; filename=a", json)
        + part("name=note", text) + "--X--\r\n"
    }
    let shown = Self.shown(
      body("abc", #"{"password": 1}"#, "my password is abc"), type: "multipart/form-data; boundary=X")
    let expected = body("‹redacted, 3 characters›", #"{"password": "‹redacted, 1 character›"}"#, "‹redacted›")
    #expect(Self.text(shown) == expected)
    #expect(shown.multipartParts?.map(\.name) == ["password", "user", "json", "note"])
  }

  @Test(arguments: [
    ("<password>abc</password>", "application/xml"), ("password: abc", "text/plain"), ("my password", nil),
    (#"{"password" = "abc"}"#, "application/json"), ("--X\r\npassword", "multipart/form-data; boundary=X"),
  ])
  func `another body isn't shown, and says why`(body: String, type: String?) {
    let shown = Self.shown(body, type: type)
    #expect(shown.body.isEmpty)
    #expect(shown.storedBody.hiddenReason?.hasPrefix("it contains 'password'") == true)
    #expect(Self.shown("hello", type: type).storedBody == StoredBody())
  }

  @Test func `a compressed body is decoded, or isn't shown`() throws {
    var call = MockCall("POST /a", [.contentEncoding: "gzip"])
    call.body = try #require(
      Base64.decode("H4sIAAAAAAACA6tWKkgsLi7PL0pRslJQSkxKVtIBUkC2YS0A2W3b1xsAAAA="))
    let shown = Self.redaction.redacted(call)
    #expect(Self.text(shown) == #"{"password": "‹redacted, 3 characters›", "a": 1}"#)
    #expect(shown.decodedBody == shown.body)
    #expect(Self.shown("anything", coding: "br").body.isEmpty)
    #expect(Self.shown("anything", coding: "br").storedBody.hiddenReason?.contains("'br'") == true)
  }

  @Test func `a record says how its body differs`() throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {}}}}")
    var call = MockCall("POST /a", body: String(repeating: "x", count: 100_000))
    _ = engine.decide(call)
    call.body = Array("x".utf8)
    _ = engine.decide(call)
    let records = engine.session.calls
    #expect(records.map(\.bodyNote) == ["the first 65536 of 100000 bytes", nil])
    #expect(records[0].description.hasSuffix(", body cut: the first 65536 of 100000 bytes"))
  }
}
