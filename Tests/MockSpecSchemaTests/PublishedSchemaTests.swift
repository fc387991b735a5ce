import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The schemas that users and editors get.
struct PublishedSchemaTests {
  private static let paths = ["schema/mockspec.schema.json", "schema/mockspec-project.schema.json"]

  @Test(arguments: paths)
  func `it compiles`(path: String) throws {
    let document = try Self.document(path)
    #expect(throws: Never.self) { try Schema(document, options: SchemaOptions(unknownKeywords: .refused)) }
  }

  /// All examples of the file in one list, checked by a list of references to the schemas that they stand in.
  @Test(arguments: paths)
  func `every example is valid where it stands`(path: String) throws {
    var pending = [(pointer: "", node: try Self.document(path).root)]
    var references: [String] = []
    var examples: [String] = []
    while let (pointer, node) = pending.popLast() {
      if let list = node.value("examples"), list.kind == .sequence {
        references += list.elements.map { _ in "{\"$ref\": \"#/$defs/file\(pointer)\"}" }
        examples += list.elements.map(\.range.text)
      }
      let isList = ["properties", "$defs"].contains { pointer.hasSuffix("/" + $0) }
      for (key, child) in node.entries where isList || !["examples", "enum", "const", "default"].contains(key.text) {
        pending.append(("\(pointer)/\(key.text.replacing("~", with: "~0").replacing("/", with: "~1"))", child))
      }
      pending += node.elements.enumerated().map { ("\(pointer)/\($0)", $1) }
    }
    #expect(examples.count > 40)

    let file = String(decoding: try Repository.bytes(path), as: UTF8.self).replacing("\"#/", with: "\"#/$defs/file/")
    let schema = try MockSpecSchemaTests.schema(
      "{\"prefixItems\": [\(references.joined(separator: ","))], \"$defs\": {\"file\": \(file)}}")
    let list = try MockSpecSchemaTests.document("[\n" + examples.joined(separator: ",\n") + "\n]").root
    #expect(schema.failures(in: list).map { "\($0.diagnostic): \($0.node.text)" } == [])
    #expect(list.elements.map(\.self).count == references.count)
  }

  @Test(arguments: paths)
  func `everything with a type says what it is`(path: String) throws {
    var pending = [try Self.document(path).root]
    while let node = pending.popLast() {
      if let type = node.value("type"), type.kind == .string || type.kind == .sequence, node.value("properties") != nil
      {
        #expect(node.value("title") != nil, "\(node.range.place)")
        #expect(node.value("description") != nil, "\(node.range.place)")
      }
      pending += node.entries.map(\.value) + node.elements.map(\.self)
    }
  }

  private static func document(_ path: String) throws -> Document {
    let parsed = DocumentParser.parse(try Repository.bytes(path), path: path, format: .json)
    #expect(parsed.diagnostics.isEmpty)
    return try #require(parsed.document)
  }
}
