import MockSpecDiagnostics
import MockSpecDocument
import Testing

@testable import MockSpecSchema

struct JSONPathTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let document: String
    /// The selected values as JSON.
    let selected: [String]

    init(_ path: String, _ document: String, _ selected: String...) {
      (self.path, self.document, self.selected) = (path, document, selected)
    }

    var testDescription: String { "\(path) in \(document.prefix(60))" }
  }

  private static let garage = #"""
    {"cars": [
      {"make": "Volvo", "year": 1998, "doors": 5, "colors": ["red", "blue"]},
      {"make": "Saab", "year": 2004, "price": 8.95},
      {"make": "Seat", "year": 2010, "price": 22.99, "tag": null}
    ], "bike": {"price": 399, "make": "Puch"}}
    """#

  /// The subjects of the examples of RFC 9535 §1.5 and §2, with other documents.
  private static let standard = [
    // §1.5: the tour of a document.
    Case("$.cars[*].make", garage, #""Volvo""#, #""Saab""#, #""Seat""#),
    Case("$..make", garage, #""Volvo""#, #""Saab""#, #""Seat""#, #""Puch""#),
    Case("$.bike.*", garage, "399", #""Puch""#), Case("$..price", garage, "8.95", "22.99", "399"),
    Case("$..cars[2].make", garage, #""Seat""#), Case("$..cars[2].owner", garage),
    Case("$..cars[-1].year", garage, "2010"), Case("$..cars[0,1].year", garage, "1998", "2004"),
    Case("$..cars[:2].year", garage, "1998", "2004"), Case("$..cars[?@.doors].make", garage, #""Volvo""#),
    Case("$..cars[?@.price < 10].make", garage, #""Saab""#),
    // §2.2: the whole document.
    Case("$", "[1]", "[1]"), Case("$", "null", "null"),
    // §2.3.1: names.
    Case("$.o['j j']", #"{"o": {"j j": {"k.k": 3}}}"#, #"{"k.k": 3}"#),
    Case("$.o['j j']['k.k']", #"{"o": {"j j": {"k.k": 3}}}"#, "3"),
    Case(#"$.o["j j"]["k.k"]"#, #"{"o": {"j j": {"k.k": 3}}}"#, "3"),
    Case(#"$["'"]["@"]"#, #"{"'": {"@": 2}}"#, "2"), Case("$.é.日_1", #"{"é": {"日_1": 1}}"#, "1"),
    Case(#"$['\u00e9\ud83d\ude00\'\\\/']"#, #"{"é😀'\\/": 1}"#, "1"), Case("$['']", #"{"": 1}"#, "1"),
    Case("$.a", #"[{"a": 1}]"#), Case("$['0']", "[1]"),
    // §2.3.2: wildcards.
    Case("$[*]", #"{"a": 1, "b": [2]}"#, "1", "[2]"), Case("$.a[*, *]", #"{"a": [1, 2]}"#, "1", "2", "1", "2"),
    Case("$.*", "1"),
    // §2.3.3: indexes.
    Case("$[1]", #"["a", "b"]"#, #""b""#), Case("$[-2]", #"["a", "b"]"#, #""a""#), Case("$[-3]", #"["a", "b"]"#),
    Case("$[0]", #"{"0": 1}"#),
    // §2.3.4: slices.
    Case("$[1:3]", "[0, 1, 2, 3, 4, 5, 6]", "1", "2"), Case("$[5:]", "[0, 1, 2, 3, 4, 5, 6]", "5", "6"),
    Case("$[1:5:2]", "[0, 1, 2, 3, 4, 5, 6]", "1", "3"), Case("$[5:1:-2]", "[0, 1, 2, 3, 4, 5, 6]", "5", "3"),
    Case("$[::-1]", "[0, 1, 2]", "2", "1", "0"), Case("$[::0]", "[0, 1, 2]"), Case("$[-2:]", "[0, 1, 2]", "1", "2"),
    Case("$[: 9007199254740991 :9007199254740991]", "[0, 1]", "0"), Case("$[5:-9]", "[0, 1]"),
    Case("$[::-1]", "[]"), Case("$[-9:1:-1]", "[0, 1]"),
    // §2.3.5: filters.
    Case("$[?@.b == 'kilo']", #"[{"b": "kilo"}, {"b": "k"}]"#, #"{"b": "kilo"}"#),
    Case("$[?(@.b == 'kilo')]", #"[{"b": "kilo"}, {"b": "k"}]"#, #"{"b": "kilo"}"#),
    Case("$[?@ > 3.5]", #"[3, 5, 1, "6", {}]"#, "5"),
    Case("$[?@.*]", #"[[], [0], {}, {"a": 1}, 1]"#, "[0]", #"{"a": 1}"#),
    Case("$[?@[?@.b]]", #"[[{"b": 1}], [{}]]"#, #"[{"b": 1}]"#),
    Case("$[?@ < 2 || @.b == 'k']", #"[1, 2, {"b": "k"}]"#, "1", #"{"b": "k"}"#),
    Case("$[?@ > 1 && @ < 4]", "[1, 2, 3, 4]", "2", "3"), Case("$[?!(@ > 1) && !@.a]", #"[1, 2, {"a": 1}]"#, "1"),
    Case("$[?@.u || @.x]", #"[{"u": 0}, {"x": null}, {}]"#, #"{"u": 0}"#, #"{"x": null}"#),
    Case("$[?@.a == $.x]", #"{"x": 1, "y": {"a": 1}, "z": {"a": 2}}"#, #"{"a": 1}"#),
    Case(
      "$[?@.a == @.b]", #"[{"a": [1, {"c": 2}], "b": [1.0, {"c": 2}]}, {}]"#,
      #"{"a": [1, {"c": 2}], "b": [1.0, {"c": 2}]}"#, "{}"),
    Case("$[?@.a == null]", #"[{"a": null}, {}]"#, #"{"a": null}"#), Case("$[?@.a != 'd']", #"[{"a": "d"}, {}]"#, "{}"),
    Case("$[?@.a <= true]", #"[{"a": true}, {"a": false}]"#, #"{"a": true}"#),
    Case("$[?@ < 'b']", #"["a", "b", 1]"#, #""a""#),
    Case("$[?@ == 1e2]", "[100, 100.0, 1E+2, 1e-2]", "100", "100.0", "1E+2"),
    Case("$[?@ == -0]", "[0, -0.0, 1]", "0", "-0.0"),
    // All digits of numbers count.
    Case("$[?@ > 9007199254740992]", "[9007199254740992, 9007199254740993]", "9007199254740993"),
    Case("$[?@ == 0.1]", "[0.1, 0.10000000000000000001]", "0.1"), Case("$[?@ < 1e400]", "[1e399, 1e401]", "1e399"),
    // §2.4: functions.
    Case("$[?length(@) < 3]", #"["ab", "abc", [1, 2], {"a": 1}, 1, "😀é"]"#, #""ab""#, "[1, 2]", #"{"a": 1}"#, #""😀é""#),
    Case("$[?count(@.*) == 2]", "[[1, 2], [1], 1]", "[1, 2]"),
    Case("$[?count(@..a) > length(@.b)]", #"[{"a": {"a": 1}, "b": "x"}]"#, #"{"a": {"a": 1}, "b": "x"}"#),
    Case(
      "$[?value(@..c) == 'red']", #"[{"c": "red"}, {"d": {"c": "red"}}, {"c": "red", "d": {"c": "red"}}]"#,
      #"{"c": "red"}"#, #"{"d": {"c": "red"}}"#),
    Case("$[?match(@, 'a.*')]", #"["ab", "ba", 1]"#, #""ab""#), Case("$[?search(@, 'a$')]", #"["ab", "ba"]"#, #""ba""#),
    Case(#"$[?match(@, '1974-05-..')]"#, #"["1974-05-01", "1974-05-012"]"#, #""1974-05-01""#),
    Case(#"$[?match(@, '[\\p{L}\\-_]{2,}|x\\.')]"#, #"["é-", "x.", "x1"]"#, #""é-""#, #""x.""#),
    Case("$[?match(@.a, @.b)]", #"[{"a": "x", "b": "[a-z]"}, {"a": "x", "b": "\\d|x"}]"#, #"{"a": "x", "b": "[a-z]"}"#),
    // §2.5: children and descendants.
    Case("$['a', 'd']", #"{"a": 1, "b": 2, "d": 3}"#, "1", "3"), Case("$[0:1, 1]", "[1, 2]", "1", "2"),
    Case("$..a", #"{"a": [{"a": 1}, {"b": {"a": 2}}]}"#, #"[{"a": 1}, {"b": {"a": 2}}]"#, "1", "2"),
    Case("$..[0]", "[[1, 2], 3]", "[1, 2]", "1"), Case("$..*", "[[1]]", "[1]", "1"),
    Case("$..[*, 0]", "[[1]]", "[1]", "[1]", "1", "1"), Case("$..a..b", #"{"a": {"a": {"b": 1}}}"#, "1", "1"),
    // §2.6: null is a value.
    Case("$.a[0]", #"{"a": [null]}"#, "null"), Case("$.a.b", #"{"a": null}"#),
    Case("$[?@ == null]", "[null, 0]", "null"),
    // Blanks, and the last of equal names.
    Case("$ [ 'a' , 0 ] \t.b [ ? @ .c == 1 ]", #"{"a": {"b": [{"c": 1}]}}"#, #"{"c": 1}"#),
    Case("$.a", #"{"a": 1, "a": 2}"#, "2"), Case("$.*", #"{"a": 1, "b": 3, "a": 2}"#, "3", "2"),
  ]

  private static func nodes(_ path: String, _ document: String, steps: Int = JSONPath.maximumSteps) throws -> [Node]? {
    let root = try #require(DocumentParser.parseJSON(Array(document.utf8))).root
    var steps = steps
    return try JSONPath(path).nodes(in: root, steps: &steps)
  }

  @Test(arguments: standard)
  func `a path selects nodes in order`(item: Case) throws {
    let found = try #require(try Self.nodes(item.path, item.document))
    #expect(found.map(\.range.text) == item.selected)
  }

  @Test func `a path without blanks or with quotes selects the same`() throws {
    for path in ["$.bike.make", "$['bike']['make']", #"$["bike"]["make"]"#, "$ .bike ['make']"] {
      #expect(try Self.nodes(path, Self.garage)?.map(\.text) == ["Puch"])
    }
  }

  // MARK: - Limits

  @Test(arguments: [
    "$..[?count($..*) > 1]", "$..[?match($.t, $.p)]",
    "$[*][?search($.t, '(a|b|ab)*c{900}d')]",
    "$[\(Array(repeating: "*", count: 2000).joined(separator: ","))]", "$.n[?@ < $.n[-1]]",
  ])
  func `a path that takes too many steps selects nothing`(path: String) throws {
    let numbers = "[\((0..<3000).map(String.init).joined(separator: ","))]"
    let text = String(repeating: "ab", count: 20_000)
    let document = #"{"n": \#(numbers), "m": \#(numbers), "t": "\#(text)", "p": "(a|b|ab)*c{900}d"}"#
    #expect(try Self.nodes(path, document) == nil)
  }

  @Test func `the steps of several evaluations add up`() throws {
    let root = try #require(DocumentParser.parseJSON(Array("[1,2,3]".utf8))).root
    var steps = 10
    let path = try JSONPath("$[*]")
    #expect(path.nodes(in: root, steps: &steps)?.count == 3 && (1...9).contains(steps))
    #expect(path.nodes(in: root, steps: &steps)?.count == 3)
    #expect(path.nodes(in: root, steps: &steps) == nil && steps == 0)
    #expect(path.nodes(in: root, steps: &steps) == nil)
  }

  @Test func `deep paths are refused, and long ones and deep documents are evaluated`() throws {
    for (start, end) in [("[?@", "]"), ("[?(", ""), ("[?length(", ""), ("[?!(", ""), ("[?@[?$", "")] {
      let path = "$" + String(repeating: start, count: 100_000) + String(repeating: end, count: 100_000)
      #expect(throws: JSONPathError.self) { try JSONPath(path) }
    }
    let depth = 20
    let nested = "$" + String(repeating: "[?@", count: depth) + String(repeating: "]", count: depth)
    let document = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
    #expect(try Self.nodes(nested, document)?.count == 1)
    #expect(try Self.nodes("$" + String(repeating: "[0]", count: 10_000), document) == [])
    #expect(try Self.nodes("$" + String(repeating: "..*", count: 10), document) == nil)
  }
}
