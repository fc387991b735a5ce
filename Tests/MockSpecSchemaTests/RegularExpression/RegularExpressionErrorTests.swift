import Testing

@testable import MockSpecSchema

struct RegularExpressionErrorTests {
  /// A pattern in which `«` and `»` mark the range of the error.
  struct Case: CustomTestStringConvertible, Sendable {
    var marked: String
    var kind: RegularExpressionError.Kind

    init(_ marked: String, _ kind: RegularExpressionError.Kind) {
      self.marked = marked
      self.kind = kind
    }

    var testDescription: String { marked.count > 60 ? "\(kind)" : marked }
    var pattern: String { marked.filter { $0 != "«" && $0 != "»" } }

    var error: RegularExpressionError? {
      let scalars = Array(marked.unicodeScalars)
      guard let start = scalars.firstIndex(of: "«"), let end = scalars.firstIndex(of: "»") else { return nil }
      return RegularExpressionError(kind: kind, range: start..<end - 1)
    }
  }

  @Test(arguments: [
    Case("a«(»b", .unclosedGroup(opening: "(")),
    Case("(a)«(?:»b", .unclosedGroup(opening: "(?:")),
    Case("(«(?<日>»b", .unclosedGroup(opening: "(?<日>")),
    Case("a«)»b", .unopenedGroup),
    Case("(a)😀«)»", .unopenedGroup),
    Case("«(?»", .unknownGroup(opening: "(?")),
    Case("«(?P»<n>a)", .unknownGroup(opening: "(?P")),
    Case("«(?>»a)", .unknownGroup(opening: "(?>")),
    Case("(?<«n»", .malformedGroupName(nil)),
    Case("(?<«»>a)", .malformedGroupName("")),
    Case("(?<«1a»>a)", .malformedGroupName("1a")),
    Case("(?<«a b»>a)", .malformedGroupName("a b")),
    Case("(a«(?=»b)", .unsupported(.lookAhead)),
    Case("«(?!»b)", .unsupported(.lookAhead)),
    Case("«(?<=»b)", .unsupported(.lookBehind)),
    Case("«(?<!»b)", .unsupported(.lookBehind)),
    Case("«(?i»)a", .unsupported(.flags)),
    Case("«(?-»i:a)", .unsupported(.flags)),
    Case("(a)«\\1»", .unsupported(.backReference)),
    Case("(a)«\\12»a", .unsupported(.backReference)),
    Case("(?<n>a)«\\k»<n>", .unsupported(.backReference)),
  ])
  func `groups`(_ example: Case) {
    check(example)
  }

  @Test(arguments: [
    Case("é«[»a", .unclosedClass),
    Case("«[»^", .unclosedClass),
    Case("«[»a-", .unclosedClass),
    Case("«[»a\\]", .unclosedClass),
    Case("a«]»", .unescapedBracket("]")),
    Case("[[:alpha:]«]»", .posixClass),
    Case("a«}»", .unescapedBracket("}")),
    Case("[x«z-a»]", .reversedRange("z-a")),
    Case("[«\\x62-a»]", .reversedRange("\\x62-a")),
    Case("[«\\d-z»]", .setInRange("\\d-z")),
    Case("[«a-\\w»]", .setInRange("a-\\w")),
    Case("[«\\B»]", .unknownEscape("\\B")),
    Case("[«\\1»]", .unknownEscape("\\1")),
  ])
  func `classes`(_ example: Case) {
    check(example)
  }

  @Test(arguments: [
    Case("«*»", .nothingToRepeat(quantifier: "*", after: .nothing)),
    Case("(«+?»a)", .nothingToRepeat(quantifier: "+?", after: .nothing)),
    Case("a|«{2,3}»", .nothingToRepeat(quantifier: "{2,3}", after: .nothing)),
    Case("^«*»", .nothingToRepeat(quantifier: "*", after: .assertion)),
    Case("a\\b«?»", .nothingToRepeat(quantifier: "?", after: .assertion)),
    Case("a*«*»", .nothingToRepeat(quantifier: "*", after: .quantifier)),
    Case("a+?«?»", .nothingToRepeat(quantifier: "?", after: .quantifier)),
    Case("a{1000}«{1000}»", .nothingToRepeat(quantifier: "{1000}", after: .quantifier)),
    Case("a«{»", .malformedQuantifier),
    Case("a«{»,3}", .malformedQuantifier),
    Case("a«{»1", .malformedQuantifier),
    Case("a«{»1,2", .malformedQuantifier),
    Case("a«{»b}", .malformedQuantifier),
    Case("日«{3,2}»", .reversedQuantifier("{3,2}")),
    Case("(?:a{1000})«{1000}»", .tooLarge(limit: 65_536)),
    Case("a«{65537}»", .tooLarge(limit: 65_536)),
    Case("a«{0,40000}»", .tooLarge(limit: 65_536)),
    Case("a{30000}b{30000}c«{30000,}»d", .tooLarge(limit: 65_536)),
    Case("(?:a{30000}(?:b{30000}(?:c«{99999999999999999999}»)))", .tooLarge(limit: 65_536)),
    Case("(?:a|b)«{9999999999999999999999}»", .tooLarge(limit: 65_536)),
  ])
  func `quantifiers`(_ example: Case) {
    check(example)
  }

  @Test(arguments: [
    Case("a«\\»", .trailingBackslash),
    Case("é«\\q»", .unknownEscape("\\q")),
    Case("«\\-»", .unknownEscape("\\-")),
    Case("«\\Z»", .unknownEscape("\\Z")),
    Case("«\\😀»", .unknownEscape("\\😀")),
    Case("«\\c»1", .malformedEscape("\\c", expected: "a letter from 'a' to 'z' after '\\c'")),
    Case(
      "«\\0»1", .malformedEscape("\\0", expected: "no digit after '\\0', or '\\x' and two hexadecimal digits")),
    Case("«\\x4»g", .malformedEscape("\\x4", expected: "two hexadecimal digits after '\\x'")),
    Case("«\\u12»", .malformedEscape("\\u12", expected: unicodeEscape)),
    Case("«\\u{»}", .malformedEscape("\\u{", expected: unicodeEscape)),
    Case("«\\u{12»", .malformedEscape("\\u{12", expected: unicodeEscape)),
    Case("\\uD83D«\\u00»", .malformedEscape("\\u00", expected: unicodeEscape)),
    Case("\\uD83D«\\q»", .unknownEscape("\\q")),
    Case("«\\u{110000}»", .codePointTooLarge("\\u{110000}")),
    Case("«\\u{FFFFFFFFFFFF}»", .codePointTooLarge("\\u{FFFFFFFFFFFF}")),
    Case("«\\p»L", .malformedEscape("\\p", expected: propertyEscape)),
    Case("«\\P{»L", .malformedEscape("\\P{", expected: propertyEscape)),
    Case("\\p{«Latin»}", .unknownProperty("Latin", similar: nil)),
    Case("\\p{«alphabetic»}", .unknownProperty("alphabetic", similar: "Alphabetic")),
    Case("\\p{«gc=Alpha»}", .unknownProperty("gc=Alpha", similar: nil)),
    Case("\\p{«»}", .unknownProperty("", similar: nil)),
    Case("a[\\P{«Script=Greek»}]", .unavailableProperty("Script=Greek")),
    Case("\\p{«scx=Grek»}", .unavailableProperty("scx=Grek")),
    Case("\\p{«Extended_Pictographic»}", .unavailableProperty("Extended_Pictographic")),
  ])
  func `escapes`(_ example: Case) {
    check(example)
  }

  @Test func `nesting beyond the limit is an error at the first group that exceeds it`() {
    check(Case(String(repeating: "(", count: 250) + "«(?:»a", .nestedTooDeeply(limit: 250)))
    check(Case(String(repeating: "(", count: 100_000), .nestedTooDeeply(limit: 250)), range: 250..<251)
  }

  @Test func `a long pattern without quantifiers is an error at the character that exceeds the limit`() {
    check(
      Case(String(repeating: "a", count: 65_536) + "«b»c", .tooLarge(limit: 65_536)))
  }

  @Test(arguments: [
    ("(?=a)", "look-ahead isn't supported, because it can't be matched in linear time"),
    ("\\1", "back-reference isn't supported, because it can't be matched in linear time"),
    ("(?:a{1000}){1000}", "the pattern is too large: at most 65536 instructions"),
    ("[z-a]", "range 'z-a' is reversed: expected the lower character first"),
    ("\\q", "'\\q' isn't an escape of ECMA-262 here"),
    ("a]", "']' isn't escaped: expected '\\]'"),
    ("(?<1>a)", "'1' isn't a valid group name: expected an identifier such as 'year'"),
    ("+a", "'+' has nothing to repeat: expected a character, a class or a group before it"),
    ("\\x4", "'\\x4' is an incomplete escape: expected two hexadecimal digits after '\\x'"),
    ("\\p{Script=Latn}", "Unicode property 'Script=Latn' isn't available"),
  ])
  func `messages contain what was found and what was expected`(_ pattern: String, _ message: String) {
    #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
    } catch {
      #expect(error.message == message)
    }
  }

  @Test(arguments: [
    ("\\q", "write 'q' to match the character itself"),
    ("a\\Z", "write '$' for the end of the text"),
    ("\\p{letter}", "did you mean 'Letter'?"),
    ("(?P<n>a)", "write '(?<name>' without the 'P'"),
    ("a|*", "write '.*' for any text, or '\\*' to match the character"),
    ("a**", "group the part to repeat: '(?:a+){2}'"),
  ])
  func `help contains what to write instead`(_ pattern: String, _ help: String) {
    #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
    } catch {
      #expect(error.help == help)
    }
  }

  private func check(_ example: Case, range: Range<Int>? = nil) {
    let expected = range.map { RegularExpressionError(kind: example.kind, range: $0) } ?? example.error
    do throws(RegularExpressionError) {
      _ = try RegularExpression(example.pattern)
      Issue.record("no error")
    } catch {
      #expect(error == expected)
      #expect(!error.message.hasSuffix("."))
    }
  }

  private static let unicodeEscape = "four hexadecimal digits after '\\u', or one to six of them in braces"
  private static let propertyEscape = "the name of a Unicode property in braces, as in '\\p{L}'"
}
