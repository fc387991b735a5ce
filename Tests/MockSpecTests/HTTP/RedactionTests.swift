import Testing

@testable import MockSpec

struct RedactionTests {
  @Test(arguments: ["Authorization", "COOKIE", "set-cookie", "Proxy-Authorization", "x-api-KEY"])
  func `a secret name is known in any case`(name: String) {
    #expect(Redaction(["X-Api-Key"]).isSecret(name))
  }

  @Test func `other names are shown as they are`() {
    #expect(Redaction().shown("text/html", of: "Accept") == "text/html")
  }

  @Test(arguments: [
    ("hunter2", "‹redacted, 7 characters›"), ("x", "‹redacted, 1 character›"), ("", ""),
    ("Bearer abc.def", "Bearer ‹redacted, 7 characters›"), ("bearer", "‹redacted, 6 characters›"),
    ("Bearer ", "‹redacted, 7 characters›"),
    ("my secret", "‹redacted, 9 characters›"), ("Basic", "‹redacted, 5 characters›"),
  ])
  func `a secret shows its length, and the scheme of credentials`(value: String, shown: String) {
    #expect(Redaction().shown(value, of: "authorization") == shown)
  }

  @Test func `a text that names a secret may hold it`() {
    let redaction = Redaction(["api_key"])
    #expect(redaction.mayHoldSecret("a=1&API_KEY=2"))
    #expect(redaction.mayHoldSecret(#"{"api\u005fkey": 2}"#))
    #expect(redaction.mayHoldSecret("a=1&api%5FKEY=2"))
    #expect(!redaction.mayHoldSecret(#"a=1%&\u00"#))
    #expect(!redaction.mayHoldSecret("a=1"))
    #expect(!Redaction().mayHoldSecret("cookie=1"))
  }
}
