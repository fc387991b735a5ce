import Testing

@testable import MockSpecSchema

struct RegularExpressionTests {
  @Test(arguments: [
    MatchCase("", matches: ["", "a", "é"]),
    MatchCase("a", matches: ["a", "xay", "aa"], not: ["", "b", "A"]),
    MatchCase("users", matches: ["users", "/users/1", "uusers"], not: ["user", "Users"]),
    MatchCase("aab", matches: ["aaab", "aab"], not: ["abab"]),
    MatchCase("é", matches: ["é", "caféx"], not: ["e", "e\u{301}"]),
    MatchCase("日本", matches: ["日本語"], not: ["日語本"]),
    MatchCase("😀", matches: ["😀", "a😀b"], not: ["😁", "\u{F600}"]),
    MatchCase("👩‍👧", matches: ["👩‍👧"], not: ["👩", "👧"]),
    MatchCase("\r\n", matches: ["\r\n"], not: ["\n"]),
    MatchCase("a\0b", matches: ["a\0b"], not: ["ab"]),
  ])
  func `literals are searched for anywhere, scalar by scalar`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("a|b", matches: ["a", "xb"], not: ["", "c"]),
    MatchCase("^(?:get|post|put)$", matches: ["get", "post", "put"], not: ["pos", "getpost", "xget"]),
    MatchCase("|a", matches: ["", "b"]),
    MatchCase("^(?:|a)$", matches: ["", "a"], not: ["b", "aa"]),
    MatchCase("^(?:a||b)$", matches: ["", "a", "b"], not: ["ab"]),
    MatchCase("^a|b$", matches: ["ax", "xb"], not: ["xa", "bx"]),
    MatchCase("(a)(?:b)(?<third>c)", matches: ["abc"], not: ["ab"]),
    MatchCase("(?<$_é1\u{200D}>a)", matches: ["a"], not: ["b"]),
    MatchCase("(?<a>x)|(?<a>y)", matches: ["x", "y"]),
    MatchCase("()", matches: ["", "a"]),
    MatchCase("^((a|b)(c|d)|e)+$", matches: ["acbde", "e", "ad"], not: ["", "ab", "ace d"]),
  ])
  func `alternatives and groups`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("^$", matches: [""], not: ["a", "\n"]),
    MatchCase("^a$", matches: ["a"], not: ["a\n", "\na", "ba", "ab"]),
    MatchCase("a^b", not: ["ab", "a\nb", "b"]),
    MatchCase("a$b", not: ["ab", "a\nb"]),
    MatchCase("(?:^|,)x(?:,|$)", matches: ["x", "a,x,b", "a,x"], not: ["ax", "xa"]),
    MatchCase("^^a$$", matches: ["a"], not: ["aa"]),
    MatchCase("$^", matches: [""], not: ["a"]),
    MatchCase("(?:a|^)b", matches: ["b", "ab", "xab"], not: ["xb"]),
  ])
  func `anchors match only at the ends of the text`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("\\bcat\\b", matches: ["cat", "a cat.", "cat\u{E9}", "-cat-"], not: ["cats", "_cat", "1cat"]),
    MatchCase("\\Bcat", matches: ["bobcat", "_cat"], not: ["cat", "a cat"]),
    MatchCase("^\\b", matches: ["a", "1 "], not: ["", " a", "é"]),
    MatchCase("\\b$", matches: ["a", " _"], not: ["", "a "]),
    MatchCase("\\B", matches: ["", "é", "aa", "--", "é😀"], not: ["a", "aéa", "a😀a", "a日a"]),
    MatchCase("é\\b", matches: ["éa"], not: ["é", "éé"]),
    MatchCase("é\\B", matches: ["é", "éé", "é日"], not: ["éa"]),
    MatchCase("(?:\\ba)+", matches: ["a", "ba a"], not: ["ba"]),
    MatchCase("\\b\\B", not: ["", "a", "a b", "é"]),
  ])
  func `word boundaries depend on ASCII words and whole characters`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase(".", matches: ["a", "é", "日", "😀", " ", "\u{85}"], not: ["", "\n", "\r\n", "\u{2028}", "\u{2029}"]),
    MatchCase("^.$", matches: ["😀", "é"], not: ["e\u{301}", "ab"]),
    MatchCase("^a.c$", matches: ["abc", "a😀c"], not: ["ac", "a\nc", "abbc"]),
  ])
  func `a dot matches one scalar except a line break`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test func `the pattern is stored as written`() throws {
    #expect(try RegularExpression("^\\d+$").pattern == "^\\d+$")
  }

  /// The table of the pattern would have 2^20 rows.
  @Test func `a match without a table is limited to a number of steps`() throws {
    var expression = try RegularExpression("^(a|b)*a(a|b){20}$")
    let text = String(repeating: "ab", count: 100)
    #expect(expression.matches(text) == false)
    #expect(expression.matches(text + "b") == true)
    expression.maximumSteps = 1_000
    #expect(expression.matches(text) == nil)
    #expect(expression.matches(text + "b") == nil)
    #expect(expression.matches("c") == false)
  }
}
