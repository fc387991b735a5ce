import MockSpecDocument

/// A number of a document, rounded to the nearest `Double`.
///
/// Rounding preserves order, so numbers with different rounded values compare correctly. If the rounded values are equal
/// and not both exact, the digits decide.
struct ScalarNumber: Sendable {
  var nearest: Double
  /// Whether the number is an integer below 2^53, which `nearest` represents exactly.
  var isExact: Bool

  /// Converts short decimal numbers. Returns `nil` for all other texts.
  ///
  /// The result is correct: if the digits and the power of ten both fit into 53 bits, the quotient is rounded only
  /// once.
  @inline(__always)
  init?(quickly bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0, bytes.count <= 17 else { return nil }
    let isNegative = start[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var value = 0
    var digits = 0
    var fraction = -1
    while index < bytes.count {
      let digit = start[index] &- UInt8(ascii: "0")
      if digit < 10 {
        value = value &* 10 &+ Int(digit)
        digits &+= 1
        if fraction >= 0 { fraction &+= 1 }
      } else if start[index] == UInt8(ascii: "."), fraction < 0 {
        fraction = 0
      } else {
        return nil
      }
      index &+= 1
    }
    guard digits > 0, digits <= 15 else { return nil }
    let sign: Double = isNegative ? -1 : 1
    if fraction <= 0 {
      nearest = sign * Double(value)
      isExact = true
    } else {
      nearest = sign * Double(value) / Self.powersOfTen[fraction]
      isExact = false
    }
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Returns `nil` if the node isn't a number.
  init?(_ node: Node) {
    if let quick = node.withUTF8(ScalarNumber.init(quickly:)) {
      self = quick
    } else if let nearest = node.doubleValue {
      self.init(nearest: nearest, isExact: false)
    } else {
      return nil
    }
  }

  init(nearest: Double, isExact: Bool) {
    self.nearest = nearest
    self.isExact = isExact
  }
}
