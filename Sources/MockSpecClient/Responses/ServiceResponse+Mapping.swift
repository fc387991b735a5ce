public import Foundation
import HTTPTypes

extension ServiceResponse {
  /// Decodes the body.
  ///
  /// - Parameters:
  ///   - type: The type of the value, if it isn't known from the context.
  ///   - keyPath: The path to the value, of keys and of indices from 0, such as `data.users.0`; by default, the whole body.
  ///     Keys are as the decoder's strategy converts them.
  ///   - decoder: The decoder of the body's format.
  /// - Throws: ``ServiceError/Reason-swift.enum/decoding(_:)``.
  public func value<Value: Decodable>(
    as type: Value.Type = Value.self, at keyPath: String? = nil, decoder: some BodyDecoder = JSONDecoder()
  ) throws(ServiceError) -> Value {
    do {
      guard let keyPath else { return try decoder.decode(type, from: contents()) }
      let data = try contents()
      return try SelectedValue<Value>.path.withValue(keyPath.split(separator: ".").map(String.init)) {
        try decoder.decode(SelectedValue<Value>.self, from: data).value
      }
    } catch {
      throw failure(.decoding(DecodingFailure(error, type: type, body: body)))
    }
  }

  /// Parses a JSON body.
  ///
  /// - Parameter keyPath: The path to the value, of keys and of indices from 0; by default, the whole body.
  /// - Returns: A value as returned by `JSONSerialization`.
  /// - Throws: ``ServiceError/Reason-swift.enum/decoding(_:)``.
  public func json(at keyPath: String? = nil) throws(ServiceError) -> Any {
    do {
      var value = try JSONSerialization.jsonObject(with: contents(), options: .fragmentsAllowed)
      var path: [any CodingKey] = []
      for part in keyPath?.split(separator: ".") ?? [] {
        let key = PathKey(String(part))
        if let found = (value as? [String: Any])?[key.stringValue] {
          value = found
        } else if let array = value as? [Any], let index = key.intValue, array.indices.contains(index) {
          value = array[index]
        } else {
          throw DecodingError.keyNotFound(key, .init(codingPath: path, debugDescription: "no such key"))
        }
        path.append(key)
      }
      return value
    } catch {
      throw failure(.decoding(DecodingFailure(error, type: Any.self, body: body)))
    }
  }

  /// Returns the body as text, in the character encoding that `Content-Type` names, else in UTF-8.
  ///
  /// - Parameter keyPath: The path to a string in a JSON body.
  /// - Throws: ``ServiceError/Reason-swift.enum/decoding(_:)``.
  public func text(at keyPath: String? = nil) throws(ServiceError) -> String {
    if let keyPath { return try value(as: String.self, at: keyPath) }
    do {
      let charset = headers[.contentType].flatMap(Self.charset) ?? "utf-8"
      guard let encoding = Self.encodings[charset] else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "the character encoding '\(charset)' isn't supported"))
      }
      guard let text = try String(data: contents(), encoding: encoding) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the body isn't \(charset)"))
      }
      return text
    } catch {
      throw failure(.decoding(DecodingFailure(error, type: String.self, body: body)))
    }
  }

  private func contents() throws -> Data {
    guard let file else { return body }
    return try Data(contentsOf: file)
  }

  /// With the other labels of the WHATWG's Encoding Standard that servers use.
  private static let encodings: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1,
    "iso8859-1": .isoLatin1, "latin1": .isoLatin1, "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252,
    "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
  ]

  /// The parameter `charset` (RFC 9110 §8.3.2), in lower case.
  private static func charset(of contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "charset" else { continue }
      return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")).lowercased()
    }
    return nil
  }
}

/// A decoder of bodies.
public protocol BodyDecoder: Sendable {
  /// Decodes a value from the bytes of a body.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: BodyDecoder {}
extension PropertyListDecoder: BodyDecoder {}

private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// An index has digits only.
  init(_ text: String) {
    stringValue = text
    intValue = text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
  }

  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { self.init("\(intValue)") }
}

/// The parts of the path of the value that is decoded. Task-local, since not all decoders have `userInfo`.
private enum SelectedPath {
  @TaskLocal static var parts: [String] = []
}

/// The value at ``SelectedPath/parts``.
private struct SelectedValue<Value: Decodable>: Decodable {
  static var path: TaskLocal<[String]> { SelectedPath.$parts }
  let value: Value

  init(from decoder: any Decoder) throws {
    var decoder = decoder
    for part in SelectedPath.parts {
      let key = PathKey(part)
      if let index = key.intValue, var elements = try? decoder.unkeyedContainer() {
        for _ in 0..<index {
          if elements.isAtEnd { break }
          _ = try elements.superDecoder()
        }
        guard !elements.isAtEnd else {
          throw DecodingError.keyNotFound(key, .init(codingPath: decoder.codingPath, debugDescription: "no such index"))
        }
        decoder = try elements.superDecoder()
      } else {
        let object = try decoder.container(keyedBy: PathKey.self)
        guard object.contains(key) else {
          throw DecodingError.keyNotFound(key, .init(codingPath: decoder.codingPath, debugDescription: "no such key"))
        }
        decoder = try object.superDecoder(forKey: key)
      }
    }
    // The values of the path must not apply to values below it.
    value = try SelectedPath.$parts.withValue([]) { try decoder.singleValueContainer().decode(Value.self) }
  }
}
