import MockSpecDocument
import Testing

/// Tests JSON without diagnostics, such as a request's body.
struct RequestBodyTests {
  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, #"{"a": 2}"#), (#"{"a": {"x": [1]}, "b": 3, "a": {"y": 2}}"#, #"{"b": 3, "a": {"y": 2}}"#),
    (#"{"a": 1, "\u0061": 2, "a": 3}"#, #"{"a": 3}"#),
    (#"{"a": {"b": 1, "b": [{"c": 1, "c": 2}]}}"#, #"{"a": {"b": [{"c": 2}]}}"#),
    (#"{"a": {"b": 1, "b": 2}, "a": {"c": 3, "c": 4, "d": 5}}"#, #"{"a": {"c": 4, "d": 5}}"#),
    (#"[{"a": 1, "a": 2}, {"a": 3}]"#, #"[{"a": 2}, {"a": 3}]"#), (#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 2}"#),
  ])
  func `the last value of a repeated name is used`(text: String, meaning: String) throws {
    let found = try #require(DocumentParser.parseJSON(Array(text.utf8))).root
    let expected = try #require(DocumentParser.parseJSON(Array(meaning.utf8))).root
    #expect(Self.plain(found) == Self.plain(expected))
    for key in ["a", "b"] { #expect(found.value(key).map(Self.plain) == expected.value(key).map(Self.plain)) }
  }

  static func plain(_ node: Node) -> String {
    switch node.kind {
    case .mapping: "{" + node.entries.map { $0.key.text + ":" + plain($0.value) }.joined(separator: ",") + "}"
    case .sequence: "[" + node.elements.map(plain).joined(separator: ",") + "]"
    default: node.text
    }
  }

  @Test(arguments: ["", " ", "{", "{} x", "nul", "{a: 1}", "[1,]", "'a'", "\"\u{1}\"", "NaN"])
  func `text that isn't JSON has no document`(text: String) {
    #expect(DocumentParser.parseJSON(Array(text.utf8)) == nil)
  }

  @Test func `a body that is too large or too deep has no document`() {
    var limits = DocumentLimits()
    limits.bytes = 8
    limits.depth = 2
    #expect(DocumentParser.parseJSON(Array("[[1, 2]]".utf8), limits: limits) != nil)
    #expect(DocumentParser.parseJSON(Array("[[1, 23]]".utf8), limits: limits) == nil)
    #expect(DocumentParser.parseJSON(Array("[[[]]]".utf8), limits: limits) == nil)
  }
}
