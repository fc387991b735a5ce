import MockSpecDocument
import MockSpecSchema
import Testing

struct JSONEqualityTests {
  @Test(arguments: [
    ("1", "1.0"), ("10e-1", "1"), ("-0", "0"), ("0x1F", "31"), ("a", "'a'"), ("a", "\"\\x61\""), ("~", "null"),
    ("true", "True"), ("[]", "[]"), ("[1, [a]]", "[1.0, ['a']]"), ("{}", "{}"), ("{a: 1, b: [2]}", "{b: [2.0], a: 1}"),
    ("{1: x}", "{'1': x}"), (".inf", ".inf"), (".nan", ".nan"),
  ])
  func `values are equal`(left: String, right: String) throws {
    #expect(JSONEquality.areEqual(try document(left).root, try document(right).root))
    #expect(JSONEquality.areEqual(try document(right).root, try document(left).root))
  }

  @Test(arguments: [
    ("1", "'1'"), ("1", "true"), ("0", "false"), ("0", "~"), ("~", "''"), ("a", "A"), ("é", "e\u{301}"),
    ("[1, 2]", "[2, 1]"),
    ("[1]", "[1, 1]"), ("[]", "{}"), ("[]", "~"), ("{a: 1}", "{a: 2}"), ("{a: 1}", "{a: 1, b: 2}"),
    ("{a: 1}", "{b: 1}"),
    ("{a: ~}", "{}"), (".inf", "-.inf"), (".inf", ".nan"), (".nan", "1"),
    ("0x1FFFFFFFFFFFFFFFFF", "0x2FFFFFFFFFFFFFFFFF"),
    ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001"),
  ])
  func `values differ`(left: String, right: String) throws {
    #expect(!JSONEquality.areEqual(try document(left).root, try document(right).root))
    #expect(!JSONEquality.areEqual(try document(right).root, try document(left).root))
  }

  @Test func `values with syntax errors equal nothing`() throws {
    let parsed = DocumentParser.parse(Array("[*x, *x]".utf8), path: "f", format: .yaml)
    let elements = try #require(parsed.document).root.elements.map(\.self)
    #expect(!JSONEquality.areEqual(elements[0], elements[1]))
  }

  @Test func `collections aren't equal as scalars`() throws {
    #expect(!JSONEquality.areEqualScalars(try document("[]").root, try document("[]").root))
  }

  @Test func `a value is found by a key of another document`() throws {
    let key = try #require(try document("{x: {'b': 1}}").root.value("x")?.entry("b")).key
    #expect(try document("{a: 1, b: 2}").root.value(key)?.text == "2")
    #expect(try document("{a: 1, B: 2}").root.value(key) == nil)
  }
}
