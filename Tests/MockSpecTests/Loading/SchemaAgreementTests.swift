import MockSpecDocument
import MockSpecSchema
import Testing

@testable import MockSpec

/// Schema and code must name the same things.
struct SchemaAgreementTests {
  @Test func `every URLError name of the schema loads`() throws {
    let document = try #require(
      DocumentParser.parse(Array(SchemaLibrary.specText.utf8), path: "schema", format: .json).document)
    let names = try #require(document.root.value("$defs")?.value("errorName")?.value("enum")).elements.map(\.text)
    #expect(names.count > 40)
    for name in names {
      let sets = try Specs.load("requests: {A: {match: /a, responses: {R: {error: \(name)}}}}")
      guard case .failure(.urlError(name)) = sets.sets[0].responses[0].outcome else {
        Issue.record("\(name)")
        continue
      }
    }
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
