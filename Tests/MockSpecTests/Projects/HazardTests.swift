import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Testing

@testable import MockSpec

/// The exact reports for limits and for bytes that editors don't show and repositories change. Columns count Unicode
/// scalars, and carets are placed by display width.
struct HazardTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var format = DocumentParser.Format.yaml
    var limits = DocumentLimits()
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], json: Bool = false, limit: (inout DocumentLimits) -> Void = { _ in }) {
      self.name = name
      self.bytes = bytes
      format = json ? .json : .yaml
      limit(&limits)
    }

    init(_ name: String, _ text: String, json: Bool = false, limit: (inout DocumentLimits) -> Void = { _ in }) {
      self.init(name, Array(text.utf8), json: json, limit: limit)
    }
  }

  private static func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      bigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
  }

  /// Returns a spec whose only error is the key `staus`, which follows the given text.
  private static func misspelt(before: String = "", break: String = "\n", name: String = "A", text: String = "x")
    -> String
  {
    [
      "\(before)mockspec: 1", "requests:", "  \(name):", "    match: GET /a",
      "    responses: {R: {text: '\(text)', staus: 404}}", "",
    ].joined(separator: `break`)
  }

  private static func misspeltJSON(before: String = "", text: String = "x") -> String {
    before
      + #"{"mockspec": 1, "requests": {"A": {"match": "GET /a", "responses": {"R": {"text": "\#(text)", "staus": 404}}}}}"#
  }

  static let text = [
    Case("mark", misspelt(before: "\u{FEFF}")), Case("mark-inside", misspelt(text: "a\u{FEFF}b")),
    Case("utf-16-marked", [0xFF, 0xFE] + utf16(misspelt())), Case("utf-16", utf16(misspelt(), bigEndian: true)),
    Case("latin-1", Array("mockspec: 1\n# caf".utf8) + [0xE9, 0x0A]),
    Case("cut-short", Array("mockspec: 1\nrequests: # 日本".utf8.dropLast())),
    Case("nul", misspelt(text: "a\u{0}b")), Case("crlf", misspelt(break: "\r\n")),
    Case("lone-cr", misspelt(break: "\r")),
    Case("nel", misspelt(text: "a\u{85}b")), Case("line-separator", misspelt(text: "a\u{2028}b")),
    Case("tab-before-value", "mockspec:\t1\nrequests:\t{A: {\tmatch: /a, responses: {R: {\tstaus: 404}}}}\n"),
    Case("tab-as-indentation", "mockspec: 1\nrequests:\n\tA: {match: /a}\n"),
    Case("multi-byte", misspelt(text: "äöüß")), Case("wide", misspelt(name: "日本語", text: "日本語のテキスト")),
    Case("emoji", misspelt(text: "😀👨‍👩‍👧")), Case("combining", misspelt(text: "e\u{301}e\u{301}")),
    Case("right-to-left", misspelt(text: "שלום\u{202E}")), Case("empty", ""), Case("only-mark", "\u{FEFF}"),
    Case("only-comments", "# nothing\n\n  # yet\n"),
    Case("several-documents", misspelt() + "---\nmockspec: 1\n"),
    Case("merge-key", "mockspec: 1\nrequests: {<<: {}}\n"),
    Case("key-not-scalar", "mockspec: 1\nrequests: {[a, b]: {}}\n"),
    Case("json-mark", misspeltJSON(before: "\u{FEFF}"), json: true),
    Case("json-utf-16", utf16(misspeltJSON()), json: true),
    Case("json-latin-1", Array(#"{"mockspec": 1, "caf"#.utf8) + [0xE9] + Array("\": 1}".utf8), json: true),
    Case("json-nul", misspeltJSON(text: "a\u{0}b"), json: true),
    Case("json-tab", misspeltJSON(text: "a\tb"), json: true),
    Case("json-line-separator", misspeltJSON(text: "a\u{2028}b\u{85}"), json: true),
    Case("json-wide", misspeltJSON(text: "日本語😀"), json: true),
    Case("json-crlf", "{\r\n  \"mockspec\": 1,\r\n  \"staus\": 1\r\n}\r\n", json: true),
    Case("json-empty", "", json: true),
  ]

  static let limits = [
    Case("limit-of-depth", "mockspec: 1\nx: [[[1]]]\n") { $0.depth = 3 },
    Case("limit-of-depth-by-alias", "mockspec: 1\nx: &x [[1]]\ny: [*x]\n") { $0.depth = 3 },
    Case("limit-of-nodes", "mockspec: 1\nx: [1, 2, 3]\n") { $0.nodes = 6 },
    Case("limit-of-aliases", "mockspec: 1\nx: &x [1, 2]\ny: [*x, *x]\n") { $0.aliasedNodes = 5 },
    Case("limit-of-aliased-text", "mockspec: 1\nx: &x \(String(repeating: "a", count: 1 << 19))\ny: [*x, *x, *x]\n") {
      $0.aliasedText = 1 << 20
    },
    Case("limit-of-directives", "%TAG !a! a\n%TAG !b! b\n---\nmockspec: 1\n") { $0.directives = 1 },
    Case("limit-of-bytes", "mockspec: 1\n" + String(repeating: "# x\n", count: 1 << 18)) { $0.bytes = 1 << 20 },
    Case("json-limit-of-depth", #"{"x": [[[1]]]}"#, json: true) { $0.depth = 3 },
    Case("json-limit-of-nodes", #"{"x": [1, 2, 3]}"#, json: true) { $0.nodes = 5 },
    Case("json-limit-of-bytes", String(repeating: " ", count: 1 << 20) + "{}", json: true) { $0.bytes = 1 << 20 },
  ]

  @Test(arguments: text + limits)
  func `a hazard has a report, word for word`(item: Case) throws {
    let path = "example.mock.\(item.format == .json ? "json" : "yaml")"
    let parsed = DocumentParser.parse(item.bytes, path: path, format: item.format, limits: item.limits)
    let failures = parsed.document.map { SchemaLibrary.spec.failures(in: $0.root).map(\.diagnostic) } ?? []
    let found = (parsed.diagnostics + failures).sortedByPlace()
    #expect(!found.isEmpty)
    try Golden.check(found, "hazards", item.name)
  }

  @Test func `no report is left over`() throws {
    #expect(try Golden.names(in: "hazards") == (Self.text + Self.limits).map(\.name).sorted())
  }
}
