import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// Limits on time and stack for any value.
struct SchemaLimitTests {
  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  @Test(.timeLimit(.minutes(20)))
  func `uniqueness of many elements is checked in linear time`() throws {
    let schema = try schema("uniqueItems: true")
    let count = TestScale.count(4_000, long: 50_000)
    let unique = Self.list(count) { "{\"id\":\($0),\"name\":[\"\($0)\"]}" }
    let root = try #require(DocumentParser.parseJSON(Array(unique.utf8))).root
    let start = Processor.time
    #expect(schema.isValid(root))
    // Comparing all pairs takes minutes.
    #expect(Processor.time - start < .seconds(10))
    let repeated = Self.list(count) { "{\"id\":\($0 == count - 1 ? "7.0" : String($0))}" }
    let other = try #require(DocumentParser.parseJSON(Array(repeated.utf8))).root
    #expect(!schema.isValid(other))
    #expect(schema.failures(in: other).map(\.node.index) == [1 + 3 * (count - 1)])
  }

  @Test(.timeLimit(.minutes(20)))
  func `large mappings are compared in linear time`() throws {
    func mapping(_ keys: some Sequence<Int>) -> String {
      "{" + keys.map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    }
    let constant = "{\"const\":\(mapping(0..<20_000))}"
    let schema = try Schema(#require(DocumentParser.parseJSON(Array(constant.utf8))))
    let same = mapping((0..<20_000).reversed())
    #expect(schema.isValid(try #require(DocumentParser.parseJSON(Array(same.utf8))).root))
    let other = mapping(1..<20_001)
    #expect(!schema.isValid(try #require(DocumentParser.parseJSON(Array(other.utf8))).root))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a schema that doubles the work with each level exceeds the limit`() throws {
    let schema = try schema("{oneOf: [{items: {$ref: '#'}, maxItems: 1}, {items: {$ref: '#'}, minItems: 0}]}")
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let root = try document(deep).root
    #expect(!schema.isValid(root))
    #expect(
      schema.failures(in: root).map(\.diagnostic.message) == [
        "a list is too complex to check: checking it takes more than 4201504 steps"
      ])
  }

  static let costly = [
    // Each key is compared with each schema.
    ("properties: {a: {}}", "{" + (0..<5_000).map { "k\($0): 1" }.joined(separator: ", ") + "}", 2_000),
    ("uniqueItems: true", "[" + (0..<500).map(String.init).joined(separator: ", ") + "]", 1_000),
    ("multipleOf: 7", String(repeating: "7", count: 3_000), 1_000),
    ("pattern: 'c(a|b)*d|c$'", String(repeating: "c", count: 40_000), 1_000),
  ]

  @Test(.timeLimit(.minutes(20)), arguments: TestScale.isLong ? Array(costly.indices) : [0, 3])
  func `repeated expensive checks of a large value exceed the limit`(_ index: Int) throws {
    let (asked, value, times) = Self.costly[index]
    let root = try document(value).root
    #expect(try schema(asked).isValid(root))
    let often = try schema("allOf: [" + String(repeating: "{\(asked)}, ", count: times) + "]")
    #expect(!often.isValid(root))
    #expect(often.failures(in: root).map(\.diagnostic.code) == ["too-complex"])
  }

  @Test func `the number of collected failures is limited`() throws {
    let list = Self.list(20_000) { "\($0)" }
    let root = try #require(DocumentParser.parseJSON(Array(list.utf8))).root
    let failures = try schema("items: {type: string}").failures(in: root)
    #expect(failures.count == 4096)
    #expect(failures.first?.node.text == "0")
    #expect(failures.last?.node.text == "4095")
  }

  @Test(.timeLimit(.minutes(20)))
  func `types are found through an exponential number of paths`() throws {
    let levels = (0..<12).map { level in
      "l\(level): {anyOf: [" + (0..<10).map { _ in "{$ref: '#/$defs/l\(level + 1)'}" }.joined(separator: ", ") + "]}"
    }
    let schema = try schema("{$ref: '#/$defs/l0', $defs: {\(levels.joined(separator: ", ")), l12: {type: string}}}")
    let root = try document("1").root
    #expect(!schema.isValid(root))
    #expect(!schema.failures(in: root).isEmpty)
  }

  @Test func `no suggestion is made for hundreds of names`() throws {
    func labels(_ count: Int) throws -> [String?] {
      let names = (0..<count).map { "name\($0): true" }.joined(separator: ", ")
      let schema = try schema("{properties: {\(names)}, additionalProperties: false}")
      return schema.failures(in: try document("{nmae7: 1}").root).map(\.diagnostic.label)
    }
    #expect(try labels(10) == ["did you mean 'name7'?"])
    #expect(try labels(300) == [nil])
  }

  @Test func `the total size of a schema's patterns is limited`() throws {
    func patterns(_ count: Int) -> String {
      "allOf: [" + (0..<count).map { "{pattern: '(a{30}){30}\($0)'}" }.joined(separator: ", ") + "]"
    }
    #expect(try !schema(patterns(100)).isValid(document("b").root))
    #expect(throws: SchemaError.self) { try schema(patterns(300)) }
  }

  @Test func `the digits of a divisor are limited, those of the value aren't`() throws {
    let long = String(repeating: "3", count: 64)
    let root = try document(String(repeating: long, count: 1_000)).root
    #expect(try schema("multipleOf: \(long)").isValid(root))
    #expect(throws: SchemaError.self) { try schema("multipleOf: \(long)3") }
  }

  @Test func `a failure in a deeply nested value is reported at its location`() throws {
    let schema = try schema("{type: [array, string], title: text, items: {$ref: '#'}}")
    let deep = String(repeating: "[", count: 100) + "1" + String(repeating: "]", count: 100)
    let failures = schema.failures(in: try document(deep).root)
    #expect(failures.map(\.diagnostic.message) == ["expected text, found 1"])
    #expect(failures.map(\.range.bytes) == [100..<101])
  }

  @Test func `more than 64 keys can be required`() throws {
    let names = (0..<100).map { "k\($0)" }
    let schema = try schema(
      "{required: [\(names.joined(separator: ","))], dependentRequired: {k0: [z]}, dependentSchemas: {y: false}}")
    let all = names.map { "\($0): 1" }.joined(separator: ", ")
    #expect(schema.isValid(try document("{\(all), z: 1}").root))
    for text in ["{\(all)}", "{\(all), z: 1, y: 1}", "{k0: 1, z: 1}"] {
      #expect(!schema.isValid(try document(text).root), "\(text)")
      #expect(!schema.failures(in: try document(text).root).isEmpty)
    }
  }
}
