import Foundation
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

@testable import MockSpec

/// Schemas and code must list the same keys and values: a test compares each list with both files as sets, so a key
/// that is only in one of them fails.
struct SchemaAgreementTests {
  /// A list in code with the definition of the same list in the schemas.
  struct List: Sendable, CustomTestStringConvertible {
    let definition: String?
    let names: [String]
    var files: [PublishedSchema] = PublishedSchema.allCases
    var testDescription: String { definition ?? files[0].rawValue }

    init<Key: CaseIterable & RawRepresentable<String>>(
      _ definition: String?, _: Key.Type, in files: [PublishedSchema] = PublishedSchema.allCases
    ) {
      self.definition = definition
      names = Key.allCases.map(\.rawValue)
      self.files = files
    }
  }

  @Test(arguments: [
    List(nil, SpecKey.self, in: [.spec]), List(nil, ProjectKey.self, in: [.project]),
    List("defaults", DefaultsKey.self), List("request", RequestKey.self, in: [.spec]),
    List("repeatedStep", StepKey.self, in: [.spec]), List("longMatch", MatchKey.self),
    List("body", BodyMatcherKey.self), List("graphql", GraphQLKey.self), List("operators", ValueMatcherKey.self),
    List("collection", CollectionKey.self, in: [.spec]),
    List("collectionParameters", CollectionParameterKey.self, in: [.spec]),
    List("collectionResponses", ItemOperation.self, in: [.spec]),
    List("response", ResponseKey.self, in: [.spec]), List("stream", StreamKey.self, in: [.spec]),
    List("streamEvent", EventKey.self, in: [.spec]), List("toolCall", ToolCallKey.self, in: [.spec]),
    List("callback", CallbackKey.self, in: [.spec]), List("callbackRetry", RetryKey.self, in: [.spec]),
    List("modelUsage", UsageKey.self, in: [.spec]), List("modelError", ModelErrorKey.self, in: [.spec]),
    List("websocket", SocketKey.self, in: [.spec]), List("socketMessage", SocketMessageKey.self, in: [.spec]),
    List("sentMessage", SentMessageKey.self, in: [.spec]), List("delaySpread", DelayKey.self),
    List("throttle", ThrottleKey.self), List("customError", CustomErrorKey.self, in: [.spec]),
    List("server", ServerKey.self, in: [.project]), List("serverLimits", ServerLimitKey.self, in: [.project]),
    List("extendedScene", ExtendedSceneKey.self, in: [.project]),
  ])
  func `keys agree`(list: List) throws {
    #expect(Set(list.names).count == list.names.count)
    for file in list.files {
      #expect(try file.keys(of: list.definition) == Set(list.names), "\(file.rawValue)")
    }
  }

  @Test func `values agree`() throws {
    func names<Value: CaseIterable & RawRepresentable<String>>(_: Value.Type) -> Set<String> {
      Set(Value.allCases.map(\.rawValue))
    }
    #expect(try PublishedSchema.spec.values(of: "errorName") == names(URLErrorName.self))
    #expect(try PublishedSchema.spec.values(of: "response", "fault") == names(Fault.self))
    #expect(try PublishedSchema.spec.values(of: "stream", "format") == names(StreamFormat.self))
    #expect(try PublishedSchema.spec.values(of: "request", "afterSequence") == names(AfterSequence.self))
    #expect(
      try PublishedSchema.project.values(of: nil, "unmatched") == names(ProjectSettings.Unmatched.self))
  }

  @Test(arguments: URLErrorName.allCases)
  func `every URLError name loads`(name: URLErrorName) throws {
    let sets = try Specs.load("requests: {A: {match: /a, responses: {R: {error: \(name.rawValue)}}}}")
    guard case .fixed(.failure(.urlError(name))) = sets.sets[0].responses[0].outcome else {
      Issue.record()
      return
    }
  }

  /// For each operator, a matcher and a text that it doesn't match. An operator that isn't decoded would match any
  /// text.
  @Test(arguments: ValueMatcherKey.allCases.filter { $0 != .ignoreCase })
  func `every operator is decoded`(key: ValueMatcherKey) throws {
    let value =
      switch key {
      case .equals, .contains, .startsWith, .endsWith, .matches: "zz"
      case .oneOf: "[zz]"
      case .above, .below, .atLeast, .atMost: "1"
      case .after, .before: "now"
      case .present: "false"
      case .not: "{equals: a}"
      case .ignoreCase: "true"
      }
    let engine = try Specs.engine(
      "requests: {A: {match: {path: /a, query: {q: {\(key.rawValue): \(value)}}}, responses: {R: {}}}}")
    #expect(engine.answer("GET /a?q=a") == "unmatched")
  }

  @Test(arguments: AfterSequence.allCases)
  func `every end of a sequence loads`(after: AfterSequence) throws {
    let sets = try Specs.load(
      "requests: {A: {match: /a, sequence: [R], afterSequence: \(after.rawValue), responses: {R: {}}}}")
    #expect(sets.sets[0].sequence.after == after)
  }

  @Test func `JSON and YAML mean the same`() throws {
    let yaml = "requests: {A: {match: 'GET /a?x=1', priority: 2, responses: {R: {status: 201, json: {a: [1]}}}}}"
    let json = """
      {"mockspec": 1, "$schema": "x", "requests": {"A": {"match": "GET /a?x=1", "priority": 2,
        "responses": {"R": {"status": 201, "json": {"a": [1]}}}}}}
      """
    let fromYAML = try Specs.load(yaml).sets[0]
    let project = try SpecLoader(.inline(json)).load(number: 1)
    let fromJSON = try #require(project.sets?.sets[0], "\(project.diagnostics)")
    #expect(fromJSON.matchSummary == fromYAML.matchSummary)
    #expect(try fromJSON.responses[0].reply.body == fromYAML.responses[0].reply.body)
  }
}

/// The examples document the language, so each of its keys must occur in one of them.
struct ExampleCoverageTests {
  static func document(_ text: String) throws -> Node {
    let parsed = DocumentParser.parse(Array(text.utf8), path: "text", format: text.hasPrefix("{") ? .json : .yaml)
    return try #require(parsed.document).root
  }

  /// Returns all keys under `properties`.
  static func keys(ofSchema node: Node, isProperties: Bool = false) -> Set<String> {
    var found: Set<String> = []
    for (key, value) in node.entries {
      if isProperties { found.insert(key.text) }
      if !["examples", "default", "const", "enum"].contains(key.text) || isProperties {
        found.formUnion(keys(ofSchema: value, isProperties: key.text == "properties" && !isProperties))
      }
    }
    for element in node.elements { found.formUnion(keys(ofSchema: element)) }
    return found
  }

  static func keys(of node: Node) -> Set<String> {
    var found: Set<String> = []
    for (key, value) in node.entries { found.formUnion(keys(of: value).union([key.text])) }
    for element in node.elements { found.formUnion(keys(of: element)) }
    return found
  }

  @Test func `specs use every key that works`() throws {
    let root = Repository.root.path + "/specs"
    let discovery = try Discovery(paths: [root], workingDirectory: root, in: .disk)
    var used: Set<String> = []
    for path in discovery.specs.map(\.path) + [root + "/mockspec.yaml"] {
      let bytes = try FileSystem.read(path, limit: 1 << 20)
      used.formUnion(Self.keys(of: try Self.document(String(decoding: bytes, as: UTF8.self))))
    }
    let known = try [SchemaLibrary.specText, SchemaLibrary.projectText].map {
      try Self.keys(ofSchema: Self.document($0))
    }
    let missing = known.reduce(into: Set()) { $0.formUnion($1) }.subtracting(used)
    #expect(missing.sorted() == [])
  }
}
