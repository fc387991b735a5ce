import Testing

@testable import MockSpecSchema

struct CaseTests {
  @Test(arguments: [
    MatchCase("^bearer$", matches: ["bearer", "Bearer", "BEARER"], not: ["bear er"]),
    MatchCase("^\\x41\\u{62}$", matches: ["ab", "AB"], not: ["a"]),
    MatchCase("^[a-c]$", matches: ["b", "B"], not: ["d", "D"]),
    MatchCase("^[^a-c]$", matches: ["d", "D"], not: ["b", "B"]),
    MatchCase("^[W-c]$", matches: ["w", "X", "a", "B", "_"], not: ["d", "v"]),
    MatchCase("^éΣ$", matches: ["éσ", "ÉΣ", "éς"], not: ["eσ"]),
    MatchCase("^[^é]$", matches: ["e"], not: ["é", "É"]),
    MatchCase("^ß$", matches: ["ß", "ẞ"], not: ["ss", "SS"]),
    MatchCase("^k$", matches: ["k", "K", "\u{212A}"]),
    MatchCase("^\\w\\W$", matches: ["a-", "ſ-", "K "], not: ["aſ", "éa"]),
    MatchCase("^[\\W]$", matches: ["-"], not: ["k", "ſ"]),
    MatchCase("^i$", matches: ["i", "I"], not: ["ı", "İ"]),
    MatchCase("^\u{13A0}$", matches: ["\u{13A0}", "\u{AB70}"]),
    MatchCase("^\\p{Lu}\\P{Lu}$", matches: ["a1", "A "], not: ["aa", "AA"]),
    MatchCase("^1😀.$", matches: ["1😀A"], not: ["1😁a"]),
  ])
  func `if case is ignored, characters match all their case variants`(_ match: MatchCase) throws {
    try match.check(ignoringCase: true)
  }

  @Test func `case matters unless it is ignored`() throws {
    try MatchCase("^a[b]\\x63$", matches: ["abc"], not: ["ABC", "Abc", "aBc", "abC"]).check()
  }
}
