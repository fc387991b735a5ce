import MockSpecDiagnostics
import MockSpecDocument
import Testing

struct NodeTests {
  private static func root(_ text: String) throws -> Node { try #require(parse(text).document?.root) }

  @Test func `a value is found by its key`() throws {
    let root = try Self.root("a: 1\nb: {c: 2}\nd: [3]\n")
    #expect(root.value("a")?.text == "1")
    #expect(root.value("b")?.value("c")?.text == "2")
    #expect(root.value("c") == nil)
    #expect(root.value("A") == nil)
    #expect(root.value("") == nil)
  }

  @Test func `an entry has the key's node too`() throws {
    let entry = try #require(try Self.root("a: 1\n'b': 2\n").entry("b"))
    #expect(entry.key.range.text == "'b'")
    #expect(entry.value.text == "2")
  }

  @Test(arguments: ["text", "[a, b]", "12", "~"])
  func `nodes other than mappings have no entries`(text: String) throws {
    let node = try Self.root(text)
    #expect(node.entries.map(\.key.text) == [])
    #expect(node.value("a") == nil)
  }

  @Test(arguments: ["text", "{a: b}", "12", "~"])
  func `nodes other than lists have no elements`(text: String) throws {
    #expect(try Self.root(text).elements.map(\.text) == [])
  }

  @Test func `nested collections are skipped`() throws {
    let root = try Self.root("- [1, [2, 3], {a: [4]}]\n- {b: {c: d}, e: f}\n- g\n")
    #expect(root.elements.map(\.outline) == ["[int 1, [int 2, int 3], {a: [int 4]}]", "{b: {c: 'd'}, e: 'f'}", "'g'"])
    #expect(root["1", "e"]?.text == "f")
    #expect(root["0", "2", "a", "0"]?.intValue == 4)
  }

  @Test func `text is compared byte by byte`() throws {
    let node = try Self.root("é")
    #expect(node.hasText("é"))
    #expect(!node.hasText("e\u{301}"))
    #expect(!node.hasText("éa"))
    #expect(!node.hasText(""))
  }

  @Test func `a collection has no text`() throws {
    #expect(try Self.root("{a: b}").text == "")
    #expect(try Self.root("[a]").text == "")
  }

  @Test func `scalars are distinguished from collections`() throws {
    let root = try Self.root("[a, 1, 1.5, true, ~, [], {}, *x]")
    #expect(root.elements.map(\.isScalar) == [true, true, true, true, true, false, false, false])
  }

  @Test func `a value of another kind is nil`() throws {
    let root = try Self.root("[a, 1, 1.5, true, ~, '1', 'true', []]")
    #expect(root.elements.map(\.boolValue) == [nil, nil, nil, true, nil, nil, nil, nil])
    #expect(root.elements.map(\.intValue) == [nil, 1, nil, nil, nil, nil, nil, nil])
    #expect(root.elements.map(\.doubleValue) == [nil, 1, 1.5, nil, nil, nil, nil, nil])
  }

  @Test func `the kind without quotes is known`() throws {
    let root = try Self.root("['a', '1', '1.5', 'true', '~', '']")
    #expect(root.elements.map(\.kindWithoutQuotes) == [.string, .integer, .float, .bool, .null, .null])
  }

  @Test func `the node count includes every key, value and collection`() {
    #expect(parse("{a: 1, b: [2]}").document?.nodeCount == 6)
  }

  @Test func `equal keys have equal hashes in every document`() throws {
    let yaml = try #require(try Self.root("key: 1").entry("key")).key
    let json = try #require(parse(#"{"x": {"\u006bey": 1}}"#, .json).document?.root.value("x")?.entry("key")).key
    #expect(yaml.keyHash == json.keyHash)
    #expect(yaml.keyHash == keyHash("key".utf8))
  }
}
