import MockSpecSchema
import Testing

struct DecimalNumberTests {
  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("1", "10e-1"), ("1", "0.1e1"), ("1", "+1"), ("1", "0001"), ("1", "1."), ("100", "1e2"),
    ("100", "1E+2"), ("0.5", ".5"), ("-0.5", "-.5"), ("0", "-0"), ("0", "0.000"), ("0", "0e999"), ("0", "-0e-9"),
    ("31", "0x1F"), ("31", "0x1f"), ("15", "0o17"), ("0", "0x0"), ("1e400", "10e399"), ("-1e-400", "-0.1e-399"),
    ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
    ("18446744073709551615", "0xFFFFFFFFFFFFFFFF"),
  ])
  func `different notations of a value are equal`(left: String, right: String) throws {
    let first = try #require(DecimalNumber(left))
    let second = try #require(DecimalNumber(right))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
  }

  @Test(arguments: [
    ("1", "2"), ("1", "-1"), ("1", "10"), ("1", "0.1"), ("12", "21"), ("1e400", "1e401"), ("1e-400", "0"),
    ("123456789012345678901234567890", "123456789012345678901234567891"), ("0.1", "0.10000000000000001"), ("105", "15"),
  ])
  func `numbers differ by any digit`(left: String, right: String) throws {
    #expect(try #require(DecimalNumber(left)) != #require(DecimalNumber(right)))
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "a", "1a", "1 ", " 1", "1e", "1e+", "1ex", "1e1.5", "1e+-1", "1e++1", "--1", "1.2.3",
    "1_000", "0x",
    "0o8", "0xG", "-0x1", ".nan", ".inf", "-.inf", "NaN", "Infinity", "0x10000000000000000", "１",
  ])
  func `other texts aren't numbers`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test(arguments: [
    "1e99999999999999999999", "1e-99999999999999999999", "-1e9223372036854775807", "1e-9223372036854775808",
  ])
  func `exponents can have any size`(text: String) {
    #expect(DecimalNumber(text) != nil)
    #expect(DecimalNumber(text) != DecimalNumber("1"))
  }

  @Test(arguments: [
    ("0", "1"), ("-1", "0"), ("-2", "-1"), ("-10", "-9"), ("9", "10"), ("0.1", "0.11"), ("1e-400", "1e-399"),
    ("9007199254740992", "9007199254740993"), ("-1", "1"), ("0", "1e-9"), ("-1e-9", "0"), ("12", "120"),
  ])
  func `numbers are ordered by value`(left: String, right: String) throws {
    let (left, right) = (try #require(DecimalNumber(left)), try #require(DecimalNumber(right)))
    #expect(left < right)
    #expect(!(right < left))
    #expect(!(left < left))
  }

  @Test(arguments: [
    ("0", "3"), ("9", "3"), ("-9", "3"), ("4.5", "1.5"), ("0.0075", "0.0001"), ("1e308", "0.5"),
    ("19.99", "0.01"), ("100", "8e-1"), ("1e20", "1024"), ("340282366920938463463374607431768211456", "1e-9"),
    ("10000000000000000000000000000000000000002", "5000000000000000000000000000000000000001"),
    ("123456789012345678901234567890e5", "1234567890123456789012345678.9"),
  ])
  func `multiples are recognized exactly`(number: String, divisor: String) throws {
    #expect(try #require(DecimalNumber(number)).isMultiple(of: #require(DecimalNumber(divisor))))
  }

  @Test(arguments: [
    ("1", "3"), ("0.00751", "0.0001"), ("1e308", "0.123456789"), ("19.995", "0.01"), ("1e999999999", "7e3"),
    ("1e-3", "1"), ("10", "4"),
    ("10000000000000000000000000000000000000003", "5000000000000000000000000000000000000001"),
    ("0.30000000000000001", "0.1"),
  ])
  func `numbers close to a multiple aren't multiples`(number: String, divisor: String) throws {
    #expect(try !#require(DecimalNumber(number)).isMultiple(of: #require(DecimalNumber(divisor))))
  }
}
