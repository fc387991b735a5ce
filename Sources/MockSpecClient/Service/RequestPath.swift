/// A path whose interpolated values are percent-encoded, so that each stays within one segment (RFC 3986 §3.3).
///
/// ```swift
/// let path: RequestPath = "/users/\(name)/avatar"
/// ```
///
/// A slash in a value is percent-encoded, too: each segment is a value of its own, as in `"/files/\(folder)/\(name)"`. To join a
/// number of segments that is known only at run time, call the methods of ``StringInterpolation``:
///
/// ```swift
/// var text = RequestPath.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
/// for folder in folders {
///   text.appendLiteral("/")
///   text.appendInterpolation(folder)
/// }
/// let path = RequestPath(stringInterpolation: text)
/// ```
///
/// The text between the values is written as in a URL: its percent-encoded bytes stay as they are, and characters that
/// a path can't have, such as a space, are percent-encoded.
///
/// A call throws ``RequestEncodingError`` if its path
/// - has an interpolated value that is empty, or `.` or `..`, also as a part that `/` or `\` delimits:
///   such a value changes which resource is called, as servers and proxies remove the segment;
/// - has a segment `.` or `..`;
/// - has a `?` or `#` outside its values; parameters of the query are declared as ``RequestContent``;
/// - has a `%` that two hexadecimal digits don't follow.
public struct RequestPath: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The path, percent-encoded, as it is sent.
  public let encoded: String
  /// The reason why the path can't be sent, without the interpolated values, which may be secret.
  let problem: String?

  /// Creates a path without values.
  public init(stringLiteral value: String) {
    var interpolation = StringInterpolation()
    interpolation.appendLiteral(value)
    self.init(stringInterpolation: interpolation)
  }

  /// Creates a path with percent-encoded values.
  public init(stringInterpolation: StringInterpolation) {
    encoded = stringInterpolation.text
    problem = stringInterpolation.problem
  }

  /// Builds a path from a literal, and percent-encodes interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""
    /// The path with `{1}` for its first value.
    private var template = ""
    private var count = 0
    /// The reason why the path can't be sent, without the path.
    private var fault: String?

    fileprivate init() {}

    /// Creates an empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text of the path, as in a URL.
    public mutating func appendLiteral(_ literal: String) {
      template += literal
      if literal.utf8.allSatisfy(\.isPathCharacter) {
        text += literal
        return
      }
      if literal.utf8.contains(UInt8(ascii: "?")) {
        fault = fault ?? "a '?', which starts a query: declare its parameters as content with 'query'"
      } else if literal.utf8.contains(UInt8(ascii: "#")) {
        fault = fault ?? "a '#', which starts a fragment: write '%23' for the character"
      } else if literal.hasStrayPercent {
        fault = fault ?? "a '%' without two hexadecimal digits after it: write '%25' for the character"
      }
      text += literal.percentEncoded { $0.isPathCharacter || $0 == UInt8(ascii: "%") }
    }

    /// Adds a value, and percent-encodes all its characters but the unreserved ones (RFC 3986 §2.3).
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let value = value.description
      count += 1
      template += "{\(count)}"
      if value.isEmpty {
        fault = fault ?? "an empty value {\(count)}"
      } else if value.hasDotSegment {
        fault = fault ?? "a value {\(count)} with a segment '.' or '..', which would change the path"
      }
      text += value.percentEncoded(except: \.isUnreserved)
    }

    fileprivate var problem: String? {
      var fault = fault
      let canHaveDots = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
      if fault == nil, canHaveDots,
        text.utf8.split(separator: UInt8(ascii: "/")).contains(where: { Substring($0).isDotSegment })
      {
        fault = "a segment '.' or '..', which would change the path"
      }
      return fault.map { "'\(template)' has \($0)" }
    }
  }
}

extension String {
  // Bytes are compared: a delimiter and a combining character after it are one `Character`.

  fileprivate var hasStrayPercent: Bool {
    utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
      .contains { $0.prefix(2).count { Character(Unicode.Scalar($0)).isHexDigit } < 2 }
  }

  /// Whether a part that `/` or `\` delimits is `.` or `..`.
  fileprivate var hasDotSegment: Bool {
    utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      .contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }
}

extension UInt8 {
  /// Whether it is a character of a segment (`pchar`, RFC 3986 §3.3) or the slash between segments, and not `%`.
  fileprivate var isPathCharacter: Bool {
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    default: isUnreserved
    }
  }
}

extension Substring {
  /// Whether a URL parser removes the segment. Parsers of the WHATWG read `%2e` as a dot there.
  fileprivate var isDotSegment: Bool {
    guard utf8.first == UInt8(ascii: ".") || utf8.first == UInt8(ascii: "%") else { return false }
    let text = lowercased().replacing("%2e", with: ".")
    return text == "." || text == ".."
  }
}
