import MockSpecDocument
import Testing

struct DecimalTextTests {
  @Test(arguments: [
    ("+1", "1"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"), ("007", "7"), ("-00", "-0"), ("0x1F", "31"),
    ("0o17", "15"), ("1.e3", "1.0e3"), ("12345678901234567890.10", "12345678901234567890.10"),
  ])
  func `YAML's numbers as JSON's`(text: String, json: String) { #expect(DecimalText.normalized(text) == json) }

  @Test(arguments: ["0", "-0", "12345678901234567890", "1.10", "1e3", "1.5E-07"])
  func `JSON's own notation stays as it is`(text: String) { #expect(DecimalText.json(text) == text) }

  @Test(arguments: [".nan", ".inf", "-.inf", "+.Inf", "0x1FFFFFFFFFFFFFFFF"])
  func `a number that JSON can't represent has no notation`(text: String) { #expect(DecimalText.json(text) == nil) }
}
