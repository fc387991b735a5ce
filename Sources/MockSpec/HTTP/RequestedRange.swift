/// The part of a body that a `Range` field requests (RFC 9110 §14.1.2).
enum RequestedRange: Equatable {
  /// The field is ignored, as servers may do (RFC 9110 §14.2): it isn't valid, its unit isn't bytes, or it requests
  /// several parts.
  case ignored
  case satisfiable(Range<Int>)
  /// The body ends before the range.
  case unsatisfiable

  /// - Parameters:
  ///   - field: The value of the field.
  ///   - length: The length of the body.
  init(_ field: String, of length: Int) {
    self = .ignored
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
    let ranges = parts[1].split(separator: ",").map(\.withoutBlanks).filter { !$0.isEmpty }
    guard ranges.count == 1 else { return }
    let bounds = ranges[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return }
    switch (Self.number(bounds[0]), Self.number(bounds[1])) {
    case (let first?, let last?) where first <= last: self = Self.range(first..<last, of: length)
    case (let first?, nil) where bounds[1].isEmpty: self = Self.range(first..<Int.max, of: length)
    case (nil, 0?) where bounds[0].isEmpty: self = .unsatisfiable
    // A number of last bytes. A `Content-Range` field can't express those of an empty body.
    case (nil, let count?) where bounds[0].isEmpty && length > 0:
      self = .satisfiable(max(0, length - count)..<length)
    default: break
    }
  }

  /// - Parameter bounds: The first position, and the last one.
  private static func range(_ bounds: Range<Int>, of length: Int) -> RequestedRange {
    bounds.lowerBound < length
      ? .satisfiable(bounds.lowerBound..<min(bounds.upperBound, length - 1) + 1) : .unsatisfiable
  }

  /// Returns a number of any length, at most `Int.max`; `nil` if the text has other characters than digits.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text) ?? .max
  }
}
