import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecDocument

struct JSONWriterTests {
  func json(_ yaml: String, texts: [Int: String] = [:]) throws -> String {
    let root = try #require(parse(yaml).document).root
    let written = JSONWriter.write(root, texts: texts)
    #expect(written.diagnostics.isEmpty)
    return String(decoding: written.bytes, as: UTF8.self)
  }

  @Test func `keys stay in order, and short collections of scalars are on one line`() throws {
    let yaml = """
      b: {y: 1, x: [two, null]}
      a: [{k: v}, [], {}, [1, 2.50, true]]
      c: text
      """
    #expect(
      try json(yaml) == """
        {
          "b": {
            "y": 1,
            "x": ["two", null]
          },
          "a": [
            {"k": "v"},
            [],
            {},
            [1, 2.50, true]
          ],
          "c": "text"
        }

        """)
  }

  @Test func `a collection longer than 100 columns has a line for each value`() throws {
    let word = String(repeating: "w", count: 25)
    #expect(try json("[\(word), \(word), \(word)]").split(separator: "\n").count == 1)
    #expect(
      try json("[\(word), \(word), \(word), \(word)]")
        == "[\n" + Array(repeating: "  \"\(word)\"", count: 4).joined(separator: ",\n") + "\n]\n")
  }

  @Test func `aliases are written out, keys are text, and comments are gone`() throws {
    #expect(try json("x-a: &a [1] # one\n404: *a\nNo: ~") == "{\n  \"x-a\": [1],\n  \"404\": [1],\n  \"No\": null\n}\n")
  }

  @Test(arguments: [("0x1F", "31"), ("007", "7"), ("+.5", "0.5"), ("1.10", "1.10"), ("True", "true"), ("~", "null")])
  func `YAML's notations of numbers become JSON's`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json + "\n")
  }

  @Test func `text can be written in place of a scalar`() throws {
    #expect(
      try json("[0x1F, 7, TRUE, a]", texts: [1: "0x1F", 3: "TRUE", 4: "b"]) == #"["0x1F", 7, "TRUE", "b"]"# + "\n")
  }

  @Test(arguments: ["- 1️⃣.inf1️⃣\n", "k: 1️⃣-.INF1️⃣\n", "1️⃣.nan1️⃣\n", "1️⃣0x1FFFFFFFFFFFFFFFF1️⃣\n"])
  func `a number that JSON can't represent is an error at its range`(marked: String) throws {
    let root = try #require(parse(MarkedText(marked).text).document).root
    let diagnostics = JSONWriter.write(root).diagnostics
    #expect(diagnostics.map(\.marked) == [marked])
    #expect(diagnostics.map(\.code) == ["bad-value"])
    let texts = Dictionary(uniqueKeysWithValues: root.subtree.map { ($0.index, $0.text) })
    #expect(JSONWriter.write(root, texts: texts).diagnostics.isEmpty)
  }
}
