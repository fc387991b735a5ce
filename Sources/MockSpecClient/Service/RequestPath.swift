/// A path whose interpolated values are percent-encoded, so that each stays within one segment (RFC 3986 §3.3).
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The path, percent-encoded, as it is sent.
  public let encoded: String

  public init(stringLiteral value: String) { encoded = value }

  public init(stringInterpolation: StringInterpolation) { encoded = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      for byte in value.description.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          text.append(Character(Unicode.Scalar(byte)))
        default:
          text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
    }
  }
}
