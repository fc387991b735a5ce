import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

/// Secrets in URLs, which are written in names, paths, queries and headers.
struct SecretTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl"

  @Test func `a secret in a path of a recording is any segment`() throws {
    let imported = try HARTests.imported(
      HARTests.entry("https://a.example/reset/\(Self.token)/form", text: "1"),
      HARTests.entry("https://a.example/a?x=1", text: "1"))
    #expect(!imported.spec.contains(Self.token), "\(imported.spec)")
    #expect(imported.spec.contains("GET /reset/*/form"), "\(imported.spec)")
    #expect(imported.lines.count == 1)
    #expect(imported.lines.first?.contains("1 secret was replaced by 'redacted'") == true)
    #expect(imported.replay == "2 of 2")
  }

  @Test func `a secret in a redirection of a recording is hidden`() throws {
    let imported = try HARTests.imported(
      HARTests.entry(
        "https://a.example/x", 302,
        more:
          #", {"name": "Location", "value": "https://b.example/cb?state=1&code=hunter2&x=%2F#access_token=hunter2&y=2"}"#
      ),
      HARTests.entry(
        "https://a.example/y", 302, more: #", {"name": "Location", "value": "/next?a=1#top"}"#))
    #expect(
      imported.spec.contains("https://b.example/cb?state=1&code=redacted&x=%2F#access_token=redacted&y=2"),
      "\(imported.spec)")
    #expect(imported.spec.contains("Location: /next?a=1#top\n"))
    #expect(imported.lines.first?.contains("2 secrets were replaced by 'redacted'") == true)
  }

  @Test func `each hidden value of a query or a form is counted`() throws {
    let imported = try HARTests.imported(
      HARTests.entry("https://a.example/x?token=hunter2", text: "1"),
      #"""
      {"request": {"method": "POST", "url": "https://a.example/y",
        "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "password=hunter2&b=1"}},
       "response": {"status": 204}}
      """#)
    #expect(imported.lines.count == 1)
    #expect(imported.lines.first?.contains("2 secrets were replaced by 'redacted'") == true)
  }

  @Test func `a secret in a URL of Postman is hidden`() throws {
    let imported = try PostmanTests.imported(
      #"""
      [{"name": "A", "request": "https://a.example/\#(Self.token)/a?q=\#(Self.token)",
        "response": [{"code": 200, "body": "1"}, {"code": 201, "originalRequest": {"url": "https://a.example/\#(Self.token)/a?q=2"}}]},
       {"name": "B", "request": {"url": {"raw": "https://a.example/:id", "variable": [{"key": "id", "value": "\#(Self.token)"}]}},
        "response": [{"code": 200, "body": "1"}, {"code": 201, "originalRequest": {"url": {"raw": "https://a.example/:id", "variable": [{"key": "id", "value": "7"}]}}}]},
       {"name": "C", "request": {"url": {"raw": "https://a.example/c/:id/\#(Self.token)", "variable": [{"key": "id", "value": "1"}]}},
        "response": [{"code": 200, "body": "1"}, {"code": 201, "originalRequest": {"url": {"raw": "https://a.example/c/:id/\#(Self.token)?a=1&a=2", "variable": [{"key": "id", "value": "2"}]}}},
          {"code": 202, "originalRequest": {"url": {"raw": "https://a.example/c/:id/\#(Self.token)", "variable": [{"key": "id", "value": "3"}]}}}]}]
      """#)
    for (path, text) in imported.texts { #expect(!text.contains(Self.token), "\(path): \(text)") }
    #expect(imported.lines.count == 1)
    #expect(imported.lines.first?.contains("secrets were replaced by 'redacted'") == true)
    #expect(imported.spec.contains("/c/3/*\n"), "\(imported.spec)")
    #expect(imported.replay == "7 of 7")
  }
}
