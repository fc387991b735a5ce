import Testing

@testable import MockSpecSchema

struct UnicodePropertyTests {
  @Test(arguments: [
    MatchCase("^\\p{L}+$", matches: ["aÉ日ß"], not: ["", "1", "a b", "😀"]),
    MatchCase("^\\p{Letter}\\p{gc=L}\\p{General_Category=Letter}$", matches: ["aé日"], not: ["a1日"]),
    MatchCase("^\\P{L}$", matches: ["1", "😀", " "], not: ["a", "日", ""]),
    MatchCase("^\\p{Lu}\\p{Lowercase_Letter}$", matches: ["Éa", "Ωω"], not: ["éa", "ΩΩ"]),
    MatchCase("^[\\p{Nd}\\p{Pd}]+$", matches: ["1-٣–"], not: ["a", "½"]),
    MatchCase("^[^\\p{L}\\P{L}]", not: ["a", "1"]),
    MatchCase("^\\p{Sc}\\p{N}+$", matches: ["€10½", "$1"], not: ["€", "a1"]),
    MatchCase("^\\p{digit}\\p{punct}\\p{cntrl}$", matches: ["1!\n"], not: ["a!\n"]),
    MatchCase("^\\p{Alphabetic}\\p{White_Space}\\p{Upper}\\p{Lower}$", matches: ["a Aa"], not: ["a aa"]),
    MatchCase("^\\p{Emoji_Presentation}+$", matches: ["😀🎉"], not: ["1", "a"]),
    MatchCase("^\\p{ID_Start}\\p{ID_Continue}*$", matches: ["a1", "été"], not: ["1a", "a-"]),
    MatchCase("^\\p{ASCII}+$", matches: ["a~\0"], not: ["é", "\u{80}"]),
    MatchCase("^\\p{Any}$", matches: ["a", "\n", "😀"], not: [""]),
    MatchCase("\\P{Any}", not: ["a", ""]),
    MatchCase("\\p{Cs}", not: ["a", "😀"]),
    MatchCase("^\\p{Cn}$", matches: ["\u{E0080}"], not: ["a"]),
  ])
  func `properties contain the characters that Unicode defines`(_ match: MatchCase) throws {
    try match.check()
  }

  @Test func `every name is unique and long names come first`() {
    let properties = UnicodeProperty.categories + UnicodeProperty.binaryProperties
    let names = properties.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: UnicodeProperty.missing))
    for property in properties {
      #expect(property.names.allSatisfy { $0.count <= property.names[0].count || $0 == "Combining_Mark" })
    }
  }

  @Test func `surrogates belong to their categories`() throws {
    let surrogates = CodePointSet([CodePointSet.surrogates])
    #expect(try UnicodeProperty.require("Cs").codePoints(ignoringCase: false) == surrogates)
    #expect(try UnicodeProperty.require("Any").codePoints(ignoringCase: false) == .all)
    #expect(
      try UnicodeProperty.require("Assigned").codePoints(ignoringCase: false)
        == UnicodeProperty.require("Cn").codePoints(ignoringCase: false).inverted)
  }

  @Test func `a name with another case is suggested`() {
    #expect(throws: UnicodeProperty.LookupError.unknown(similar: "Letter")) { try UnicodeProperty.require("letter") }
    #expect(throws: UnicodeProperty.LookupError.unknown(similar: "White_Space")) {
      try UnicodeProperty.require("WhiteSpace")
    }
  }
}
