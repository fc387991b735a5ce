import MockSpecDiagnostics
import Testing

@testable import MockSpecDocument

struct PositionedJSONWriterTests {
  func json(_ yaml: String, texts: [Int: String] = [:]) throws -> String {
    let root = try #require(parse(yaml).document).root
    return String(decoding: PositionedJSONWriter.write(root, texts: texts).bytes, as: UTF8.self)
  }

  @Test func `keys and values stay on their lines, and keys in their columns`() throws {
    let yaml = """
      # A comment
      requests:
        Login: # with a note
          match: POST /login

          responses:
            - {status: 200, text: ok}
            - text: |
                one
                two
          last: yes it is
      """
    #expect(
      try json(yaml) == #"""

        {"requests":
         {"Login":
           {"match":"POST /login",

            "responses":
              [ {"status":200,"text":"ok"},
               {"text":"one\ntwo\n"}],


            "last":"yes it is"}}}

        """#)
  }

  @Test func `an alias is written as the copy in the tree, and what follows is on its line`() throws {
    let text = try json("a: &x\n  b: 1\nc: *x\nd: 2")
    #expect(text == "{\"a\":\n {\"b\":1},\n\"c\":{\"b\":1},\n\"d\":2}\n")
  }

  @Test func `texts replace scalars, and numbers that JSON doesn't have are errors`() throws {
    let root = try #require(parse("[0x1F, .inf]").document).root
    #expect(
      String(decoding: PositionedJSONWriter.write(root, texts: [1: "0x1F", 2: "∞"]).bytes, as: UTF8.self)
        == "[\"0x1F\",\"∞\"]\n")
    #expect(PositionedJSONWriter.write(root).diagnostics.map(\.code) == ["bad-value"])
  }

  @Test(arguments: UInt64(0)..<4)
  func `random documents read back the same, with each node on its line`(seed: UInt64) throws {
    for number in 0..<100 as Range<UInt64> {
      let document = try RandomDocument.make(seed: seed << 32 | number, hasInfinities: false)
      let source = try #require(
        DocumentParser.parse(YAMLWriter.write(document.root), path: "f", format: .yaml).document)
      let written = PositionedJSONWriter.write(source.root).bytes
      func context() -> Comment { "seed \(seed), number \(number):\n\(String(decoding: written, as: UTF8.self))" }
      let again = try #require(DocumentParser.parse(written, path: "f", format: .json).document, context())
      try #require(again.root.facts(inJSON: true) == source.root.facts(inJSON: true), context())
      let lines = source.root.subtree.map(\.range.start.line)
      try #require(again.root.subtree.map(\.range.start.line) == lines, context())
    }
  }
}
