import Foundation
import TestSupport
import Testing

@testable import MockSpec

/// The reference of the language lists exactly what the schemas and the code have.
struct SpecLanguageTests {
  static let path = "Sources/MockSpec/Documentation.docc/SpecLanguage.md"

  /// The heading above a table of keys, and the definition in the schemas that has the same keys; `nil` for the file itself.
  struct KeyTable: Sendable, CustomTestStringConvertible {
    let heading: String
    let definition: String?
    var file = PublishedSchema.spec

    var testDescription: String { heading }
  }

  static let keyTables = [
    KeyTable(heading: "Keys of a spec file", definition: nil),
    KeyTable(heading: "Keys of a request", definition: "request"),
    KeyTable(heading: "Conditions", definition: "longMatch"), KeyTable(heading: "Operators", definition: "operators"),
    KeyTable(heading: "Bodies", definition: "body"), KeyTable(heading: "GraphQL", definition: "graphql"),
    KeyTable(heading: "Keys of a response", definition: "response"),
    KeyTable(heading: "Delays", definition: "delaySpread"), KeyTable(heading: "Throttles", definition: "throttle"),
    KeyTable(heading: "Streams", definition: "stream"),
    KeyTable(heading: "Events of a stream", definition: "streamEvent"),
    KeyTable(heading: "Calls of tools", definition: "toolCall"),
    KeyTable(heading: "Usage", definition: "modelUsage"),
    KeyTable(heading: "Errors of models", definition: "modelError"),
    KeyTable(heading: "Callbacks", definition: "callback"),
    KeyTable(heading: "Retries of a callback", definition: "callbackRetry"),
    KeyTable(heading: "WebSockets", definition: "websocket"),
    KeyTable(heading: "Messages of a WebSocket", definition: "socketMessage"),
    KeyTable(heading: "Sent messages", definition: "sentMessage"),
    KeyTable(heading: "Errors", definition: "customError"), KeyTable(heading: "Sequences", definition: "repeatedStep"),
    KeyTable(heading: "Collections", definition: "collection"),
    KeyTable(heading: "Lists", definition: "collectionParameters"),
    KeyTable(heading: "Responses of a collection", definition: "collectionResponses"),
    KeyTable(heading: "Defaults", definition: "defaults"),
    KeyTable(heading: "Keys of the project file", definition: nil, file: .project),
    KeyTable(heading: "Scenes", definition: "extendedScene", file: .project),
    KeyTable(heading: "Server", definition: "server", file: .project),
    KeyTable(heading: "Limits", definition: "serverLimits", file: .project),
  ]

  static func tables(_ firstCell: String) throws -> [Article.Table] {
    try Article(path).tables.filter { $0.header[0] == firstCell }
  }

  @Test(arguments: keyTables)
  func `a table has a row for every key of its definition, and no other`(table: KeyTable) throws {
    let rows = try Self.tables("key").filter { $0.heading == table.heading }.flatMap(\.names)
    #expect(Set(rows).count == rows.count)
    #expect(Set(rows) == (try table.file.keys(of: table.definition)))
  }

  @Test func `every table of keys is compared with a definition`() throws {
    #expect(try Self.tables("key").map(\.heading).sorted() == Self.keyTables.map(\.heading).sorted())
  }

  /// Definitions with keys, in the schema of either file.
  @Test func `every definition with keys has a table`() throws {
    for file in PublishedSchema.allCases {
      let schema = try #require(
        try JSONSerialization.jsonObject(with: Data(Repository.bytes(file.path))) as? [String: Any])
      let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
      let withKeys = definitions.filter { $0.value["properties"] != nil }.keys
      #expect(Set(withKeys).subtracting(Self.keyTables.compactMap(\.definition)) == [])
    }
  }

  @Test func `faults, ends of a sequence and error names are complete`() throws {
    #expect(try Self.tables("fault").flatMap(\.names).sorted() == Fault.allCases.map(\.rawValue).sorted())
    #expect(
      try Self.tables("value").filter { $0.heading == "Sequences" }.flatMap(\.names).sorted()
        == AfterSequence.allCases.map(\.rawValue).sorted())
    let text = String(decoding: try Repository.bytes(Self.path), as: UTF8.self)
    let names = try #require(text.firstMatch(of: /\nThe names are (?:.+\n)+/)).output.matches(of: /`(\w+)`/)
    #expect(names.map { String($0.1) }.sorted() == URLErrorName.allCases.map(\.rawValue).sorted())
  }
}
