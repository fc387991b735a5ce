package import HTTPTypes

/// The header fields of a call as they were received. They are parsed only when they are read.
///
/// ```
/// Host: a ⏎ Accept:  */* ⏎
/// ```
package struct FieldLines: Sendable {
  /// A borrowed name or value. The lines must outlive it.
  package typealias Bytes = UnsafeRawBufferPointer

  /// Lines of a valid name, a colon and a value, each with CR LF (RFC 9112 §5), without line folding.
  private let bytes: [UInt8]

  /// - Parameter bytes: Valid lines.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The size in bytes.
  var size: Int { bytes.count }

  /// Returns the fields whose names satisfy a condition.
  package func fields(where isIncluded: (Bytes) -> Bool) -> HTTPFields {
    var fields = HTTPFields()
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while let line = Line(bytes, at: start) {
        start = line.end
        guard isIncluded(line.name), let name = HTTPField.Name(String(decoding: line.name, as: UTF8.self)) else {
          continue
        }
        fields.append(HTTPField(name: name, value: String(decoding: line.value, as: UTF8.self)))
      }
    }
    return fields
  }

  /// Returns the fields with a name.
  package func fields(named name: HTTPField.Name) -> HTTPFields {
    fields { $0.equals(lowercased: name.canonicalName) }
  }

  /// Returns the values of the fields with a name.
  package func values(of name: HTTPField.Name) -> [String] { fields(named: name).map(\.value) }

  /// Returns whether the name of any field satisfies a condition.
  func contains(where isWanted: (Bytes) -> Bool) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while let line = Line(bytes, at: start) {
        if isWanted(line.name) { return true }
        start = line.end
      }
      return false
    }
  }
}

extension FieldLines {
  /// One of the lines.
  private struct Line {
    let name: Bytes
    /// The value without the blanks around it.
    let value: Bytes
    /// The offset after the line.
    let end: Int

    /// - Returns: `nil` at the end of the lines.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
      guard let colon = bytes.firstOffset(of: UInt8(ascii: ":"), in: start..<bytes.count),
        let lineFeed = bytes.firstOffset(of: UInt8(ascii: "\n"), in: colon..<bytes.count)
      else { return nil }
      name = Bytes(rebasing: bytes[start..<colon])
      value = Bytes(rebasing: bytes[(colon + 1)..<(lineFeed - 1)]).withoutBlanks
      end = lineFeed + 1
    }
  }
}

/// The header fields of a call, parsed or as they were received.
enum StoredFields: Sendable {
  case parsed(HTTPFields)
  case lines(FieldLines)

  var parsed: HTTPFields {
    switch self {
    case .parsed(let fields): fields
    case .lines(let lines): lines.fields { _ in true }
    }
  }

  func values(of name: HTTPField.Name) -> [String] {
    switch self {
    case .parsed(let fields): fields[values: name]
    case .lines(let lines): lines.values(of: name)
    }
  }
}
