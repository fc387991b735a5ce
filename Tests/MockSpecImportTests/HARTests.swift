import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

struct HARTests {
  static func entry(
    _ url: String, _ status: Int = 200, text: String? = nil, type: String = "application/json",
    method: String = "GET", more: String = "", post: String? = nil
  ) -> String {
    let content = text.map { #""size": \#($0.utf8.count), "text": "\#($0)""# } ?? #""size": 0"#
    let postData = post.map { #", "postData": {"mimeType": "application/json", "text": "\#($0)"}"# } ?? ""
    return #"""
      {"request": {"method": "\#(method)", "url": "\#(url)", "headers": []\#(postData)},
       "response": {"status": \#(status), "headers": [{"name": "Content-Type", "value": "\#(type)"}\#(more)],
        "content": {\#(content), "mimeType": "\#(type)"}}}
      """#
  }

  static func archive(_ entries: [String]) -> [String: String] {
    ["a.har": #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#]
  }

  static func imported(_ entries: String...) throws -> Imported { try Imported(archive(entries), ["a.har"]) }

  @Test func `equal answers are one response, and different ones a sequence that stays`() throws {
    let imported = try Self.imported(
      Self.entry("https://api.example.com/v1/jobs/7", text: #"{\"done\":false}"#),
      Self.entry("https://api.example.com/v1/jobs/7", text: #"{\"done\":false}"#),
      Self.entry("https://api.example.com/v1/jobs/7", text: #"{\"done\":true}"#),
      Self.entry("https://api.example.com/v1/jobs?page=2&_=163", text: "[1]"),
      Self.entry("https://api.example.com/v1/jobs?page=2&_=164", text: "[1]"))
    #expect(
      imported.spec == """
        defaults:
          match:
            scheme: https
            host: api.example.com
        requests:
          GET /v1/jobs/7:
            match: GET /v1/jobs/7
            sequence:
              - response: 200 OK
                times: 2
              - 200 OK 2
            responses:
              200 OK:
                json:
                  done: false
              200 OK 2:
                json:
                  done: true
          GET /v1/jobs:
            match:
              method: GET
              path: /v1/jobs
              query:
                page: '2'
                _:
                  present: true
            responses:
              200 OK:
                json:
                  - 1

        """)
    #expect(imported.lines == [])
    #expect(imported.replay == "4 of 4")
  }

  @Test func `a body of a call is a condition only where answers depend on it`() throws {
    let imported = try Self.imported(
      Self.entry("https://a.example/search", text: "[1]", method: "POST", post: #"{\"q\":\"a\"}"#),
      Self.entry("https://a.example/search", text: "[2]", method: "POST", post: #"{\"q\":\"b\"}"#),
      Self.entry("https://a.example/log", 204, method: "POST", post: "1"),
      Self.entry("https://a.example/log", 204, method: "POST", post: "2"))
    #expect(imported.spec.contains("q: a\n") && imported.spec.contains("q: b\n"))
    #expect(imported.spec.contains("match: POST /log\n"))
    #expect(imported.replay == "3 of 3")
  }

  @Test func `secrets aren't written, and a hidden value in a condition is only required to be there`() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl"
    let imported = try Self.imported(
      Self.entry(
        "https://a.example/me?access_token=hunter2secret",
        text: #"{\"token\":\"hunter2secret\",\"note\":\"\#(token)\",\"n\":1.50}"#),
      Self.entry(
        "https://a.example/login", text: #"{\"password\":\"hunter2secret\",\"deep\":[{\"apiKey\":\"hunter2secret\"}]}"#,
        more:
          #", {"name": "Set-Cookie", "value": "sid=hunter2secret; Path=/"}, {"name": "X-Api-Key", "value": "hunter2secret"}"#
      ),
      Self.entry("https://a.example/pay", text: "1", method: "POST", post: #"{\"secret\":\"hunter2secret\",\"n\":1}"#),
      Self.entry("https://a.example/pay", text: "2", method: "POST", post: #"{\"secret\":\"hunter2secret\",\"n\":2}"#))
    for (path, text) in imported.texts {
      #expect(!text.contains("hunter2") && !text.contains(token), "\(path): \(text)")
    }
    #expect(imported.spec.contains("access_token:\n          present: true\n"))
    #expect(imported.spec.contains("sid=redacted; Path=/"))
    #expect(imported.spec.contains("n: 1.50\n"))
    #expect(imported.lines.count == 1)
    #expect(imported.lines[0].contains("secrets were replaced by 'redacted' [import-note]"))
    #expect(imported.replay == "4 of 4")
  }

  @Test func `bodies in Base64 keep their bytes, and missing ones are reported at their size`() throws {
    let image = #"""
      {"request": {"method": "GET", "url": "http://a.example/x.png"},
       "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "image/png"}],
        "content": {"size": 4, "text": "iVBO\nRw==", "encoding": "base64"}}}
      """#
    let lost = #"""
      {"request": {"method": "GET", "url": "http://a.example/y"},
       "response": {"status": 200, "headers": [], "content": {"size": 321}}}
      """#
    let imported = try Self.imported(image, lost)
    #expect(imported.result.files.first { $0.path == "bodies/get-x-png.png" }?.bytes == [0x89, 0x50, 0x4E, 0x47])
    imported.expect(losses: ["321|the archive holds no body, although there was one of 321 bytes"])
    #expect(imported.result.counts == ImportCounts(exact: 1, approximated: 1))
  }

  @Test func `a call that failed is an error, and preflights and repeated answers are left out`() throws {
    let imported = try Self.imported(
      Self.entry("https://a.example/x", 0), Self.entry("https://a.example/y", text: "1"),
      Self.entry("https://a.example/y", 304),
      #"{"request": {"method": "OPTIONS", "url": "https://a.example/y", "headers": [{"name": "Access-Control-Request-Method", "value": "GET"}]}, "response": {"status": 204}}"#
    )
    #expect(imported.spec.contains("Network Connection Lost:\n        error: networkConnectionLost\n"))
    #expect(!imported.spec.contains("304"))
    #expect(imported.result.counts == ImportCounts(exact: 2, skipped: 2))
  }

  @Test func `each origin has a file of its own`() throws {
    let imported = try Self.imported(
      Self.entry("https://a.example/x", text: "1"), Self.entry("http://b.example:8080/x", text: "2"),
      Self.entry("ftp://c.example/x", text: "3"))
    #expect(imported.texts.keys.sorted() == ["a-example.mock.yaml", "b-example-8080.mock.yaml"])
    #expect(imported.texts["b-example-8080.mock.yaml"]?.contains("match: GET http://b.example:8080/x") == true)
    imported.expect(losses: ["\"ftp:|the URL isn't one of HTTP"])
  }
}
