// What is valid, and has no effect or another one than it seems to have.
extension Mistake {
  static let warnings: [Mistake] = [
    .response(
      "brackets-in-template", "an index in brackets", kind: .lints, help: ["request.json.items.0.name"],
      "template: true\ntext: '{{1️⃣request.json.items[0].name1️⃣}}'"),
    .short(
      "expression-in-path", "a regular expression in a path", kind: .lints, help: ["params"], #"'GET /items/1️⃣\d+1️⃣'"#),
    .short("group-in-path", "a group in a path", kind: .lints, help: ["params"], "GET /items/1️⃣(a|b)1️⃣"),
    .short("dollar-in-path", "a variable in a path", kind: .lints, help: ["'{id}'"], "GET /items/1️⃣$id1️⃣"),
    .short("format-in-path", "a format in a path", kind: .lints, help: ["'{id}'"], "GET /items/1️⃣%d1️⃣"),
    .short("two-question-marks", "a second question mark", kind: .lints, help: ["'&'"], "GET /a?page=21️⃣?1️⃣size=3"),
    .match(
      "expression-in-header", "a regular expression as text", kind: .lints, help: ["'matches'"],
      "path: /a\nheaders: {Authorization: 1️⃣'Bearer .*'1️⃣}"),
    .match(
      "equals-sign-in-query", "an equals sign in braces", kind: .lints, help: ["page: 2"],
      "path: /a\nquery: {1️⃣page=21️⃣}"),
    .match(
      "additional-items", "a keyword of an earlier draft", kind: .lints, help: ["'items'"],
      "path: /schema\nbody: {schema: {type: array, 1️⃣additionalItems1️⃣: false}}"),
    .match(
      "curly-quotes-in-operator", "curly quotes around a value", kind: .lints, help: ["straight"],
      "path: /a\nquery: {page: {contains: 1️⃣“a”1️⃣}}"),
    .response(
      "query-of-url", "a part of the URL in a template", kind: .lints, help: ["request.query.page"],
      "template: true\ntext: '{{1️⃣request.url.query.page1️⃣}}'"),
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
    .short(
      "fullwidth-question-mark", "a question mark of a Japanese keyboard", kind: .lints, help: ["'?'"], "GET /a1️⃣？1️⃣b=2"),
    .short("en-dash-in-path", "a dash of a word processor", kind: .lints, help: ["'-'"], "GET /sign1️⃣–1️⃣in"),
    .short("dots-in-path", "a relative path", kind: .lints, help: ["clients resolve"], "1️⃣GET /a/../b1️⃣"),
    .short("percent-in-path", "a percent sign", kind: .lints, help: ["%25"], "GET /1️⃣100%1️⃣"),
    .short("ampersand-in-path", "a query without its mark", kind: .lints, help: ["'?'"], "1️⃣GET /items&page=21️⃣"),
    .short("semicolon-after-path", "a semicolon of code", kind: .lints, help: ["remove"], "1️⃣GET /items;1️⃣"),
    .short("braces-in-query", "a wildcard in a query", kind: .lints, help: ["present"], "'GET /items?page=1️⃣{page}1️⃣'"),
    .match(
      "curly-quotes-in-query", "curly quotes around a value", kind: .lints, help: ["straight"],
      "path: /a\nquery: {page: 1️⃣“2”1️⃣}"),
    .response(
      "mistyped-header", "a mistyped header", kind: .lints, help: ["'Content-Type'"],
      "headers: {1️⃣Content-Typ1️⃣: text/html}\ntext: a"),
    .match(
      "mistyped-matched-header", "a mistyped header of a call", kind: .lints, help: ["'Authorization'"],
      "path: /a\nheaders: {1️⃣Autorization1️⃣: a}"),
    .response(
      "keys-among-headers", "two keys indented too much", kind: .lints, help: ["them out of 'headers'"],
      "headers:\n  X-A: b\n  1️⃣delay1️⃣: 100ms\n  status: 404"),
    .short("misspelt-scheme", "a misspelt scheme", kind: .lints, help: ["'https'"], "GET 1️⃣htps1️⃣://api.example.com/a"),
    .short("short-delete", "a method cut short", kind: .lints, help: ["'DELETE'"], "1️⃣DEL1️⃣ /a"),
  ]
}
