// A table: what is said of bytes and text, whatever the format.
extension RulePages {
  private static let fineSpec = "mockspec: 1\nrequests: {}\n"

  static let textPages: [RulePage] = [
    .error(
      "empty-file", "a spec holds nothing",
      """
      The file has no bytes, or only blank lines and comments. An empty spec is an error, so that a file cut short by a \
      slow save is never taken for one that mocks nothing.
      """,
      RuleExample(wrong: "", right: fineSpec)),
    .error(
      "not-utf8", "the bytes aren't UTF-8",
      """
      Specs and the project file are text in UTF-8; a byte-order mark in front is passed over. The place is the first byte \
      that can't be read, often a letter with an accent that an editor saved as Latin-1. A file in UTF-16 is told as such.
      """,
      RuleExample(
        wrong: .init(
          "example.mock.yaml",
          Array("requests: {A: {match: GET /a, responses: {R: {text: caf".utf8) + [0xE9] + Array("}}}}\n".utf8)),
        right: .init("example.mock.yaml", "requests: {A: {match: GET /a, responses: {R: {text: café}}}}\n"))),
    .error(
      "invalid-character", "a character can't stand in YAML",
      """
      Control characters, a byte-order mark inside the text, and the line separators U+0085, U+2028 and U+2029, which \
      YAML's versions read differently. Remove them, or write them as an escape in double quotes.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {text: 'a\u{1B}b'}}}}",
        right: #"requests: {A: {match: GET /a, responses: {R: {text: "a\x1Bb"}}}}"#)),
    .error(
      "duplicate-key", "a key is given twice in one mapping",
      "Only one of the two could count. Names are compared exactly, so 'a' and 'A' are two keys.",
      RuleExample(
        wrong: """
          requests:
            Items: {match: GET /items, responses: {Found: {}}}
            Items: {match: POST /items, responses: {Created: {status: 201}}}
          """,
        right: """
          requests:
            Items: {match: GET /items, responses: {Found: {}}}
            New item: {match: POST /items, responses: {Created: {status: 201}}}
          """)),
    .error(
      "json-syntax", "the text isn't JSON",
      """
      Specs that end in .json are JSON (RFC 8259): text and keys stand in double quotes, no comma is left over, there are \
      no comments. The place is where JSON ends to be JSON.
      """,
      RuleExample(
        wrong: [("example.mock.json", #"{"mockspec": 1, "requests": {},}"#)],
        right: [("example.mock.json", #"{"mockspec": 1, "requests": {}}"#)])),
    .error(
      "too-deep", "collections are nested too deep",
      "Lists and mappings stand inside each other at most 128 levels deep, aliases counted with what they stand for.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {json: \(nested(130))}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {json: \(nested(100))}}}}")),
    .error(
      "too-large", "a file is larger than a spec can be meant to be",
      """
      A spec has at most 16 MiB and 2,000,000 values; its aliases add at most 100,000 more, and 16 MiB of text; at most \
      16 lines start with '%'. So no file takes all time or memory. Large bodies belong in files of their own.
      """,
      RuleExample(
        wrong: """
          mockspec: 1
          x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
          x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          x-c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
          x-d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
          x-e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
          requests: {A: {match: GET /a, responses: {R: {json: *e}}}}
          """,
        right: """
          mockspec: 1
          x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
          requests: {A: {match: GET /a, responses: {R: {json: *a}}}}
          """)),
    .error(
      "too-many-problems", "a file has more problems than anybody reads",
      "Of each file the first 1,000 are reported. Mend these first; most others may follow from them.", nil),
    .error(
      "yaml-unavailable", "YAML can't be read on this platform",
      """
      YAML is read with the system's libyaml, which iOS and its like don't have. 'mockspec convert --to json' writes the \
      same project as JSON, which loads everywhere.
      """, nil),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
