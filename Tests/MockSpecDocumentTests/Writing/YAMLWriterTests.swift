import Testing

@testable import MockSpecDocument

struct YAMLWriterTests {
  func yaml(_ json: String) throws -> String {
    String(decoding: YAMLWriter.write(try #require(parse(json, .json).document).root), as: UTF8.self)
  }

  @Test func `collections are blocks, indented by two`() throws {
    let json = """
      {"a": {"b": [1, {"c": null, "d": [[true], "x"]}], "e": {}, "f": []}, "404": "No", "": ""}
      """
    #expect(
      try yaml(json) == """
        a:
          b:
            - 1
            - c: null
              d:
                - - true
                - x
          e: {}
          f: []
        404: 'No'
        '': ''

        """)
  }

  @Test func `a key that looks like a merge key is quoted`() throws {
    #expect(try yaml(#"{"<<": "<<"}"#) == "'<<': <<\n")
  }

  @Test(arguments: [
    "yes please", "none", "2026-11-21", "POST /login", "http://a.b/c?d=e#f", "12:30", "--a", "::1", "1.2.3",
    "two  words",
    "it's", "a, b [c] {d}", "日本 😀", "<<", "=", "0x", "1_000", ".", "..", "-.", "e3", "Nulls", "a\"b", "\\n",
  ])
  func `text that reads back as itself is plain`(text: String) throws {
    #expect(try yaml(quoted(text)) == text + "\n")
  }

  @Test(arguments: [
    "", " a", "a ", "~", "null", "True", "1", "1e3", ".5", "0x1F", "-.inf", "- a", "-", "? a", ": a", "a:", "a: b",
    "a:b", "a:{b", "1:[", "-a",
    "a #b", "#",
    "yes", "No", "ON", "off", "[a", "{{x}}", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", ",", "]", "---", "---a",
    "...", "'a'", "\"a\"",
  ])
  func `text that would read back as something else is in single quotes`(text: String) throws {
    #expect(try yaml(quoted(text)) == "'" + text.replacing("'", with: "''") + "'\n")
  }

  @Test(arguments: [
    ("a\\tb", "\"a\\tb\""), ("a\\r\\nb", "\"a\\r\\nb\""), ("\\u001b\\\"\\\\", "\"\\x1B\\\"\\\\\""),
    ("\\u0000", "\"\\x00\""),
    ("\\u0085", "\"\\x85\""), ("\\u2028", "\"\\u2028\""), ("\\ufeffa", "\"\\uFEFFa\""), ("\\n", "\"\\n\""),
    (" \\n ", "\" \\n \""),
  ])
  func `text that is invisible or not allowed in YAML is escaped`(json: String, yaml: String) throws {
    #expect(try self.yaml("\"\(json)\"") == yaml + "\n")
  }

  @Test(arguments: [
    ("a\\nb", "|-\n    a\n    b"), ("a\\n\\nb\\n", "|\n    a\n\n    b"), ("a\\n\\n", "|+\n    a\n"),
    (" a\\nb\\n", "|2\n     a\n    b"), ("\\na", "|2-\n\n    a"), ("\\ta\\n", "|2\n    \ta"),
    ("# a\\n- b: c", "|-\n    # a\n    - b: c"),
  ])
  func `text of several lines is a literal`(json: String, yaml: String) throws {
    #expect(try self.yaml("[{\"k\": \"\(json)\"}]") == "- k: \(yaml)\n")
  }

  @Test func `a key is on one line, and after a question mark if it is very long`() throws {
    #expect(try yaml("{\"a\\nb\": \"x\\ny\"}") == "\"a\\nb\": |-\n  x\n  y\n")
    let key = String(repeating: "k", count: 1100)
    #expect(try yaml("[{\"\(key)\": {\"a\": [1]}}]") == "- ? \(key)\n  :\n    a:\n      - 1\n")
  }

  @Test func `numbers keep the notation and the kind that they have`() throws {
    let text = "- 0x1F\n- 1.10\n- +1\n- .inf\n- True\n- ~\n- !!float 12\n- '12'\n"
    let root = try #require(parse(text).document).root
    #expect(String(decoding: YAMLWriter.write(root), as: UTF8.self) == text)
  }

  @Test func `text can be written in place of a scalar`() throws {
    let root = try #require(parse("[1, a, b]").document).root
    #expect(String(decoding: YAMLWriter.write(root, texts: [1: "1", 2: "c"]), as: UTF8.self) == "- '1'\n- c\n- b\n")
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
