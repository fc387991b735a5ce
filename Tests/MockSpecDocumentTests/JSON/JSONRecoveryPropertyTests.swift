import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests pairs of mistakes in one file.
struct JSONRecoveryPropertyTests {
  /// An entry of a mapping, with one mistake.
  private static let entries = [
    #""a": None"#, #""a": 'b'"#, "a: 1", #"'a': 1"#, #""a": 01"#, #""a": .5"#, #""a" 1"#, #""a"; 1"#, #""a" = 1"#,
    #""a":: 1"#, #""a": [1,]"#, #""a": {"b": 1,}"#, #""a": [1 2]"#, #""a": [1,, 2]"#, #""a": [1; 2]"#, #""a": }"#,
    #""a": "\d""#, "\"a\": \"\t\"", #""a": "\u12""#, #""a": "\ud800""#, #""\q": 1"#, #""a": {"b" {"c": 1}}"#,
    #""a": {"b": 1 "c": 2}"#, #""a": /* b */ 1"#, #""a": 1 # b"#, #""a": "b"#, #""a: "b""#, #"a": "b""#,
    #""a": b""#, #""a: 1"#, #""a": "b"c"#, #""a": ["b": 1]"#, #""a": [1, 2}"#, #""a": {"b": 1]"#, #""a": [{"b": 1]"#,
    #""a": "b": 1}"#, #""a": nul"#, #""a": truex"#, #""a": @b"#, #""a": (1)"#, #""a": 2OO"#, #""a": "b" "c""#,
    #""a": [{"b": 1, {"b": 2}]"#, #""a": -"#, #""a": [1, 'x', 2]"#,
  ]

  private static func lines(_ first: String, _ last: String) -> [Int] {
    let text = """
      {
        "first": {
          \(first),
          "b": 1
        },
        "middle": [
          {"c": "d"}, 1
        ],
        "last": {
          "b": 1,
          \(last)
        }
      }
      """
    return parse(text, .json).diagnostics.map(\.start.line).sorted()
  }

  @Test func `both mistakes are reported, and nothing else`() {
    let good = #""a": 1"#
    let isComment = { (entry: String) in entry.hasSuffix("# b") }
    for entry in Self.entries {
      #expect(Self.lines(good, entry) == [11], "\(entry)")
      if !isComment(entry) { #expect(Self.lines(entry, good) == [3], "\(entry)") }
    }
    for first in Self.entries where !isComment(first) {
      for last in Self.entries {
        // All single quotes of a file are one mistake, all comments, and all keys without quotes.
        let isOne =
          first.contains("'") && last.contains("'") || first.contains("/*") && last.contains(/\/\*|# b/)
          || first == "a: 1" && last == first
        #expect(Self.lines(first, last) == (isOne ? [3] : [3, 11]), "\(first) … \(last)")
      }
    }
  }
}
