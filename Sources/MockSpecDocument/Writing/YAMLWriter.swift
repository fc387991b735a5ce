/// Writes a document as readable YAML: block style, two spaces per level, and quotes only where a scalar would
/// otherwise read back with another kind or text.
///
///     match: POST /login
///     sequence:
///       - Busy
///       - response: Found
///         times: 2
///     headers: {}
package struct YAMLWriter {
  /// libyaml finds a key without `?` only within 1024 characters (YAML 1.2.2 §7.4.3).
  private static let keyLength = 1000

  private let texts: [Int: String]
  private var bytes: [UInt8] = []

  /// Writes a node and its descendants.
  ///
  /// - Parameters:
  ///   - root: The node to write.
  ///   - texts: Text to write in place of scalars, by index.
  /// - Returns: The file's bytes.
  package static func write(_ root: Node, texts: [Int: String] = [:]) -> [UInt8] {
    var writer = YAMLWriter(texts: texts)
    if root.isFilled {
      writer.write(collection: root, indent: 0, onDash: true)
    } else {
      writer.write(leaf: root, indent: 0)
    }
    writer.raw("\n")
    return writer.bytes
  }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  ///
  /// - Parameter onDash: Whether the first entry continues the line, such as after the dash of an element.
  private mutating func write(collection: Node, indent: Int, onDash: Bool) {
    var isFirst = onDash
    for (key, value) in collection.children {
      if !isFirst { startLine(indent) }
      isFirst = false
      if let key {
        write(key: key, indent: indent)
      } else {
        raw("-")
      }
      if !value.isFilled {
        raw(" ")
        write(leaf: value, indent: indent)
      } else if key == nil {
        raw(" ")
        write(collection: value, indent: indent + 2, onDash: true)
      } else {
        write(collection: value, indent: indent + 2, onDash: false)
      }
    }
  }

  private mutating func write(key: Node, indent: Int) {
    let start = bytes.count
    key.withUTF8 { write(text: $0, isKey: true, indent: indent) }
    if bytes.count - start > Self.keyLength {
      bytes.insert(contentsOf: "? ".utf8, at: start)
      startLine(indent)
    }
    raw(":")
  }

  /// Writes a scalar or an empty collection. The lines of a literal are indented by two columns from the key or dash.
  private mutating func write(leaf node: Node, indent: Int) {
    if var instead = texts[node.index] {
      return instead.withUTF8 { write(text: $0, isKey: false, indent: indent + 2) }
    }
    switch node.kind {
    case .mapping: raw("{}")
    case .sequence: raw("[]")
    case .string: node.withUTF8 { write(text: $0, isKey: false, indent: indent + 2) }
    case .null, .invalid: raw(node.text.isEmpty ? "null" : node.text)
    case .bool, .integer, .float:
      // Without its tag, `!!float 12` would be an integer.
      if node.kindWithoutQuotes != node.kind { raw("!!float ") }
      raw(node.text)
    }
  }

  // MARK: - Text

  private mutating func write(text: UnsafeBufferPointer<UInt8>, isKey: Bool, indent: Int) {
    switch YAMLStyle(of: text, isKey: isKey) {
    case .plain: bytes += text
    case .singleQuotes: writeInSingleQuotes(text)
    case .doubleQuotes: writeInDoubleQuotes(text)
    case .literal: writeLiteral(text, indent: indent)
    }
  }

  private mutating func writeInSingleQuotes(_ text: UnsafeBufferPointer<UInt8>) {
    raw("'")
    for byte in text {
      bytes.append(byte)
      if byte == UInt8(ascii: "'") { bytes.append(byte) }
    }
    raw("'")
  }

  private mutating func writeInDoubleQuotes(_ text: UnsafeBufferPointer<UInt8>) {
    raw("\"")
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case "\n": raw("\\n")
      case "\r": raw("\\r")
      case "\t": raw("\\t")
      case _ where YAMLStyle.isForbidden(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value <= 0xFF ? 2 : 4
        raw((width == 2 ? "\\x" : "\\u") + String(repeating: "0", count: width - digits.utf8.count) + digits)
      default: bytes += Array(String(scalar).utf8)
      }
    }
    raw("\"")
  }

  /// Writes a literal block scalar: `|`, an indentation indicator if the first line starts with white space, and a
  /// chomping indicator for the line breaks at the end.
  private mutating func writeLiteral(_ text: UnsafeBufferPointer<UInt8>, indent: Int) {
    let newline = UInt8(ascii: "\n")
    raw(" \t\n".utf8.contains(text[0]) ? "|2" : "|")
    var lines = text.split(separator: newline, omittingEmptySubsequences: false)
    if text.last == newline {
      lines.removeLast()
      if text.count > 1, text[text.count - 2] == newline { raw("+") }
    } else {
      raw("-")
    }
    for line in lines {
      if line.isEmpty { raw("\n") } else { startLine(indent) }
      bytes += line
    }
  }

  private init(texts: [Int: String]) { self.texts = texts }

  private mutating func startLine(_ indent: Int) {
    raw("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }

  private mutating func raw(_ text: String) { bytes += text.utf8 }
}

extension Node {
  /// Whether the node is a collection that isn't empty.
  fileprivate var isFilled: Bool {
    (kind == .mapping || kind == .sequence) && Int(document.records[index].next) > index + 1
  }
}
