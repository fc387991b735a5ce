import TestSupport
import Testing

@testable import MockSpecSchema

struct JSONPathErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The path, with marks around the wrong part.
    let marked: String
    /// Parts of the message and the help.
    let message: String
    let help: String?

    init(_ marked: String, _ message: String, help: String? = nil) {
      (self.marked, self.message, self.help) = (marked, message, help)
    }

    var testDescription: String { marked }
  }

  static let cases = [
    Case("", "expected '$' at the start, found the end"),
    Case("1️⃣a1️⃣.b", "expected '$' at the start, found 'a'", help: "$.items"),
    Case("1️⃣/1️⃣a/b", "found '/'", help: "'pointers'"), Case("1️⃣@1️⃣.a", "found '@'", help: "write '$'"),
    Case("1️⃣ 1️⃣$", "found a blank"), Case("$1️⃣ 1️⃣", "expected '.', '[' or the end, found a blank"),
    // Names.
    Case("$.1️⃣.1️⃣", "expected a name, '*' or '[' after '..', found the end"),
    Case("$1️⃣.1️⃣", "expected a name or '*' after '.', found the end"),
    Case("$.a1️⃣-1️⃣b.c", "found '-'", help: "write ['a-b']"),
    Case("$.1️⃣11️⃣", "found '1'", help: "write ['1'], or [1] for an element"),
    Case("$.1️⃣'1️⃣a'", "found '''", help: "in brackets"), Case("$..1️⃣$1️⃣ref", "found '$'", help: "['$ref']"),
    Case("$.1️⃣[1️⃣0]", "found '['", help: "remove the '.'"), Case("$.a.length1️⃣(1️⃣)", "found '('", help: "only in filters"),
    Case("$.1️⃣ 1️⃣", "expected a name or '*' after '.', found a blank"),
    Case("$a", "expected '.', '[' or the end, found 'a'"),
    // Brackets.
    Case("$[1️⃣a1️⃣]", "found 'a'", help: "write ['a']"), Case("$[1️⃣(1️⃣@.length-1)]", "found '('", help: "[-1]"),
    Case("$[1️⃣]1️⃣", "found ']'"), Case("$['a'1️⃣:1️⃣]", "expected ',' or ']', found ':'"), Case("$[11️⃣.1️⃣5]", "found '.'"),
    Case("$[1️⃣011️⃣]", "'01' isn't an index", help: "write 1"), Case("$[1️⃣-01️⃣]", "'-0' isn't an index", help: "write 0"),
    Case("$[1️⃣90071992547409921️⃣]", "beyond the largest index"),
    Case("$[1️⃣-92233720368547758081️⃣]", "beyond the largest index"),
    Case("$['a1️⃣'1️⃣", "expected ',' or ']', found the end"),
    Case("$[1️⃣'1️⃣a]", "the text in quotes has no end"), Case(#"$['1️⃣\x1️⃣']"#, #"'\x' isn't an escape"#, help: "backslash"),
    Case(#"$['1️⃣\"1️⃣']"#, "isn't an escape", help: "remove the backslash"),
    Case(#"$['1️⃣\é1️⃣']"#, #"'\é' isn't an escape"#, help: "backslash"),
    Case(#"$['1️⃣\ud8001️⃣']"#, "both halves"), Case(#"$['1️⃣\u121️⃣']"#, "four hexadecimal digits"),
    Case("$['1️⃣\n1️⃣']", "control character"),
    // Filters.
    Case("$[?@.a 1️⃣=1️⃣ 1]", "found '='", help: "'=='"), Case("$[?@.a ==1️⃣=1️⃣ 1]", "found '='", help: "'=='"),
    Case("$[?@.a 1️⃣<>1️⃣ 1]", "found '<>'", help: "'!='"), Case("$[?@.a 1️⃣=~1️⃣ /b/]", "found '=~'", help: "match("),
    Case("$[?@.a 1️⃣&1️⃣ @.b]", "found '&'", help: "'&&'"), Case("$[?@.a 1️⃣and 1️⃣@.b]", "found 'and '", help: "'&&'"),
    Case("$[?@.a 1️⃣in 1️⃣['a']]", "found 'in '", help: "each value"),
    Case("$[?@.a 1️⃣+1️⃣ 1 == 2]", "found '+'", help: "arithmetic"),
    Case("$[?1️⃣]1️⃣", "expected a condition"), Case("$[?@.a == 1️⃣True1️⃣]", "found 'True'", help: "write true"),
    Case("$[?@.a == 1️⃣b1️⃣]", "found 'b'", help: "'b' for a text"), Case("$[?1️⃣'a'1️⃣]", "''a'' alone isn't a condition"),
    Case("$[?1️⃣@.*1️⃣ == 1]", "can have several values", help: "@.*[?@ == 1]"),
    Case("$[?1 == 1️⃣$..a1️⃣]", "can have several values"),
    Case("$[?!@.a 1️⃣==1️⃣ 1]", "expected ',' or ']'"), Case("$[?(@.a1️⃣]1️⃣", "expected ')'"),
    Case("$[?@.a == 1️⃣011️⃣]", "isn't a number of JSON"),
    Case("$[?@.a == 1.1️⃣]1️⃣", "a digit after '.'"), Case("$[?@.a =1️⃣=1️⃣", "a value after '=='"),
    // Functions.
    Case("$[?1️⃣size1️⃣(@.a) > 1]", "unknown function 'size'"),
    Case("$[?1️⃣lenght1️⃣(@.a) > 1]", "unknown function", help: "'length'"),
    Case("$[?1️⃣length(@.a)1️⃣]", "alone isn't a condition", help: "length(@.a) == 1"),
    Case("$[?length(1️⃣@.*1️⃣) > 1]", "several values"),
    Case("$[?1️⃣match(@.a, 'b')1️⃣ == true]", "is true or false"),
    Case("$[?1️⃣length(@.a, @.b)1️⃣ > 1]", "expected 1 argument"),
    Case("$[?count(1️⃣11️⃣) > 1]", "expected a path"), Case("$[?1️⃣length1️⃣ ", "found 'length'"),
    // Patterns.
    Case(#"$[?match(@, 'a1️⃣\\d1️⃣')]"#, #"'\d' isn't a part of I-Regexp"#, help: "[0-9]"),
    Case("$[?match(@, '1️⃣(1️⃣a')]", "isn't closed"), Case("$[?match(@, 'a1️⃣)1️⃣b')]", "closes no group"),
    Case("$[?match(@, 'a*1️⃣?1️⃣')]", "follows another", help: "remove"),
    Case("$[?match(@, '(1️⃣?1️⃣:a)')]", "'(?'"), Case("$[?search(@, '1️⃣[1️⃣a')]", "isn't closed"),
    Case("$[?search(@, 1️⃣'[b-a]'1️⃣)]", "reversed"),
    Case("$[?search(@, '[a-1️⃣-1️⃣b]')]", "isn't escaped"), Case("$[?search(@, 'a1️⃣{x}1️⃣')]", "quantifier"),
    Case(#"$[?search(@, '1️⃣\\p{Greek}1️⃣')]"#, "category"),
    Case("$[?search(@, 1️⃣'(a{999}){999}'1️⃣)]", "too large"),
  ]

  @Test(arguments: cases)
  func `an error is at the wrong character and says what would be right`(item: Case) throws {
    let marked = MarkedText(item.marked)
    let error = try #require(throws: JSONPathError.self) { try JSONPath(marked.text) }
    #expect(error.message.contains(item.message), "\(error)")
    if let help = item.help { #expect(error.help?.contains(help) == true, "\(error)") }
    if let range = marked.ranges[1] { #expect(error.range == range, "\(error)") }
    #expect(error.range.upperBound <= max(1, marked.text.utf8.count))
  }

  @Test(arguments: [
    "$[?(@.a==1)]", "$[?@.a == -1.5e3]", "$[?@['a-b'] == \"x\"]", "$[?count(@['a','b']) >= 1]",
    "$[?length(value(@..a)) == 2]", "$[?match(@.a, @.b) || !search(@.c, '[^a-c-]')]",
    "$[1:2, ?@, 'a']", "$.a[?@[?@.b == $.c]]",
  ])
  func `valid paths are accepted`(path: String) throws { _ = try JSONPath(path) }

  @Test func `no text breaks the parser`() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "$", "@", ".", "..", "[", "]", "?", "(", ")", "'", "\"", "\\", "a", "1", "-", ":", ",", "*", "==", "<", "!", "&&",
      "||", " ", "match(", "é", "\u{0}", "e9",
    ]
    for _ in 0..<20_000 {
      let text =
        "$"
        + (0..<Int.random(in: 0..<12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
        .joined()
      do throws(JSONPathError) {
        _ = try JSONPath(text)
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count, "\(text)")
      }
    }
  }
}
