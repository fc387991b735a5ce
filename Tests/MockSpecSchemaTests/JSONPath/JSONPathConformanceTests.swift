import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The JSONPath Compliance Test Suite: what is valid, what isn't, and what each path selects.
@Suite(.enabled(if: ConformanceData.exists("jsonpath/cts.json"), "\(ConformanceData.absence)"))
struct JSONPathConformanceTests {
  @Test func `all tests of the compliance suite pass`() throws {
    let bytes = try #require(ConformanceData.bytes("jsonpath/cts.json"))
    let tests = try #require(DocumentParser.parseJSON(bytes)?.root.value("tests"))
    var count = 0
    var wrong: [String] = []
    for test in tests.elements {
      count += 1
      if let problem = try Self.problem(test) { wrong.append("\(test.value("name")?.text ?? ""): \(problem)") }
    }
    print("jsonpath: \(count - wrong.count) of \(count)")
    #expect(count > 600)
    #expect(wrong == [])
  }

  /// Returns what is wrong with the result of a test; `nil` if it is right.
  private static func problem(_ test: Node) throws -> String? {
    let text = try #require(test.value("selector")).text
    let path: JSONPath
    do throws(JSONPathError) {
      path = try JSONPath(text)
    } catch {
      return test.value("invalid_selector")?.boolValue == true ? nil : "'\(text)' is refused: \(error.message)"
    }
    if test.value("invalid_selector")?.boolValue == true { return "'\(text)' is valid" }
    let document = Document(try #require(test.value("document")))
    var steps = JSONPath.maximumSteps
    let found = try #require(path.nodes(in: document.root, steps: &steps))
    let results = test.value("results").map { Array($0.elements) } ?? [test.value("result")].compactMap(\.self)
    let isRight = results.contains { result in
      let wanted = Array(result.elements)
      return wanted.count == found.count && zip(wanted, found).allSatisfy(JSONEquality.areEqual)
    }
    return isRight ? nil : "'\(text)' selects \(found.map { $0.range.text })"
  }
}
