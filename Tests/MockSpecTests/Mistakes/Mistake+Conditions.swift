/// Conditions that no call satisfies, or that compare something else than they seem to.
extension Mistake {
  static let conditions: [Mistake] = impossible + literal

  private static let impossible: [Mistake] = [
    .match(
      "absent-and-equal", "present: false beside equals", kind: .lints, help: ["'present: false'"],
      "path: /a\nquery: {page: 1️⃣{present: false, equals: a}1️⃣}"),
    .match(
      "absent-and-contains", "present: false beside contains", kind: .lints, help: ["'present: false'"],
      "path: /a\nheaders:\n  X-A:\n    1️⃣present: false\n    contains: a"),
    .match(
      "equals-and-prefix", "a prefix that the text lacks", kind: .lints, help: ["no value is 'abc'", "'oneOf'"],
      "path: /a\nquery: {page: 1️⃣{equals: abc, startsWith: x}1️⃣}"),
    .match(
      "equals-and-pattern", "a pattern that the text doesn't match", kind: .lints, help: ["no value is 'abc'"],
      "path: /a\nquery: {page: 1️⃣{equals: abc, matches: '^[0-9]+$'}1️⃣}"),
    .match(
      "equals-and-not-equals", "a text and its negation", kind: .lints, help: ["not 'a'"],
      "path: /a\ncookies: {id: 1️⃣{equals: a, not: {equals: a}}1️⃣}"),
    .match(
      "list-without-its-text", "a text that isn't in the list", kind: .lints, help: ["one of"],
      "path: /a\nquery: {sort: 1️⃣{equals: up, oneOf: [asc, desc]}1️⃣}"),
    .match(
      "two-values-of-a-header", "two texts for one header", kind: .lints, help: ["'oneOf'"],
      "path: /a\nheaders:\n  Accept:\n    - text/html\n    - 1️⃣text/plain1️⃣"),
    .match(
      "absent-in-a-list", "a header that must be absent, and have a value", kind: .lints, help: ["'present: false'"],
      "path: /a\nheaders:\n  X-A:\n    - equals: b\n    - 1️⃣present: false"),
    .match(
      "absent-segment", "a captured segment that must be absent", kind: .lints, help: ["second request"],
      "path: /items/{id}\nparams: {id: 1️⃣{present: false}1️⃣}"),
    .match(
      "contradiction-in-form", "a contradiction in a form", kind: .lints, help: ["no value is"],
      "path: /a\nmethod: POST\nbody: {form: {a: 1️⃣{equals: x, contains: y}1️⃣}}"),
    .match(
      "contradiction-in-pointers", "a contradiction in JSON", kind: .lints, help: ["no value is"],
      "path: /a\nmethod: POST\nbody: {pointers: {/a: 1️⃣{oneOf: [x, y], startsWith: z}1️⃣}}"),
    Mistake(
      "passed-host", .lints, "requests for a host that passes through", help: ["pass through", "'passthrough'"],
      files: ["mockspec.yaml": "mockspec: 1\npassthrough: ['*.example.com']\n"],
      """
      mockspec: 1
      requests:
        1️⃣Login1️⃣:
          match: POST https://api.example.com/login
          responses: {Success: {status: 204}}
        Health:
          match: GET /health
          responses: {Success: {status: 204}}
      """),
  ]

  private static let literal: [Mistake] = [
    .match(
      "operator-in-json", "an operator inside JSON", kind: .lints, help: ["pointers: {/name: {contains"],
      "path: /a\nmethod: POST\nbody: {json: {name: {1️⃣contains1️⃣: x}}}"),
    .match(
      "operators-in-json", "operators deep inside JSON", kind: .lints, help: ["pointers: {/user/tags/1: {startsWith"],
      "path: /a\nmethod: POST\nbody:\n  json:\n    user:\n      tags: [a, {1️⃣startsWith1️⃣: b, ignoreCase: true}]"),
    .match(
      "operator-as-json", "an operator as JSON", kind: .lints, help: ["body: {text: {contains"],
      "path: /a\nmethod: POST\nbody: {json: {1️⃣contains1️⃣: x}}"),
    .match(
      "presence-in-json", "a condition on presence inside JSON", kind: .lints, help: ["pointers"],
      "path: /a\nmethod: POST\nbody: {jsonEquals: {token: {1️⃣present1️⃣: true}}}"),
    .match(
      "star-in-query", "a star for any value", kind: .lints, help: ["present: true"],
      "path: /a\nquery: {page: 1️⃣'*'1️⃣}"),
    .short("star-in-short-query", "a star for any value", kind: .lints, help: ["present: true"], "GET /a?page=1️⃣*1️⃣"),
    .short(
      "colon-for-equals-sign", "a colon in a query", kind: .lints, help: ["page=2"], "GET /a?1️⃣page:21️⃣"),
    .short(
      "parameter-in-query", "a parameter of Express in a query", kind: .lints, help: ["present: true"],
      "GET /a?page=1️⃣:page1️⃣"),
    .match(
      "slashes-in-schema", "a literal of JavaScript in a schema", kind: .lints,
      help: ["remove the slashes: '^a$'"], without: ["ignoreCase"],
      "path: /a\nmethod: POST\nbody: {schema: {properties: {a: {pattern: 1️⃣'/^a$/i'1️⃣}}}}"),
    .match(
      "slashes-in-pattern-properties", "a literal of JavaScript as a key", kind: .lints, help: ["remove the slashes"],
      "path: /a\nmethod: POST\nbody: {schema: {patternProperties: {1️⃣'/^a$/'1️⃣: true}}}"),
    .match(
      "slashes-in-pointers", "a literal of JavaScript for JSON", kind: .lints, help: ["remove the slashes"],
      "path: /a\nmethod: POST\nbody: {pointers: {/a: {matches: 1️⃣'/^a$/'1️⃣}}}"),
    .match(
      "pattern-as-text-in-form", "a pattern in a form", kind: .lints, help: ["'matches'"],
      "path: /a\nmethod: POST\nbody: {form: {a: 1️⃣'x.*'1️⃣}}"),
    .match(
      "invisible-in-matched-header", "a zero-width space in a header", kind: .lints, help: ["U+200B", "remove"],
      "path: /a\nheaders: {Accept: 'text/html1️⃣\u{200B}1️⃣'}"),
    .short(
      "invisible-in-query", "a zero-width space in a query", kind: .lints, help: ["U+200B"],
      "GET /a?page=21️⃣\u{200B}1️⃣"),
    Mistake(
      "path-in-defaults", .lints, "a prefix of all paths in match", help: ["basePath: /v1"],
      """
      mockspec: 1
      defaults:
        match: {path: 1️⃣/v11️⃣}
      requests:
        A: {match: GET /a, responses: {Found: {}}}
        B: {match: GET /b, responses: {Found: {}}}
      """),
    .match(
      "inline-flag", "a flag in a pattern", kind: .values, help: ["ignoreCase: true"],
      "path: /a\nquery: {page: {matches: '1️⃣(?i1️⃣)abc'}}"),
    Mistake(
      "ignore-above-name", .lints, "an ignore comment above the name of the request", codes: ["unused-ignore"],
      help: ["line 5", "move the comment"],
      """
      mockspec: 1
      requests:
        # mockspec-ignore: 1️⃣parameter-style1️⃣
        A:
          match: GET /a/:id
          responses: {Found: {}}
      """),
  ]
}
