import Testing

@testable import MockSpec

struct ItemValueTests {
  @Test func `values are sorted by kind, then by value`() {
    let texts: [String?] = [
      nil, "null", "false", "true", "-1e400", "-2", "-1.5", "0", "1e-400", "9007199254740992", "9007199254740993",
      "1e400",
      #""""#, #""B""#, #""a""#, #""a\"b""#, #""ab""#, #""\u007f""#, #""é""#, #""😀""#, "[]",
    ]
    let values = texts.map { ItemValue($0.map { Array($0.utf8)[...] }) }
    for (left, right) in zip(values, values.dropFirst()) {
      #expect(left < right && !(right < left), "\(left) \(right)")
    }
  }

  @Test func `equal numbers have no order`() {
    let (left, right) = (ItemValue(Array("1.0".utf8)[...]), ItemValue(Array("10e-1".utf8)[...]))
    #expect(!(left < right) && !(right < left))
  }
}
