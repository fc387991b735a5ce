import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecDocument

/// Tests that what is written reads back with equal kinds and texts.
struct RoundTripTests {
  static let documentsPerSeed: UInt64 = 250

  @Test(arguments: UInt64(0)..<TestScale.count(3, long: 8))
  func `YAML reads back as what was written, and is written the same again`(seed: UInt64) throws {
    for number in 0..<Self.documentsPerSeed {
      let document = try RandomDocument.make(seed: seed << 32 | number, hasInfinities: true)
      let written = YAMLWriter.write(document.root)
      let parsed = DocumentParser.parse(written, path: "f", format: .yaml)
      func context() -> Comment {
        "seed \(seed), number \(number), \(parsed.diagnostics):\n\(String(decoding: written, as: UTF8.self))"
      }
      let again = try #require(parsed.document, context())
      try #require(parsed.diagnostics.isEmpty, context())
      try #require(again.root.facts() == document.root.facts(), context())
      try #require(YAMLWriter.write(again.root) == written, context())
    }
  }

  @Test(arguments: UInt64(0)..<TestScale.count(3, long: 8))
  func `JSON reads back as what was written, and is written the same again`(seed: UInt64) throws {
    for number in 0..<Self.documentsPerSeed {
      let document = try RandomDocument.make(seed: seed << 32 | number, hasInfinities: false)
      let written = JSONWriter.write(document.root)
      try #require(written.diagnostics.isEmpty)
      let parsed = DocumentParser.parse(written.bytes, path: "f", format: .json)
      func context() -> Comment {
        "seed \(seed), number \(number):\n\(String(decoding: written.bytes, as: UTF8.self))"
      }
      let again = try #require(parsed.document, context())
      try #require(parsed.diagnostics.isEmpty, context())
      try #require(again.root.facts(inJSON: true) == document.root.facts(inJSON: true), context())
      try #require(JSONWriter.write(again.root).bytes == written.bytes, context())
    }
  }

  @Test(arguments: UInt64(0)..<TestScale.count(2, long: 4))
  func `there and back again is the same JSON`(seed: UInt64) throws {
    for number in 0..<Self.documentsPerSeed {
      let document = try RandomDocument.make(seed: seed << 32 | number, hasInfinities: false)
      let json = JSONWriter.write(document.root).bytes
      let first = try #require(DocumentParser.parse(json, path: "f", format: .json).document)
      let yaml = YAMLWriter.write(first.root)
      let second = try #require(DocumentParser.parse(yaml, path: "f", format: .yaml).document)
      try #require(JSONWriter.write(second.root).bytes == json, "seed \(seed), number \(number)")
    }
  }

  @Test func `collections nested as deeply as they may be are written and read`() throws {
    let depth = DocumentLimits().depth
    let text = String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
    let document = try #require(parse(text, .json).document)
    for (bytes, format) in [
      (YAMLWriter.write(document.root), DocumentParser.Format.yaml), (JSONWriter.write(document.root).bytes, .json),
    ] {
      let again = try #require(DocumentParser.parse(bytes, path: "f", format: format).document)
      #expect(again.root.outline == document.root.outline)
    }
  }
}

extension Node {
  /// Kind, size and bytes of each node and each key. Bytes, because `é` and `e` with an accent are equal as strings.
  ///
  /// - Parameter inJSON: As JSON would have them, which has one notation for each number.
  func facts(inJSON: Bool = false) -> [UInt8] {
    var facts: [UInt8] = []
    for node in subtree {
      facts += [0xFF, node.kind.rawValue]
      switch node.kind {
      case .mapping, .sequence: facts += "\(node.children.count)".utf8
      case .integer, .float: facts += (inJSON ? DecimalText.json(node.text) ?? "" : node.text).utf8
      case .bool where inJSON: facts += "\(node.boolValue == true)".utf8
      case .null where inJSON: break
      default: node.withUTF8 { facts += $0 }
      }
    }
    return facts
  }
}
