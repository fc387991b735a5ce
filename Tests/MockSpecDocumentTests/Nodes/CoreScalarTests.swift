import MockSpecDiagnostics
import MockSpecDocument
import Testing

/// YAML 1.2.2 §10.3.2, for plain scalars.
struct CoreScalarTests {
  @Test(arguments: ["null", "Null", "NULL", "~", ""])
  func `null`(text: String) throws {
    #expect(try Self.value(text).kind == .null)
  }

  @Test(arguments: [
    ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false), ("FALSE", false),
  ])
  func `truth values`(text: String, value: Bool) throws {
    #expect(try Self.value(text).boolValue == value)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("12", 12), ("-12", -12), ("+12", 12), ("007", 7), ("0x1F", 31), ("0xff", 255), ("0o17", 15),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
  ])
  func `integers`(text: String, value: Int) throws {
    let node = try Self.value(text)
    #expect(node.kind == .integer)
    #expect(node.intValue == value)
    #expect(node.doubleValue == Double(value))
    #expect(node.text == text)
  }

  @Test(arguments: [
    ("1.5", 1.5), ("-1.5", -1.5), ("+1.5", 1.5), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("+.5", 0.5), ("1e3", 1_000),
    ("1E-3", 0.001), ("1.5e+3", 1_500), (".5e1", 5), ("0.0", 0), (".inf", .infinity), ("+.inf", .infinity),
    ("-.Inf", -.infinity), (".INF", .infinity),
  ])
  func `other numbers`(text: String, value: Double) throws {
    let node = try Self.value(text)
    #expect(node.kind == .float)
    #expect(node.doubleValue == value)
    #expect(node.intValue == nil)
  }

  @Test(arguments: [".nan", ".NaN", ".NAN"])
  func `NaN is a number`(text: String) throws {
    let node = try Self.value(text)
    #expect(node.kind == .float)
    #expect(node.doubleValue?.isNaN == true)
  }

  @Test(arguments: [
    "no", "No", "yes", "on", "off", "y", "n", "nULL", "tRUE", "nil", "none", "~x", "1_000", "1,000", "12:30",
    "12:30:45",
    "0b11", "0o18", "0x", "0o", "0xG", "-0x1", "+0o7", "0X1F", "+", ".", "-.", "..5", "1.2.3", "1e", "1e+", "e5",
    ".e5", "1.5.", "--1", "+-1", "1 2", "inf", "nan", "Infinity", "+.nan", ".iNF", "2026-11-21", "0.1f", "1a", "１２",
    "127.0.0.1", "v1",
  ])
  func `everything else is text`(text: String) throws {
    let node = try Self.value(text)
    #expect(node.kind == .string)
    #expect(node.text == text)
  }

  @Test func `an integer beyond 64 bits keeps its digits`() throws {
    let node = try Self.value("123456789012345678901234567890")
    #expect(node.kind == .integer)
    #expect(node.intValue == nil)
    #expect(node.doubleValue == 1.2345678901234568e29)
    #expect(node.text == "123456789012345678901234567890")
  }

  @Test(arguments: ["1", "1.5", "true", "~", "0x1F"])
  func `a quoted scalar is text`(text: String) throws {
    #expect(try Self.value("'\(text)'").kind == .string)
    #expect(try Self.value("\"\(text)\"").kind == .string)
    #expect(try Self.value("|\n  \(text)").kind == .string)
  }

  private static func value(_ text: String) throws -> Node {
    try #require(parse("v: \(text)\n").document?.root.value("v"))
  }
}
