import MockSpecDocument

/// A number of a document as the nearest binary one, and whether that is all there is to it.
///
/// Rounding never changes an order, so two that differ are in the right one; of two that are the same, the digits
/// decide, unless both are exact.
struct ScalarNumber: Sendable {
  var nearest: Double
  /// A whole number below 2^53.
  var isExact: Bool

  /// `nil` where no quick way leads from the digits to the nearest number.
  ///
  /// Digits that fit into 53 bits, divided by a power of ten that does, are rounded once only, and so rightly.
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

  /// `nil` for what is no number.
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
