public import Foundation

/// The reason why a body couldn't be decoded, with the position.
public struct DecodingFailure: Sendable {
  /// The position of a value's first byte in a body.
  public struct Position: Sendable, Hashable {
    /// The number of bytes before it.
    public let offset: Int
    /// The number of the line, from 1. Lines end with a line feed.
    public let line: Int
    /// The column in the line, in Unicode scalars, from 1.
    public let column: Int
  }

  /// The type that was expected.
  public let type: String
  /// The path to the value, such as `users[2].name`; empty for the whole body.
  public let path: String
  /// The position of the value in a JSON body, or of the innermost container of it that exists; `nil` if the body isn't
  /// JSON.
  public let position: Position?
  /// What was expected.
  public let message: String
  /// The decoder's error.
  public let underlying: any Error

  /// Describes the error of a decoder.
  ///
  /// - Parameters:
  ///   - type: The type that was expected.
  ///   - body: The body, in which the value's position is searched.
  public init(_ error: any Error, type: Any.Type, body: Data) {
    underlying = error
    self.type = "\(type)"
    let path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(let expected, let context):
      (path, message) = (context.codingPath, "expected \(expected)")
    case DecodingError.valueNotFound(let expected, let context):
      (path, message) = (context.codingPath, "expected \(expected), found no value")
    case DecodingError.keyNotFound(let key, let context):
      (path, message) = (context.codingPath, "no key '\(key.stringValue)'")
    case DecodingError.dataCorrupted(let context):
      path = context.codingPath
      let details = context.underlyingError.flatMap { ($0 as NSError).userInfo["NSDebugDescription"] as? String }
      message = context.debugDescription + (details.map { " " + $0 } ?? "")
    default:
      (path, message) = ([], "\(error)")
    }
    self.path = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    position = JSONScanner.offset(of: path, in: body).map { Position(offset: $0, in: body) }
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// `can't decode Int, 'users[2].id' at 7:12: expected Int`, with the line and the column, redacted by the default
  /// ``RedactionRules``.
  public var description: String { RedactionRules().shown(self) }

  func description(path: String, message: String) -> String {
    let place = position.map { " at \($0.line):\($0.column)" } ?? ""
    return "can't decode \(type)\(path.isEmpty ? "" : ", '\(path)'")\(place): \(message)"
  }

  /// Whether the message may contain the value.
  var mayNameValue: Bool {
    switch underlying {
    case DecodingError.typeMismatch, DecodingError.valueNotFound, DecodingError.keyNotFound: false
    default: true
    }
  }
}

extension DecodingFailure.Position {
  fileprivate init(offset: Int, in body: Data) {
    let before = body.prefix(offset)
    self.offset = offset
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    // All bytes of UTF-8 that don't continue a scalar.
    column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
  }
}
