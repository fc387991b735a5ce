import Testing

@testable import MockSpecSchema

struct CharacterClassTests {
  @Test(arguments: [
    MatchCase("^[abc]$", matches: ["a", "b", "c"], not: ["", "d", "ab"]),
    MatchCase("^[^abc]$", matches: ["d", "é", "\n", "😀"], not: ["", "a", "b"]),
    MatchCase("[]", not: ["", "a"]),
    MatchCase("^[^]$", matches: ["a", "\n", "\u{2028}", "😀"], not: [""]),
    MatchCase("^[a-c]$", matches: ["a", "b", "c"], not: ["d", "-", "`"]),
    MatchCase("^[a-cx-z0]$", matches: ["b", "y", "0"], not: ["d", "1"]),
    MatchCase("^[-a]$", matches: ["-", "a"], not: ["b"]),
    MatchCase("^[a-]$", matches: ["-", "a"], not: ["b"]),
    MatchCase("^[a-b-d]$", matches: ["a", "b", "-", "d"], not: ["c"]),
    MatchCase("^[a\\-c]$", matches: ["a", "-", "c"], not: ["b"]),
    MatchCase("^[\\d-]$", matches: ["1", "-"], not: ["a"]),
    MatchCase("^[--/]$", matches: ["-", ".", "/"], not: [",", "0"]),
    MatchCase("^[]-a|b$", matches: ["b"], not: ["]-a", "a"]),
    MatchCase("^[\\]-a]$", matches: ["]", "^", "_", "a"], not: ["b", "-"]),
    MatchCase("^[a^]$", matches: ["a", "^"], not: ["b"]),
    MatchCase("^[.*+?(){}|$/[]$", matches: [".", "*", "(", "{", "|", "$", "["], not: ["a", "]"]),
    MatchCase("^[\\b]$", matches: ["\u{8}"], not: ["b", ""]),
    MatchCase("^[à-ý]$", matches: ["é"], not: ["e", "ÿ"]),
    MatchCase("^[一-龥]+$", matches: ["日本語"], not: ["ひ", "日a"]),
    MatchCase("^[😀-😂]$", matches: ["😀", "😁", "😂"], not: ["😃", "a"]),
    MatchCase("^[^😀-😂]$", matches: ["😃", "a", "é"], not: ["😁"]),
    MatchCase(
      "^[\\u{7F}-\\u{10000}]$",
      matches: ["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}"],
      not: ["~", "\u{10001}"]),
    MatchCase("^[\\W\\w]$", matches: ["a", "é", "\n"]),
    MatchCase("^[^\\W]$", matches: ["a", "_"], not: ["é"]),
    MatchCase("^[\\D]$", matches: ["a"], not: ["1"]),
  ])
  func `classes contain the listed characters`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("^\\d$", matches: ["0", "9"], not: ["a", "٣", "/", ":"]),
    MatchCase("^\\D$", matches: ["a", "٣"], not: ["0", ""]),
    MatchCase("^\\w$", matches: ["a", "Z", "0", "_"], not: ["-", "é", "ſ", "\u{212A}"]),
    MatchCase("^\\W$", matches: ["-", "é", "😀"], not: ["a", "_", ""]),
    MatchCase(
      "^\\s$",
      matches: [
        " ", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{2028}", "\u{2029}",
        "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}",
      ],
      not: ["a", "\u{85}", "\u{180E}", "\u{200B}", "\u{8}", "\u{E}"]),
    MatchCase("^\\S$", matches: ["a", "\u{85}", "\u{200B}"], not: [" ", "\u{FEFF}"]),
  ])
  func `sets of characters are those of ECMA-262`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test(arguments: [
    MatchCase("^\\t\\n\\r\\v\\f\\0$", matches: ["\t\n\r\u{B}\u{C}\0"]),
    MatchCase("^\\cA\\cz\\cJ$", matches: ["\u{1}\u{1A}\n"], not: ["cA"]),
    MatchCase("^\\x41\\xe9$", matches: ["Aé"], not: ["x41"]),
    MatchCase("^\\u0041\\u65e5$", matches: ["A日"]),
    MatchCase("^\\uD83D\\uDE00$", matches: ["😀"], not: ["😁"]),
    MatchCase("^[\\uD83D\\uDE00-\\uD83D\\uDE02]$", matches: ["😁"], not: ["😃"]),
    MatchCase("^\\u{41}\\u{1F600}\\u{0000041}$", matches: ["A😀A"]),
    MatchCase("\\uD83D", not: ["😀", ""]),
    MatchCase("\\uDE00\\uD83D", not: ["😀"]),
    MatchCase("^\\uD83D\\u0041|b$", matches: ["b"], not: ["A"]),
    MatchCase("\\uD83D\\u{DE00}", not: ["😀"]),
    MatchCase("^[\\uD800-\\uDFFFa]$", matches: ["a"], not: ["😀", "\u{D7FF}", "\u{E000}"]),
    MatchCase("^[^\\uD800-\\uDFFF]$", matches: ["a", "😀", "\u{D7FF}", "\u{E000}"]),
    MatchCase("^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", matches: ["^$\\.*+?()[]{}|/"]),
    MatchCase("^a/b$", matches: ["a/b"]),
  ])
  func `escapes match single characters`(_ match: MatchCase) throws {
    try match.check()
  }
}
