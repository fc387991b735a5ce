import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

struct PointerMatcherTests {
  static let cases = [
    BodyCase("pointers: {/a: b}", #"{"a": "b"}"#, true), BodyCase("pointers: {/a: b}", #"{"a": "c"}"#, false),
    BodyCase("pointers: {/a: b}", #"{"b": "b"}"#, false),
    BodyCase("pointers: {/a/0/b: x}", #"{"a":[{"b":"x"}]}"#, true),
    BodyCase("pointers: {/a/1: x}", #"{"a": ["x"]}"#, false),
    BodyCase("pointers: {/a/01: x}", #"{"a":[1,"x"]}"#, false),
    BodyCase("pointers: {/a/-: {present: true}}", #"{"a": [1]}"#, false),
    BodyCase("pointers: {/a/+0: 1}", #"{"a": [1]}"#, false), BodyCase("pointers: {/0: x}", #"{"0": "x"}"#, true),
    BodyCase("pointers: {/~1~0: x}", #"{"/~": "x"}"#, true), BodyCase("pointers: {/~01: x}", #"{"~1": "x"}"#, true),
    BodyCase("pointers: {/: x}", #"{"": "x"}"#, true), BodyCase("pointers: {'': x}", #""x""#, true),
    BodyCase("pointers: {'': {present: true}}", "[]", true), BodyCase("pointers: {/é: x}", #"{"\u00e9": "x"}"#, true),
    // Strings by content, other scalars by their text.
    BodyCase("pointers: {/a: 1}", #"{"a": 1}"#, true), BodyCase("pointers: {/a: 1}", #"{"a": "1"}"#, true),
    BodyCase("pointers: {/a: 1}", #"{"a": 1.0}"#, false), BodyCase("pointers: {/a: 1.50}", #"{"a": 1.50}"#, true),
    BodyCase("pointers: {/a: true}", #"{"a": true}"#, true), BodyCase("pointers: {/a: 'null'}", #"{"a": null}"#, true),
    BodyCase("pointers: {/a: {matches: '^[0-9]+$'}}", #"{"a": 42}"#, true),
    BodyCase("pointers: {/a: {equals: B, ignoreCase: true}}", #"{"a": "b"}"#, true),
    BodyCase(#"pointers: {/a: "b\nc"}"#, #"{"a": "b\nc"}"#, true),
    // Objects and arrays are present, but aren't text.
    BodyCase("pointers: {/a: {present: true}}", #"{"a": {}}"#, true),
    BodyCase("pointers: {/a: {present: true}}", #"{"a": null}"#, true),
    BodyCase("pointers: {/a: {present: false}}", #"{"a": []}"#, false),
    BodyCase("pointers: {/a: {present: false}}", #"{"b": []}"#, true),
    BodyCase("pointers: {/a: {contains: ''}}", #"{"a": []}"#, false),
    BodyCase("pointers: {/a: {matches: ''}}", #"{"a": {}}"#, false),
    BodyCase("pointers: {/a: {not: {equals: b}}}", #"{"a": {}}"#, true),
    BodyCase("pointers: {/a: {not: {equals: b}}}", "{}", true), BodyCase("pointers: {/a: ''}", "{}", false),
    // All pointers must match, and the body must be JSON. The last value of a repeated name is used.
    BodyCase("pointers: {/a: 1, /b: 2}", #"{"b": 2, "a": 1}"#, true),
    BodyCase("pointers: {/a: 1, /b: 2}", #"{"a": 1}"#, false),
    BodyCase("pointers: {/a: {present: false}}", "a=1", false),
    BodyCase("pointers: {/a: {present: false}}", "", false), BodyCase("pointers: {/a: 2}", #"{"a":1,"a":2}"#, true),
    BodyCase("pointers: {/a: 1}", #"{"a":1,"a":2}"#, false),
    BodyCase("pointers: {/a/b: {present: true}}", #"{"a": {"b": 1}, "a": {}}"#, false),
    BodyCase("pointers: {/a: 1}", "\u{FEFF}{\"a\": 1}", true),
    BodyCase("pointers: {'': {present: true}}", String(repeating: "[", count: 100_000), false),
    BodyCase(
      "pointers: {'': {present: true}}",
      String(repeating: "[", count: 129) + String(repeating: "]", count: 129), false),
  ]

  @Test(arguments: cases)
  func `a pointer refers to a value`(item: BodyCase) throws { try item.check() }

  @Test(arguments: ["a", "a/b", "/a~", "/~2", "#/a", " /a"])
  func `an invalid pointer is an error`(pointer: String) throws {
    let found = try Specs.problems(
      "requests: {A: {match: {body: {pointers: {'\(pointer)': 1}}}, responses: {R: {}}}}")
    #expect(found == ["bad-key: expected a JSON Pointer, found '\(pointer)'"])
  }

  // MARK: - Against a naive reference

  /// JSON as plain values.
  indirect enum Value: Hashable {
    case scalar(written: String, text: String)
    case array([Value])
    case object([String: Value])

    var json: String {
      switch self {
      case .scalar(let written, _): written
      case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
      case .object(let entries): "{" + entries.map { "\"\($0)\":" + $1.json }.joined(separator: ", ") + "}"
      }
    }

    /// Every pointer with its value.
    var places: [(pointer: String, value: Value)] {
      let children: [(String, Value)] =
        switch self {
        case .scalar: []
        case .array(let elements): elements.enumerated().map { ("\($0.offset)", $0.element) }
        case .object(let entries):
          entries.map { ($0.replacing("~", with: "~0").replacing("/", with: "~1"), $1) }
        }
      var places: [(pointer: String, value: Value)] = [("", self)]
      for (token, child) in children {
        for place in child.places { places.append(("/" + token + place.pointer, place.value)) }
      }
      return places
    }
  }

  static func random(_ depth: Int, _ generator: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<(depth == 0 ? 3 : 6), using: &generator) {
    case 0:
      let text = ["", "a", "0", "null", "~", "é"].randomElement(using: &generator)!
      return .scalar(written: "\"\(text)\"", text: text)
    case 1, 2:
      let text = ["0", "-1", "1.50", "1e3", "true", "false", "null"].randomElement(using: &generator)!
      return .scalar(written: text, text: text)
    case 3, 4:
      var entries: [String: Value] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        entries[["a", "b", "0", "1", "", "/", "~", "~1", "a/b"].randomElement(using: &generator)!] =
          random(depth - 1, &generator)
      }
      return .object(entries)
    default: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in random(depth - 1, &generator) })
    }
  }

  @Test(arguments: 0..<20)
  func `pointers find the same values as a walk over the document`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed &* 77 &+ 1)
    for _ in 0..<40 {
      let value = Self.random(4, &generator)
      let places = value.places
      let parsed = ParsedCall(MockCall("POST /a", body: value.json), knowsHost: true)
      let others = Self.random(4, &generator).places.map(\.pointer)
      for pointer in places.map(\.pointer) + others {
        let expected = places.first { $0.pointer == pointer }?.value
        var isText = false
        if case .scalar(_, let text)? = expected {
          isText = true
          #expect(try Self.matches(pointer, "equals", text, parsed), "\(pointer) in \(value.json)")
        }
        #expect(try Self.matches(pointer, "present", expected != nil, parsed), "\(pointer) in \(value.json)")
        #expect(try Self.matches(pointer, "matches", "", parsed) == isText, "\(pointer) in \(value.json)")
      }
    }
  }

  static func matches(_ pointer: String, _ key: String, _ value: some Any, _ parsed: ParsedCall) throws -> Bool {
    let written = value is Bool ? "\(value)" : "\"\(value)\""
    let spec = #"{"body": {"pointers": {"\#(pointer)": {"\#(key)": \#(written)}}}}"#
    let root = try #require(
      DocumentParser.parse(Array(spec.utf8), path: "f", format: .json).document?.root.value("body"))
    var decoder = SpecDecoder(folder: "/")
    guard case .matcher(let matcher)? = decoder.bodyRule(root) else { return false }
    var parsed = parsed
    return matcher.matches(&parsed, at: nil)
  }
}
