import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Reports repeat only the start of long text.
struct LongTextTests {
  /// Mistakes with a long text at `LONG`.
  static let yaml = [
    "LONG: 1", "requests: LONG", "requests: {LONG: 1}", "requests: {A: {match: LONG, responses: {R: {}}}}",
    "requests: {A: {match: GET /LONG{a, responses: {R: {}}}}",
    "requests: {A: {match: '/a?LONG b', responses: {R: {}}}}",
    "requests: {A: {match: {LONG: /a}, responses: {R: {}}}}",
    "requests: {A: {match: {path: 'LONG?a=LONG'}, responses: {R: {}}}}",
    "requests: {A: {match: {path: /a, host: LONG.}, responses: {R: {}}}}",
    "requests: {A: {match: {path: /a, query: {q: {LONG: a}}}, responses: {R: {}}}}",
    "requests: {A: {match: {path: /a, query: {q: {matches: 'LONG('}}}, responses: {R: {}}}}",
    "requests: {A: {match: {path: /a, body: {schema: {LONG: 1, type: LONG}}}, responses: {R: {}}}}",
    "requests: {A: {match: GET /a, responses: {R: {headers: {a, LONG=b}}}}}",
    "requests: {A: {match: GET /a, responses: {R: {file: LONG}}}}",
    "requests: {A: {match: GET /a, responses: {R: {delay: LONG}}}}",
    "requests: {A: {match: GET /a, responses: {R: {template: true, text: '{{LONG}} {{request.path.LONG}}'}}}}",
    "requests: {A: {match: GET /a, default: LONG, responses: {R: {}}}}", "a: 'b'LONG", "a: \"\"\"LONG", "a: LONG: b",
    "a: LONG:",
    "a: @LONG", "a: [LONG", "a: *LONG", "a: !LONG b", "LONG\nb: 1", "a:\n- LONG\n  b: 1",
    "# mockspec-ignore: LONG\nrequests: {}",
  ]
  static let json = [
    #""LONG": 1"#, #""requests": LONG"#, #""requests": {"LONG" 1}"#, #""requests": "\LONG""#, #""requests": 'LONG'"#,
    "LONG: 1",
    #""requests": {"A": {"match": "LONG", "responses": {"R": {"status": "LONG"}}}}"#,
  ]

  @Test(arguments: yaml.map { "mockspec: 1\n\($0)\n" }) func `in YAML`(text: String) throws {
    try check(text, "a.mock.yaml")
  }

  @Test(arguments: json.map { "{\"mockspec\": 1, \($0)}" }) func `in JSON`(text: String) throws {
    try check(text, "a.mock.json")
  }

  private func check(_ text: String, _ name: String) throws {
    let count = TestScale.count(10_000, long: 100_000)
    for long in [String(repeating: "a", count: count), String(repeating: "é/", count: count / 2)] {
      let report = try Mistake.Report([name: Array(text.replacing("LONG", with: long).utf8)])
      #expect(!report.diagnostics.isEmpty)
      for diagnostic in report.diagnostics {
        let texts =
          [diagnostic.message, diagnostic.help, diagnostic.label].compactMap(\.self) + diagnostic.notes.map(\.message)
        #expect(texts.allSatisfy { $0.utf8.count < 1_000 }, "\(diagnostic.code): \(texts.map { $0.prefix(100) })")
      }
    }
  }
}
