/// Texts that are hard to parse: long lines, deep nesting, many repetitions of one character.
extension HardInput {
  private static let start = "mockspec: 1\nrequests: {}\n"

  static var texts: [HardInput] {
    [
      spec(
        "one line with 20,000 mistakes",
        numbered(before: "{mockspec: 1, requests: {", after: "}}") { number in
          "request number \(number): {mtch: GET /aaaaaaaaaaaaa}, "
        }),
      spec(
        "the same in JSON",
        numbered(before: #" {"mockspec": 1, "requests": {"#, after: #""z": 1}}"#) { number in
          #""request \#(number)": {"mtch": "GET /aaaa"}, "#
        }),
      spec(
        "one line of wide letters with 20,000 mistakes",
        numbered(before: "{mockspec: 1, requests: {", after: "}}") {
          "日本語日本 \($0): {日本: 语语语语语}, "
        }),
      spec("333,000 times the same key", filled("a:\n")),
      spec("the same in JSON, on one line", filled(#""a":1,"#, before: "{", after: #""b":1}"#)),
      spec("250,000 keys in two mappings", numbered(before: start + "x-a:\n") { " k\($0):\n" }),
      spec("deep [", filled("[")),
      spec("deep {", filled("{a: ")),
      spec("deep [ in JSON", filled("[", before: "{\"a\":")),
      spec("deep - on one line", filled("- ")),
      spec("? ? ? ?", filled("? ")),
      spec("100,000 anchors without aliases", numbered(before: start + "x-a:\n") { "- &a\($0) \n" }),
      spec("70,000 aliases without anchors", numbered(before: start + "x-a:\n- &a1 1\n") { "- *b\($0)\n" }),
      spec(
        "as many anchors as aliases with similar names",
        numbered(before: start + "x-a:\n") {
          "- &name\($0) 1\n- *nam\($0)\n"
        }),
      spec(
        "100,000 aliases of a long text",
        filled("- *a\n", before: start + "x-a:\n- &a \(filled("x", size: 499_000))\n", size: 998_000)),
      spec(
        "a long text in place of each request",
        numbered(before: "mockspec: 1\nx-a: &a '\(filled("x", size: 400_000))'\nrequests:\n") {
          " R\($0): *a\n"
        }),
      spec(
        "a long text as a key",
        numbered(before: "mockspec: 1\nx-a: &a '\(filled("x", size: 400_000))'\nrequests:\n") {
          " R\($0): {*a : 1}\n"
        }),
      spec(
        "a text as a repeated key of one mapping",
        numbered(before: "mockspec: 1\nx-a: &a '\(String(repeating: "x", count: 250))'\nrequests:\n") { _ in " *a : 1\n"
        }),
      spec(
        "a text in place of each request",
        numbered(before: "mockspec: 1\nx-a: &a '\(String(repeating: "x", count: 250))'\nrequests:\n") {
          " Request number \($0): *a\n"
        }),
      spec("one plain text", filled("word ", before: start + "x-a: ")),
      spec("one plain text over many lines", filled("word\n  ", before: start + "x-a: ")),
      spec("one literal text", filled("  word\n", before: start + "x-a: |\n")),
      spec("one text in double quotes with escapes", filled(#"\n\u00e9"#, before: start + "x-a: \"", after: "\"\n")),
      spec("unclosed quotes", filled("a: \"b\n")),
      spec("unclosed quotes in JSON", filled("\"a", before: "{")),
      spec("CR-only lines", filled("\r")),
      spec("CR-only lines with mistakes", filled(" a:b\r", before: "x-a:\r - 1\r")),
      spec("tabs", filled("\t")),
      spec("spaces", filled(" ", after: "x")),
      spec("% lines", filled("%\n")),
      spec("%TAG lines", filled("%TAG !a! tag:a:\n")),
      spec("comments", filled("#\n", before: start)),
      spec(
        "# mockspec-ignore: on every line",
        filled("# mockspec-ignore: unused-anchor\n- &a 1\n", before: start + "x-a:\n")
      ),
      spec("# mockspec-ignore: with unknown names", numbered(before: start) { "# mockspec-ignore: name-\($0)\n" }),
      spec("# mockspec-ignore: many times on one line", filled("# mockspec-ignore: a ", before: start)),
      spec("values that need quotes", numbered(before: start + "x-a:\n") { "- @v\($0)\n" }),
      spec("300,000 empty documents", filled("---\n")),
      spec("combining marks", filled("\u{301}", before: start + "x-a: e", after: "\n\tx: 1\n")),
      spec("emoji families as keys", numbered(before: start) { "👨‍👩‍👧‍👦\($0): 🏳️‍🌈\n" }),
      spec("one emoji family", filled("👨\u{200D}", before: start + "a: ", after: "\n")),
      spec("right-to-left marks as keys", numbered(before: start) { "\u{202E}\($0): 1\n" }),
      spec("closing brackets", filled("]")),
      spec("commas", filled(",", before: "{")),
      spec("exclamation marks", filled("- !x 1\n", before: start + "x-a:\n")),
      spec("colons", filled(":")),
      spec("a number of a million digits", filled("9", before: start + "x-a: ", after: "\n")),
      spec(
        "numbers with large exponents",
        filled(
          "     - 1e999999999\n",
          before: "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses:\n   R:\n    json:\n"
        )),
    ]
  }
}
