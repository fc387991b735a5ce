import Foundation
import MockSpec

extension WrittenJSON {
  /// Creates JSON from a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder; `nil` for one that sorts keys, so that equal values have equal JSON.
  init(_ value: some Encodable, _ encoder: JSONEncoder?) {
    self.init {
      do {
        return try (encoder ?? .sorting).encode(value)
      } catch let error as EncodingError {
        throw Unencodable(type: "\(type(of: value))", error: error)
      }
    }
  }
}

extension JSONEncoder {
  fileprivate static var sorting: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// The error of a value that an encoder refuses, with a description on one line.
private struct Unencodable: Error, CustomStringConvertible {
  let type: String
  let error: EncodingError

  var description: String {
    guard case .invalidValue(_, let context) = error, !context.codingPath.isEmpty else {
      return "\(type) can't be encoded: \(reason)"
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return "\(type) can't be encoded at '\(path)': \(reason)"
  }

  private var reason: String {
    if case .invalidValue(_, let context) = error { return context.debugDescription }
    return "\(error)"
  }
}
