extension DecimalNumber: Comparable {
  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// Whether the value is a whole number.
  package var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// Returns whether the number is a multiple of the divisor, which isn't zero.
  ///
  /// Both numbers are written as an integer times a power of ten. The integer doesn't end in zero:
  ///
  ///     a × 10^p / (b × 10^q)   p < q: never, as ten doesn't divide a   otherwise: does b divide a × 10^(p-q)?
  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    if digits.isEmpty { return true }
    let shift = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    guard shift >= 0, !divisor.digits.isEmpty else { return false }
    // Each zero contributes a factor of two and of five. b has fewer than four of them per digit.
    let zeros = min(shift, 4 * divisor.digits.count)
    if divisor.digits.count <= 18 {
      let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 &- UInt8(ascii: "0")) }
      var rest = digits.reduce(UInt64(0)) { Self.next($0, UInt64($1 &- UInt8(ascii: "0")), modulus) }
      for _ in 0..<zeros { rest = Self.next(rest, 0, modulus) }
      return rest == 0
    }
    return LongDivision(by: divisor.digits).dividesEvenly(digits, followedByZeros: zeros)
  }

  /// One step of a long division. The modulus has at most 18 digits, so the sum can overflow 64 bits.
  private static func next(_ rest: UInt64, _ digit: UInt64, _ modulus: UInt64) -> UInt64 {
    let product = rest.multipliedFullWidth(by: 10)
    let (low, carry) = product.low.addingReportingOverflow(digit)
    return modulus.dividingFullWidth((product.high + (carry ? 1 : 0), low)).remainder
  }
}

/// Long division by a number that doesn't fit into a machine word.
private struct LongDivision {
  /// The digits, 18 in each word, least significant word first, followed by a zero: a remainder can have one more digit.
  private let divisor: [UInt64]

  private static let base: UInt64 = 1_000_000_000_000_000_000

  init(by digits: [UInt8]) {
    var words: [UInt64] = []
    var rest = digits[...]
    while !rest.isEmpty {
      words.append(rest.suffix(18).reduce(0) { $0 * 10 + UInt64($1 &- UInt8(ascii: "0")) })
      rest = rest.dropLast(18)
    }
    divisor = words + [0]
  }

  func dividesEvenly(_ digits: [UInt8], followedByZeros zeros: Int) -> Bool {
    // The remainder. It is always less than the divisor.
    var rest = [UInt64](repeating: 0, count: divisor.count)
    for digit in digits { append(UInt64(digit &- UInt8(ascii: "0")), to: &rest) }
    for _ in 0..<zeros { append(0, to: &rest) }
    return rest.allSatisfy { $0 == 0 }
  }

  /// Appends a digit to the remainder, then subtracts the divisor as often as possible.
  private func append(_ digit: UInt64, to rest: inout [UInt64]) {
    var carry = digit
    for index in rest.indices {
      let word = rest[index] &* 10 &+ carry
      carry = word / Self.base
      rest[index] = word % Self.base
    }
    while isEnough(rest) { subtract(from: &rest) }
  }

  private func isEnough(_ rest: [UInt64]) -> Bool {
    for index in divisor.indices.reversed() where rest[index] != divisor[index] { return rest[index] > divisor[index] }
    return true
  }

  private func subtract(from rest: inout [UInt64]) {
    var borrowed: UInt64 = 0
    for index in divisor.indices {
      let less = divisor[index] &+ borrowed
      borrowed = rest[index] < less ? 1 : 0
      rest[index] = rest[index] &+ borrowed &* Self.base &- less
    }
  }
}
