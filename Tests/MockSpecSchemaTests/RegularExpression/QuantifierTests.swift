import Testing

@testable import MockSpecSchema

struct QuantifierTests {
  @Test(arguments: [
    MatchCase("^a*$", matches: ["", "a", "aaa"], not: ["b", "ab"]),
    MatchCase("^a+$", matches: ["a", "aaa"], not: ["", "ba"]),
    MatchCase("^a?$", matches: ["", "a"], not: ["aa"]),
    MatchCase("^a{0}$", matches: [""], not: ["a"]),
    MatchCase("^a{3}$", matches: ["aaa"], not: ["", "aa", "aaaa"]),
    MatchCase("^a{0,}$", matches: ["", "a", "aaaa"], not: ["b"]),
    MatchCase("^a{2,}$", matches: ["aa", "aaaaa"], not: ["", "a"]),
    MatchCase("^a{1,}$", matches: ["a", "aaaaa"], not: [""]),
    MatchCase("^a{0,2}$", matches: ["", "a", "aa"], not: ["aaa"]),
    MatchCase("^a{2,4}$", matches: ["aa", "aaa", "aaaa"], not: ["a", "aaaaa"]),
    MatchCase("^a{02}$", matches: ["aa"], not: ["a"]),
    MatchCase("^(?:ab|c){2,3}$", matches: ["abc", "ccc", "ababab"], not: ["ab", "cccc"]),
    MatchCase("^日{2}😀+$", matches: ["日日😀😀"], not: ["日😀", "日日"]),
    MatchCase("^ab*c$", matches: ["ac", "abbc"], not: ["ababc"]),
    MatchCase("^(?:a{2}){3}$", matches: ["aaaaaa"], not: ["aaaaa", "aaaaaaa"]),
  ])
  func `counts are exact`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("^a*?$", matches: ["", "aaa"], not: ["b"]),
    MatchCase("^a+?b$", matches: ["aab"], not: ["b"]),
    MatchCase("^a??$", matches: ["", "a"], not: ["aa"]),
    MatchCase("^a{2,3}?$", matches: ["aa", "aaa"], not: ["a", "aaaa"]),
    MatchCase("^a{2}?$", matches: ["aa"], not: ["", "a"]),
  ])
  func `lazy quantifiers match the same texts`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("^(a*)*$", matches: ["", "aaa"], not: ["b", "aab"]),
    MatchCase("^(a*)+$", matches: ["", "aaa"], not: ["b"]),
    MatchCase("^(|a)+$", matches: ["", "a", "aa"], not: ["b"]),
    MatchCase("^(a|)*b$", matches: ["b", "aab"], not: ["", "a"]),
    MatchCase("^(?:(?:a?)*?)*$", matches: ["", "aa"], not: ["ab"]),
    MatchCase("^(?:)*a$", matches: ["a"], not: [""]),
    MatchCase("^(?:){4294967296,}a$", matches: ["a"], not: [""]),
    MatchCase("^(?:){99999999999999999999}$", matches: [""], not: ["a"]),
    MatchCase("^(?:a*){3,}b$", matches: ["b", "aab"], not: ["a"]),
    MatchCase("^(?:^a|\\b)*$", matches: ["a", ""], not: ["aa"]),
    MatchCase("^(?:(?:a{0}){9}){9}$", matches: [""], not: ["a"]),
  ])
  func `loops over an empty match end`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(a*)*$", "^(.*)*$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?:a?){50}a{50}c",
  ])
  func `patterns that are exponential with backtracking take linear time`(_ pattern: String) throws {
    let program = try Program(pattern)
    let text = Array(String(repeating: "a", count: 5_000).utf8) + [0x21]
    let expected = pattern == "^(.*)*$"
    #expect(program.threads(text) == expected)
    #expect(program.table(text) != !expected)
  }

  @Test func `a program that is too large for a table is matched without one`() throws {
    let program = try Program("[ab].{20}x")
    #expect(program.table == nil)
    try MatchCase(
      "[ab].{20}x",
      matches: ["a12345678901234567890x", "aab12345678901234567890x", "b日日日日日日日日日日日日日日日日日日日日x"],
      not: ["a1234567890123456789x", "c12345678901234567890x"]
    ).check()
    try MatchCase(
      "^.{1,4096}$",
      matches: ["a", String(repeating: "é", count: 4096)],
      not: ["", String(repeating: "é", count: 4097)]
    ).check()
  }

  @Test func `groups can be nested up to the limit`() throws {
    let depth = RegularExpressionParser.maximumNesting
    let pattern = String(repeating: "(?:a|", count: depth) + "b" + String(repeating: ")*", count: depth)
    try MatchCase("^\(pattern)$", matches: ["", "abba"], not: ["c"]).check()
  }
}
