/// Consumes a text from its start.
struct ByteScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ wanted: Unicode.Scalar) -> Bool { take { $0 == UInt8(ascii: wanted) } }

  /// Consumes a letter in either case.
  mutating func take(letter: Unicode.Scalar) -> Bool { take { $0 | 0x20 == UInt8(ascii: letter) } }

  mutating func take(_ isWanted: (UInt8) -> Bool) -> Bool {
    guard let next, isWanted(next) else { return false }
    index += 1
    return true
  }

  /// Consumes bytes up to the first one that doesn't satisfy the condition. Returns their number.
  @discardableResult
  mutating func takeAll(_ isWanted: (UInt8) -> Bool) -> Int {
    let start = index
    while take(isWanted) {}
    return index - start
  }

  /// Consumes exactly the given number of digits.
  mutating func takeNumber(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let next, Self.isDigit(next) else { return nil }
      number = number * 10 + Int(next - UInt8(ascii: "0"))
      index += 1
    }
    return number
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}

/// Dates, times, durations (RFC 3339) and UUIDs.
extension ByteScanner {
  mutating func takeDateTime() -> Bool { takeDate() && take(letter: "t") && takeTime() }

  mutating func takeDate() -> Bool {
    guard let year = takeNumber(digits: 4), take("-"), let month = takeNumber(digits: 2), take("-"),
      let day = takeNumber(digits: 2), (1...12).contains(month)
    else { return false }
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    return (1...days).contains(day)
  }

  /// Consumes a time. A leap second is valid only at the end of a day in UTC.
  mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2), take(":"), let minute = takeNumber(digits: 2), take(":"),
      let second = takeNumber(digits: 2), hour < 24, minute < 60, second < 61
    else { return false }
    if take("."), takeAll(Self.isDigit) == 0 { return false }
    guard let offset = takeOffset() else { return false }
    let minutes = (hour * 60 + minute - offset + 1440) % 1440
    return second < 60 || minutes == 1439
  }

  /// Consumes a time offset. Returns it in minutes.
  private mutating func takeOffset() -> Int? {
    if take(letter: "z") { return 0 }
    let isNegative = next == UInt8(ascii: "-")
    guard take("+") || take("-"), let hour = takeNumber(digits: 2), take(":"), let minute = takeNumber(digits: 2),
      hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isNegative ? -1 : 1)
  }

  /// Consumes a duration (RFC 3339, appendix A). Each unit must be followed by the next smaller one, without gaps.
  mutating func takeDuration() -> Bool {
    guard take("P") else { return false }
    if next != UInt8(ascii: "T") {
      guard let unit = takeUnits("YMD", or: "W") else { return false }
      if unit == "W" || next != UInt8(ascii: "T") { return true }
    }
    return take("T") && takeUnits("HMS", or: nil) != nil
  }

  /// Consumes units in descending order. Returns the last one.
  private mutating func takeUnits(_ units: String, or single: Unicode.Scalar?) -> Unicode.Scalar? {
    var left = Array(units.unicodeScalars)
    var last: Unicode.Scalar?
    while takeAll(Self.isDigit) > 0 {
      if last == nil, let single, take(single) { return single }
      guard let position = left.firstIndex(where: { next == UInt8(ascii: $0) }), last == nil || position == 0 else {
        return nil
      }
      last = left[position]
      index += 1
      left.removeFirst(position + 1)
    }
    return last
  }

  mutating func takeUUID() -> Bool {
    for (position, count) in [8, 4, 4, 4, 12].enumerated() {
      if position > 0, !take("-") { return false }
      for _ in 0..<count where !take(Self.isHexDigit) { return false }
    }
    return true
  }
}
