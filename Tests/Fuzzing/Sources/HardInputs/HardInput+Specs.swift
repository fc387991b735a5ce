/// Specs that are hard to check: names compared with names, and large values where small ones are usual.
extension HardInput {
  private static let request = "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses: {R: {}}\n"

  static var specs: [HardInput] {
    [
      spec("a huge unknown key", request + filled("k", before: "? ", after: "\n: 1\n", size: 900_000)),
      spec(
        "a huge key that resembles a known one",
        request + filled("requests", before: "? ", after: "\n: 1\n", size: 900_000)),
      spec("unknown keys in one request", numbered(before: request) { "  stats\($0): 1\n" }),
      spec(
        "unknown keys in many requests",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " r\($0): {mtch: GET /a, respones: {R: {}}}\n"
        }),
      spec("responses beside 'responses'", numbered(before: request) { "  S\($0): {status: 200}\n" }),
      spec(
        "keys of match in many requests",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " r\($0): {method: get, url: /a, status: 200, responses: {R: {}}}\n"
        }),
      spec(
        "responses in place of requests", numbered(before: request) { " R\($0): {status: 200}\n" }),
      spec(
        "JSON in place of a body matcher",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: /a\n   body:\n") {
          "    k\($0): 1\n"
        }),
      spec(
        "a path of many parameters of another tool",
        "mockspec: 1\nrequests:\n A:\n  match: GET " + numbered(size: 900_000) { "/:a\($0)" }
          + "\n  responses: {R: {}}\n"),
      spec(
        "many tags in a response that isn't a template",
        filled("{{a ", before: request + " B: {match: /b, responses: {R: {text: '", after: "'}}}\n", size: 900_000)),
      spec(
        "many names that the path doesn't capture",
        numbered(before: request + " B: {match: /b, responses: {R: {template: true, text: '", after: "'}}}\n") {
          "{{request.path.a\($0)}}"
        }),
      spec(
        "unknown responses against known ones",
        names({ "   Response number \($0): {}\n" }) { "   - Response numbre \($0)\n" }),
      spec("unknown parameters against known ones", parameters),
      spec(
        "a path of many segments",
        "mockspec: 1\nrequests:\n A:\n  match: GET " + filled("/a", size: 900_000) + "\n  responses: {R: {}}\n"),
      spec(
        "a path of many captures",
        "mockspec: 1\nrequests:\n A:\n  match: GET " + numbered(size: 900_000) { "/{a\($0)}" }
          + "\n  responses: {R: {}}\n"),
      spec(
        "a query of many names",
        "mockspec: 1\nrequests:\n A:\n  match: GET /a?" + numbered(size: 900_000) { "a\($0)=1&" }
          + "\n  responses: {R: {}}\n"),
      spec(
        "a query of one name",
        "mockspec: 1\nrequests:\n A:\n  match: GET /a?" + filled("a=1&", size: 900_000) + "\n  responses: {R: {}}\n"),
      spec(
        "many headers",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses:\n   R:\n    headers:\n") {
          "     X-\($0): a\n"
        }),
      spec(
        "many methods",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  match:\n   path: /a\n   method:\n") { "   - M\($0)\n" }
          + "  responses: {R: {}}\n"),
      spec(
        "many requests that are the same",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " R\($0): {match: GET /a, responses: {R: {}}}\n"
        }),
      spec(
        "many requests with wildcards",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " R\($0): {match: 'GET /*/a\($0)/**', responses: {R: {}}}\n"
        }),
      spec(
        "many names that differ by case",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses:\n") {
          "   \($0.isMultiple(of: 2) ? "R" : "r")\($0 / 2): {}\n"
        }),
      spec(
        "a sequence of many steps",
        filled("  - R\n", before: "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses: {R: {}}\n  sequence:\n")),
      spec(
        "invalid expressions",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: /a\n   query:\n") {
          "    a\($0): {matches: '(a\($0)'}\n"
        }),
      spec(
        "valid expressions",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: /a\n   query:\n") {
          "    a\($0): {matches: '^[a-z]+\\d{2,5}\($0)$'}\n"
        }),
      spec(
        "expressions with Unicode classes",
        numbered(before: "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: /a\n   query:\n") {
          "    a\($0): {matches: '^\\p{L}+\($0)$', ignoreCase: true}\n"
        }),
      spec("an expression of counted repetitions", expression("(a{1000}){1000}")),
      spec("an expression of nested repetitions", expression("^(a+)+$")),
      spec("one huge expression", expression(filled("(a|b)*", size: 900_000))),
      spec("one huge expression of brackets", expression(filled("(", size: 900_000))),
      spec(
        "one huge class",
        expression("[" + numbered(size: 900_000) { "\\u{\(String(0x1000 + $0 % 0x8000, radix: 16))}" } + "]")),
      spec(
        "a body of base64",
        "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses: {R: {base64: '" + filled("AAAA", size: 900_000)
          + "'}}\n"),
      spec(
        "an invalid body of base64",
        "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses: {R: {base64: '" + filled("AAA=", size: 900_000)
          + "'}}\n"),
      spec(
        "a JSON body of JSON",
        "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses: {R: {text: '" + filled("[", size: 900_000)
          + "', headers: {Content-Type: application/json}}}\n"),
      spec("many fields of a form", body("form") { "     f\($0): a\n" }),
      spec("many parts", body("multipart") { "     f\($0): {contains: a}\n" }),
      spec("many GraphQL variables", body("graphql:\n     variables") { "      f\($0): a\n" }),
      spec("many pointers", body("pointers") { "     /a/\($0)/b: a\n" }),
      spec("invalid pointers", body("pointers") { "     a~\($0): a\n" }),
      spec("many paths", body("paths") { "     $.a[?@.b == \($0)]: a\n" }),
      spec("invalid paths", body("paths") { "     $.a[?@.b = \($0)]: a\n" }),
      spec("many patterns in paths", body("paths") { "     \"$[?match(@, '(a|b){\($0)}')]\": a\n" }),
      spec("a deep path", body("paths") { "     $.a\($0)\(String(repeating: "[?(", count: 300)): a\n" }),
      spec(
        "a schema with many patterns", body("schema:\n     properties") { "      p\($0): {pattern: '^a{1,30}$'}\n" }),
      spec("a schema with many mistakes", body("schema:\n     properties") { "      p\($0): {typ: 1, type: strin}\n" }),
      spec(
        "many requests distinguished by a schema",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " R\($0): {match: {path: /a, body: {schema: {const: \($0)}}}, responses: {R: {}}}\n"
        }),
      spec(
        "many requests distinguished by JSON",
        numbered(before: "mockspec: 1\nrequests:\n") {
          " R\($0): {match: {path: /a, body: {json: {a: \($0)}}}, responses: {R: {}}}\n"
        }),
      spec("texts that look like secrets", filled("AKIAAAAAAAAAAAAAAAAAA ", before: request + "x-a: ")),
    ]
  }

  private static func expression(_ text: String) -> String {
    "mockspec: 1\nrequests:\n A:\n  match: {path: /a, query: {q: {matches: '\(text)'}}}\n  responses: {R: {}}\n"
  }

  private static func body(_ kind: String, _ piece: (Int) -> String) -> String {
    numbered(
      before: "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: /a\n   body:\n    \(kind):\n",
      piece)
  }

  private static func names(_ known: (Int) -> String, _ unknown: (Int) -> String) -> String {
    numbered(before: "mockspec: 1\nrequests:\n A:\n  match: GET /a\n  responses:\n", size: size / 2, known)
      + numbered(before: "  sequence:\n", size: size / 2, unknown)
  }

  private static var parameters: String {
    let path = numbered(size: size / 2) { "/{name\($0)}" }
    return "mockspec: 1\nrequests:\n A:\n  responses: {R: {}}\n  match:\n   path: \(path)\n   params:\n"
      + numbered(size: size / 2 - 100) { "    nam\($0): a\n" }
  }
}
