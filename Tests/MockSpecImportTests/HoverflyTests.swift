import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

struct HoverflyTests {
  private static func pair(_ request: String, _ response: String = #""status": 200, "body": "a""#) -> String {
    #"{"request": {\#(request)}, "response": {\#(response)}}"#
  }

  private static func exact(_ key: String, _ value: String) -> String {
    #""\#(key)": [{"matcher": "exact", "value": "\#(value)"}]"#
  }

  private static func imported(_ pairs: String..., files: [String: String] = [:]) throws -> Imported {
    let text = #"{"data": {"pairs": [\#(pairs.joined(separator: ",\n"))]}, "meta": {"schemaVersion": "v5.2"}}"#
    return try Imported(files.merging(["sim.json": text]) { $1 }, ["sim.json"])
  }

  @Test func `a recorded pair is a request without what is about the moment`() throws {
    let imported = try Self.imported(
      Self.pair(
        [
          Self.exact("path", "/a b"), Self.exact("method", "GET"), Self.exact("destination", "a.example:8080"),
          Self.exact("scheme", "https"), Self.exact("body", ""),
          #""query": {"q": [{"matcher": "glob", "value": "x*"}], "token": [{"matcher": "exact", "value": "hunter2"}]}"#,
        ].joined(separator: ", "),
        #""status": 201, "body": "aGk=", "encodedBody": true, "headers": {"Date": ["now"], "X-A": ["1", "2"], "Set-Cookie": ["s=hunter2; Path=/"]}, "fixedDelay": 50"#
      ))
    #expect(
      imported.spec == """
        requests:
          GET /a%20b:
            match:
              method: GET
              scheme: https
              host: a.example
              port: 8080
              path: /a%20b
              query:
                q:
                  matches: ^x.*$
                token:
                  present: true
            responses:
              201 Created:
                status: 201
                headers:
                  X-A:
                    - '1'
                    - '2'
                  Set-Cookie: s=redacted; Path=/
                text: hi
                delay: 50ms

        """, "\(imported.spec)")
    #expect(imported.lines.count == 1 && imported.lines[0].contains("2 secrets were replaced"), "\(imported.lines)")
    #expect(imported.replay == "1 of 1")
  }

  @Test func `required and changed states are those of a sequence`() throws {
    let imported = try Self.imported(
      Self.pair(
        Self.exact("path", "/a") + #", "requiresState": {"sequence:1": "1"}"#,
        #""body": "one", "transitionsState": {"sequence:1": "2"}"#),
      Self.pair(Self.exact("path", "/a") + #", "requiresState": {"sequence:1": "2"}"#, #""body": "two""#),
      Self.pair(
        Self.exact("path", "/out") + #", "requiresState": {"user": "in"}"#, #""removesState": ["user"]"#))
    #expect(imported.spec.contains("states:\n  'sequence:1':\n    - '1'\n    - '2'\n"), "\(imported.spec)")
    #expect(imported.spec.contains("  user:\n    - not set\n    - in\n"), "\(imported.spec)")
    #expect(imported.spec.contains("set:\n          user: not set"), "\(imported.spec)")
    #expect(imported.spec.contains("x-mockspec-ignore: unset-state-value\n"), "\(imported.spec)")
    #expect(imported.replay == "3 of 3")
    #expect(imported.lines == [])
  }

  @Test func `the pair with the higher score answers`() throws {
    let imported = try Self.imported(
      Self.pair(#""path": [{"matcher": "glob", "value": "/a/*"}]"#, #""body": "any""#),
      Self.pair(Self.exact("path", "/a/b") + ", " + Self.exact("method", "POST"), #""body": "b""#))
    #expect(imported.replay == "2 of 2", "\(imported.lines)")
    #expect(!imported.spec.contains("priority"), "\(imported.spec)")
  }

  @Test func `headers count, and of equal scores, the last pair answers`() throws {
    let imported = try Self.imported(
      Self.pair(
        #""path": [{"matcher": "glob", "value": "/a/*"}], "headers": {"X": [{"matcher": "exact", "value": "1"}]}"#,
        #""body": "header""#),
      Self.pair(Self.exact("path", "/a/a"), #""body": "path""#),
      Self.pair(
        Self.exact("path", "/b") + #", "query": {"q": [{"matcher": "glob", "value": "*"}]}"#, #""body": "first""#),
      Self.pair(Self.exact("path", "/b"), #""body": "last""#))
    // Each call of a pair that another one hides is answered by this one.
    #expect(imported.replay == "4 of 4", "\(imported.lines)")
    #expect(imported.spec.split(separator: "\n").count { $0.contains("priority: 1") } == 1, "\(imported.spec)")
    imported.expect(losses: ["{|the path without", "{|it is never used"])
  }

  @Test func `each alternative of a pattern of the path has its own ends`() throws {
    let imported = try Self.imported(Self.pair(#""path": [{"matcher": "regex", "value": "^/a$|^/b$"}]"#))
    #expect(imported.spec.contains("match:\n      - /a\n      - /b\n"), "\(imported.spec)")
    #expect(imported.lines == [])
  }

  @Test func `a header without matchers, and one that isn't a text, have to be there`() throws {
    let imported = try Self.imported(
      Self.pair(Self.exact("path", "/a") + #", "headers": {"A": [], "B": [{"matcher": "negate", "value": "x"}]}"#))
    #expect(imported.spec.contains("A:\n          present: true"), "\(imported.spec)")
    #expect(
      imported.spec.contains("equals: x\n          present: true")
        || imported.spec.contains("present: true\n          not:"), "\(imported.spec)")
    #expect(imported.replay == "1 of 1")
  }

  @Test func `an empty query matches calls without one`() throws {
    let imported = try Self.imported(Self.pair(Self.exact("path", "/a") + #", "query": {}"#))
    #expect(imported.spec.contains("exactQuery: true"), "\(imported.spec)")
  }

  @Test func `an older version is an error`() throws {
    let text = #"{"data": {"pairs": []}, "meta": {"schemaVersion": "v3"}}"#
    try Imported(["sim.json": text], ["sim.json"]).expect(losses: ["\"v3\"|version 'v3' of Hoverfly's simulations"])
  }

  @Test func `no secret of a recorded call is written`() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl"
    let imported = try Self.imported(
      Self.pair(
        Self.exact("path", "/a/\(token)") + ", " + Self.exact("method", "POST")
          + #", "body": [{"matcher": "json", "value": "{\"password\": \"hunter2\", \"a\": 1}"}]"#),
      Self.pair(
        Self.exact("path", "/b") + ", " + Self.exact("method", "POST")
          + #", "body": [{"matcher": "exact", "value": "{\"token\": \"hunter2\"}"}]"#),
      Self.pair(
        Self.exact("path", "/c")
          + #", "body": [{"matcher": "form", "value": {"code": [{"matcher": "exact", "value": "hunter2"}]}}]"#),
      Self.pair(
        Self.exact("path", "/d")
          + #", "query": {"key": [{"matcher": "exact", "value": "hunter2"}], "token": [{"matcher": "array", "value": ["hunter2"]}]}"#,
        #""body": "{\"next\": \"https://a.example/?access_token=hunter2\"}""#))
    for text in imported.texts.values { #expect(!text.contains("hunter2") && !text.contains("eyJ"), "\(text)") }
    #expect(imported.replay == "4 of 4", "\(imported.lines)")
  }

  @Test(arguments: [
    (#"{"matcher": "json", "value": "{\"a\":1}"}"#, "jsonEquals:"),
    (#"{"matcher": "jsonPartial", "value": "{\"a\":1}"}"#, "json:"),
    (#"{"matcher": "jsonpath", "value": "$.a.b"}"#, "pointers:\n          /a/b:"),
    (#"{"matcher": "regex", "value": "^x+$"}"#, "text:\n          matches: ^x+$"),
    (#"{"matcher": "negate", "value": "x"}"#, "text:\n          not:\n            equals: x"),
    (#"{"matcher": "form", "value": {"a": [{"matcher": "exact", "value": "1"}]}}"#, "form:\n          a: '1'"),
  ])
  func `matchers of the body are conditions on it`(matcher: String, written: String) throws {
    let imported = try Self.imported(
      Self.pair(Self.exact("path", "/a") + ", " + Self.exact("method", "POST") + #", "body": [\#(matcher)]"#))
    #expect(imported.spec.contains(written), "\(imported.spec)")
    imported.expect(losses: matcher.contains("jsonPartial") ? ["{|the JSON must be there at the root"] : [])
  }

  @Test(arguments: [
    (#""path": [{"matcher": "xpath", "value": "/a"}]"#, "\"xpath\"|a path is matched by"),
    (#""path": [{"matcher": "glob", "value": "/a*b"}]"#, "{|'a.*b' matches one segment only"),
    (#""path": [{"matcher": "regex", "value": "^/a[/]b$"}]"#, "{|the pattern can't be written"),
    (
      #""path": [{"matcher": "exact", "value": "/a"}], "query": {"q": [{"matcher": "exact", "value": "1;2"}]}"#,
      "{|several values"
    ),
    (
      #""path": [{"matcher": "exact", "value": "/a"}], "body": [{"matcher": "xml", "value": "<a/>"}]"#,
      "{|'xml' isn't supported here"
    ),
    (#""destination": [{"matcher": "regex", "value": "a"}]"#, "{|a host is a name"),
    (#""headers": {"A": [{"matcher": "jwt", "value": "{}"}]}"#, "{|'jwt' isn't supported here"),
  ])
  func `what a pair has and a spec can't say is reported`(request: String, loss: String) throws {
    try Self.imported(Self.pair(Self.exact("path", "/x")), Self.pair(request)).expect(losses: [loss])
  }

  @Test func `delays with a median and a mean, templates, and actions of all pairs`() throws {
    let imported = try Imported(
      [
        "sim.json": #"""
        {"data": {"pairs": [\#(Self.pair(
          Self.exact("path", "/a"),
          #""body": "{{ Request.Method }} {{ Request.Body 'jsonpath' '$.id' }}", "templated": true, "logNormalDelay": {"min": 0, "max": 0, "mean": 200, "median": 100}"#))],
         "globalActions": {"delays": [{"delay": 1}]}}, "meta": {"schemaVersion": "v5"}}
        """#
      ], ["sim.json"])
    #expect(
      imported.spec.contains("text: '{{request.method}} {{request.json.id | default: ''''}}'"), "\(imported.spec)")
    #expect(imported.spec.contains("median: 100ms") && imported.spec.contains("sigma: 1.177"), "\(imported.spec)")
    imported.expect(losses: ["\"delays\"|'delays' isn't imported"])
  }
}
