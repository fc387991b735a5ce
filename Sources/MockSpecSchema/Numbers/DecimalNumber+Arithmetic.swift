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

  package var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// Whether dividing by the other number, which isn't zero, leaves a whole number.
  ///
  /// With both as a whole number of digits times a power of ten, in which the digits don't end in zero:
  ///
  ///     a × 10^p / (b × 10^q)   p < q: never, as ten doesn't divide a   otherwise: does b divide a × 10^(p-q)?
  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    if digits.isEmpty { return true }
    let shift = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    guard shift >= 0, !divisor.digits.isEmpty else { return false }
    // Zeros help with as many twos and fives as b has, which are less than four for each of its digits.
    let zeros = min(shift, 4 * divisor.digits.count)
    if divisor.digits.count <= 18 {
      let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 &- UInt8(ascii: "0")) }
      var rest = digits.reduce(UInt64(0)) { Self.next($0, UInt64($1 &- UInt8(ascii: "0")), modulus) }
      for _ in 0..<zeros { rest = Self.next(rest, 0, modulus) }
      return rest == 0
    }
    return LongDivision(by: divisor.digits).dividesEvenly(digits, followedByZeros: zeros)
  }

  /// One step of a long division. The modulus has 18 digits at most, so the sum has 20 at most, but they may not fit.
  private static func next(_ rest: UInt64, _ digit: UInt64, _ modulus: UInt64) -> UInt64 {
    let product = rest.multipliedFullWidth(by: 10)
    let (low, carry) = product.low.addingReportingOverflow(digit)
    return modulus.dividingFullWidth((product.high + (carry ? 1 : 0), low)).remainder
  }
}

/// Division of decimal digits by more of them than a machine word holds.
private struct LongDivision {
  /// From the last to the first, as numbers.
  private let divisor: [Int8]

  init(by digits: [UInt8]) {
    divisor = digits.reversed().map { Int8($0 &- UInt8(ascii: "0")) }
  }

  func dividesEvenly(_ digits: [UInt8], followedByZeros zeros: Int) -> Bool {
    // One digit longer than the divisor, and always below ten times it.
    var rest = [Int8](repeating: 0, count: divisor.count + 1)
    func step(_ digit: Int8) {
      rest.removeLast()
      rest.insert(digit, at: 0)
      while isEnough(rest) { subtract(from: &rest) }
    }
    for digit in digits { step(Int8(digit &- UInt8(ascii: "0"))) }
    for _ in 0..<zeros { step(0) }
    return rest.allSatisfy { $0 == 0 }
  }

  private func isEnough(_ rest: [Int8]) -> Bool {
    if rest[divisor.count] > 0 { return true }
    for index in divisor.indices.reversed() where rest[index] != divisor[index] { return rest[index] > divisor[index] }
    return true
  }

  private func subtract(from rest: inout [Int8]) {
    var borrowed: Int8 = 0
    for index in divisor.indices {
      rest[index] -= divisor[index] + borrowed
      borrowed = rest[index] < 0 ? 1 : 0
      if borrowed > 0 { rest[index] += 10 }
    }
    rest[divisor.count] -= borrowed
  }
}
