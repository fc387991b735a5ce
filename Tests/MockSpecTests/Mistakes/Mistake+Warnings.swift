// What is valid, and has no effect or another one than it seems to have.
extension Mistake {
  static let warnings: [Mistake] = [
    .response(
      "comma-in-cache-control", "a value with a comma", kind: .lints, help: ["quotes"],
      "headers: {Cache-Control: no-cache, 1️⃣no-store1️⃣}\ntext: a"),
    .response("header-without-value", "a header without a value", kind: .lints, help: ["value"], "headers:\n  1️⃣X-A1️⃣:"),
    .match(
      "headers-as-set", "headers that must be there", kind: .lints, help: ["present"],
      "path: /set\nheaders: {1️⃣Accept1️⃣, X-A}"),
    .match(
      "query-as-set", "a query name that must be there", kind: .lints, help: ["present"],
      "path: /set\nquery: {a: 1, 1️⃣b1️⃣}"),
    .match(
      "cookie-as-set", "a cookie that must be there", kind: .lints, help: ["present"], "path: /c\ncookies: {1️⃣id1️⃣}"),
    Mistake(
      "null-in-defaults", .lints, "a default without a value", help: ["removes nothing"],
      """
      mockspec: 1
      defaults:
        headers:
          1️⃣X-A1️⃣:
      requests:
        A:
          match: GET /a
          responses: {Ok: {}}
      """),
    .response(
      "delay-among-headers", "a delay indented too much", kind: .lints, help: ["out of 'headers'"],
      "headers:\n  X-A: b\n  1️⃣delay1️⃣: 100ms"),
    .response(
      "status-among-headers", "a status indented too much", kind: .lints, help: ["out of 'headers'"],
      "headers: {X-A: b, 1️⃣status1️⃣: 404}"),
    .match(
      "exact-query-in-query", "exactQuery in query", kind: .lints, help: ["out of 'query'"],
      "path: /exact\nquery: {a: 1, 1️⃣exactQuery1️⃣: true}"),
    .match(
      "misspelt-keyword", "a misspelt keyword of JSON Schema", kind: .lints, help: ["'properties'"],
      "path: /schema\nbody: {schema: {type: object, 1️⃣propertes1️⃣: {a: {type: string}}}}"),
    .match(
      "misspelt-keyword-inside", "a misspelt keyword in a subschema", kind: .lints, help: ["'minLength'"],
      "path: /schema\nbody: {schema: {anyOf: [{type: string, 1️⃣minLenght1️⃣: 1}]}}"),
    .match(
      "nullable", "nullable of OpenAPI", kind: .lints, help: ["[string, 'null']"],
      "path: /schema\nbody: {schema: {properties: {a: {type: string, 1️⃣nullable1️⃣: true}}}}"),
    .response(
      "part-of-body", "a part of the body in a template", kind: .lints, help: ["request.json.name"],
      "template: true\ntext: 'Hi {{1️⃣request.body.name1️⃣}}'"),
    .response(
      "part-of-method", "a part of the method in a template", kind: .lints, help: ["request.method"],
      "template: true\ntext: 'Hi {{1️⃣request.method.name1️⃣}}'"),
    .short("invisible-in-path", "a zero-width space in a path", kind: .lints, help: ["U+200B"], "GET /a1️⃣\u{200B}1️⃣b"),
    .short("fullwidth-slash", "a slash of a Japanese keyboard", kind: .lints, help: ["'/'"], "GET /a1️⃣／1️⃣b"),
    .short("html-entity", "a URL copied from HTML", kind: .lints, help: ["&amp;"], "GET /a?x=1&1️⃣amp;y1️⃣=2"),
    .short("misspelt-scheme", "a misspelt scheme", kind: .lints, help: ["'https'"], "GET 1️⃣htps1️⃣://api.example.com/a"),
    .short("short-delete", "a method cut short", kind: .lints, help: ["'DELETE'"], "1️⃣DEL1️⃣ /a"),
  ]
}
