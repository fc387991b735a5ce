import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The schemas that users and editors get.
struct PublishedSchemaTests {
  private static let paths = PublishedSchema.allCases.map(\.path)

  /// `MOCKSPEC_RECORD=1 swift test` rewrites the file, and fails so that the change is read.
  @Test(arguments: PublishedSchema.allCases)
  func `it is generated from the current source`(published: PublishedSchema) throws {
    let source = try Self.document("Sources/MockSpec/Schemas/language.json").root
    let generated = try #require(SchemaGenerator(file: published.rawValue, source: source)).text
    if ProcessInfo.processInfo.environment["MOCKSPEC_RECORD"] != nil {
      try generated.write(
        to: Repository.root.appending(path: published.path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(published.path): read the change, then run without MOCKSPEC_RECORD")
      return
    }
    let current = String(decoding: try Repository.bytes(published.path), as: UTF8.self)
    #expect(current.split(separator: "\n") == generated.split(separator: "\n"))
  }

  @Test func `keys and values of definitions can be listed`() throws {
    #expect(try PublishedSchema.spec.keys(of: "repeatedStep") == ["response", "times"])
    #expect(
      try PublishedSchema.project.keys() == [
        "$schema", "mockspec", "defaults", "unmatched", "passthrough", "timeout", "seed", "redact", "allowOutside",
        "allowCallbacks", "scenes", "server",
      ])
    #expect(try PublishedSchema.spec.values(of: "errorName").isSuperset(of: ["timedOut", "cannotFindHost"]))
    #expect(try PublishedSchema.spec.values(of: "request", "afterSequence") == ["stay", "restart", "fallThrough"])
    #expect(throws: PublishedSchema.NotFound.self) { try PublishedSchema.project.keys(of: "response") }
    #expect(throws: PublishedSchema.NotFound.self) { try PublishedSchema.spec.values(of: "request", "match") }
  }

  @Test(arguments: paths)
  func `it compiles`(path: String) throws {
    let document = try Self.document(path)
    #expect(throws: Never.self) { try Schema(document, options: SchemaOptions(unknownKeywords: .refused)) }
  }

  /// Checks all examples of the file as one list, against a list of references to the schemas that contain them.
  @Test(arguments: paths)
  func `every example is valid`(path: String) throws {
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
  func `every mapping has a title and a description`(path: String) throws {
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
