// A table: the pages of codes about bytes and text, in YAML and JSON.
extension RulePages {
  private static let fineSpec = "mockspec: 1\nrequests: {}\n"

  static let textPages: [RulePage] = [
    .error(
      "empty-file", "a file is empty",
      """
      The file has no bytes, or only blank lines and comments. This is an error, so that a file that is still being \
      written isn't mistaken for a spec without requests.
      """,
      RuleExample(wrong: "", right: fineSpec)),
    .error(
      "not-utf8", "the text isn't valid UTF-8",
      """
      Specs and the project file are encoded in UTF-8; a byte-order mark at the start is ignored. The location is the first \
      invalid byte, often a letter with an accent that an editor saved as Latin-1. For a file in UTF-16 or UTF-32, the \
      message says so.
      """,
      RuleExample(
        wrong: .init(
          "example.mock.yaml",
          Array("requests: {A: {match: GET /a, responses: {R: {text: caf".utf8) + [0xE9] + Array("}}}}\n".utf8)),
        right: .init("example.mock.yaml", "requests: {A: {match: GET /a, responses: {R: {text: café}}}}\n"))),
    .error(
      "invalid-character", "a character looks like another one, or can't be seen",
      """
      Web pages, word processors and keyboards for other languages write characters that look like a space, a quote, a \
      colon or a letter, but are others: a no-break space, '“', '：' or the Cyrillic 'а'. In a key, a number, a duration \
      or the syntax of YAML or JSON, they aren't what they look like. The message contains the code point and the \
      likeness. In names and in text, these characters are allowed, except those that YAML forbids everywhere: control \
      characters, a byte-order mark inside the text, and the line separators U+0085, U+2028 and U+2029. Remove these, or \
      write them as escapes in double quotes.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {st\u{430}tus: 204}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 204}}}}")),
    .error(
      "duplicate-key", "a key occurs twice in a mapping",
      """
      Only one of the two values could be used. Keys are compared exactly, so 'a' and 'A' are different, except names \
      of headers, which are case-insensitive. Names of requests, responses and scenes are compared as characters: 'é' is the \
      same as 'e' with a combining accent. Rename or remove one of the two.
      """,
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
      "json-syntax", "the text isn't valid JSON",
      """
      Specs with the extension .json are JSON (RFC 8259): text and keys are in double quotes, there is no comma after the \
      last element, and there are no comments. The location is where the text stops being valid JSON. A file with the \
      markers of a merge conflict is reported once, at the first marker.
      """,
      RuleExample(
        wrong: [("example.mock.json", #"{"mockspec": 1, "requests": {},}"#)],
        right: [("example.mock.json", #"{"mockspec": 1, "requests": {}}"#)])),
    .error(
      "too-deep", "collections are nested too deeply",
      "Lists and mappings are nested at most 128 levels deep, including the values that aliases repeat.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {json: \(nested(130))}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {json: \(nested(100))}}}}")),
    .error(
      "too-large", "a file is too large for a spec",
      """
      A spec has at most 16 MiB and 2,000,000 values. Its aliases add at most 100,000 values and 16 MiB of text. At most 16 \
      lines start with '%'. The limits protect against files that take too much time or memory. Move large bodies to files \
      of their own.
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
      "too-many-problems", "a file has too many problems to report them all",
      "The first 1,000 problems of each file are reported. Fix these first; the others are often consequences of them.",
      nil),
    .error(
      "yaml-unavailable", "YAML can't be read on this platform",
      """
      YAML is parsed by the system's libyaml, which isn't available on iOS, tvOS, watchOS and visionOS. 'mockspec convert \
      --to json' writes the same project as JSON, which loads on every platform.
      """, nil),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
