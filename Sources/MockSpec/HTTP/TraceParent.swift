import HTTPTypes

/// The position of a call in a distributed trace, from its `traceparent` field
/// (<https://www.w3.org/TR/trace-context/>).
public struct TraceParent: Sendable, Hashable {
  /// The ID of the trace: 32 hexadecimal digits in lower case.
  public let traceID: String
  /// The ID of the caller's span, which the specification calls `parent-id`: 16 hexadecimal digits in lower case.
  public let spanID: String

  /// Parses the value of a `traceparent` field, such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
  ///
  /// - Returns: `nil` if the value is invalid. Versions above 00 can have more parts at the end (§3.2.4).
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, Self.isHexadecimal(parts[0], 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
      Self.isID(parts[1], 32), Self.isID(parts[2], 16), Self.isHexadecimal(parts[3], 2)
    else { return nil }
    (traceID, spanID) = (String(parts[1]), String(parts[2]))
  }

  /// Creates the position from header fields; `nil` unless there is exactly one valid `traceparent` field.
  init?(_ fields: HTTPFields) {
    let values = fields[values: Self.name]
    guard values.count == 1 else { return nil }
    self.init(values[0])
  }

  /// Returns whether a text is the ID of a trace.
  package static func isTraceID(_ text: String) -> Bool { isID(text[...], 32) }

  private static let name = HTTPField.Name("traceparent")!

  private static func isID(_ text: Substring, _ count: Int) -> Bool {
    isHexadecimal(text, count) && text.utf8.contains { $0 != UInt8(ascii: "0") }
  }

  private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
  }
}
