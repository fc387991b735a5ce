/// Mistakes in the JSONPaths of a body.
extension Mistake {
  static let paths: [Mistake] = [
    path("path-single-equals", "one equals sign in a filter", help: "'=='", "'$.items[?@.id 1️⃣=1️⃣ 1]': {present: true}"),
    path("path-dashed-name", "a name with a dash without quotes", help: "['first-name']", "1️⃣$.first-name1️⃣: Ada"),
    path("path-script", "a script for the last element", help: "[-1]", "'$.items[1️⃣(1️⃣@.length-1)].id': 7"),
    path("path-name-in-brackets", "a name in brackets without quotes", help: "['items']", "'$[1️⃣items1️⃣][0].id': 7"),
    path("path-without-root", "a path without its root", help: "'$' is the whole body", "1️⃣items[0].id1️⃣: 7"),
    path("path-as-pointer", "a JSON Pointer as a path", help: "'pointers'", "1️⃣/items/0/id1️⃣: 7"),
    path("path-with-end-missing", "a path that goes on", help: "found the end", "1️⃣$.items..1️⃣: 7"),
    path("path-word-operator", "a word as an operator", help: "'&&'", "'$.items[?@.a 1️⃣and 1️⃣@.b].id': 7"),
    path(
      "path-pattern-operator", "an operator for patterns", help: "match(@.name, '…')",
      "'$.items[?@.name 1️⃣=~1️⃣ /lamp/].id': 7"),
    path("path-size-function", "a method for the length", help: "only in filters", "1️⃣$.items.length()1️⃣: 7"),
    path(
      "path-digit-escape", "an escape that I-Regexp lacks", help: "[0-9]",
      "\"$.items[?match(@.id, '1️⃣\\\\\\\\d1️⃣+')].id\": 7"),
    path("path-several-compared", "compared several values", help: "[?@ == 1]", "'$.items[?1️⃣@.tags[*]1️⃣ == 1].id': 7"),
    path("path-true-of-python", "a literal of Python", help: "write true", "'$.items[?@.new == 1️⃣True1️⃣].id': 7"),
    .match(
      "path-star-in-braces", "a star of a path in braces", kind: .values, code: "yaml-syntax",
      help: "put it in quotes: '$.items[*].id'", "path: /path-star\nbody: {paths: {1️⃣$.items[*].id1️⃣: 7}}"),
    .match(
      "path-filter-in-braces", "a filter of a path in braces", kind: .values, code: "yaml-syntax",
      help: "put it in quotes: '$.items[?@.a == 1].id'",
      "path: /path-filter\nbody: {paths: {1️⃣$.items[?@.a == 1].id1️⃣: 7}}"),
    .match(
      "wm-matches-json-path", "a JSONPath of WireMock", code: "unknown-key", help: "paths: {$.user.name: value}",
      "path: /wm-json-path\nbody: {1️⃣matchesJsonPath1️⃣: $.items}"),
  ]

  private static func path(_ name: String, _ what: String, help: String, _ entry: String) -> Mistake {
    .match(
      name, what, kind: .values, code: "bad-json-path", help: help,
      "method: POST\npath: /\(name)\nbody:\n  paths:\n    \(entry)")
  }
}
