/// Words of other tools, and other names for keys.
extension Mistake {
  static let vocabulary: [Mistake] = [
    .response(
      "number-as-delay", "a number as a delay", code: "wrong-type", help: "500ms", isFixable: false, "delay: 1️⃣5001️⃣"),
    .response(
      "duration-with-space", "a space in a duration", code: "bad-value", help: "500ms", isFixable: true,
      "delay: 1️⃣500 ms1️⃣"),
    .response(
      "yes-template", "yes of YAML 1.1", code: "wrong-type", help: "true", isFixable: true, "template: 1️⃣yes1️⃣\ntext: hi"),
    .response(
      "on-passthrough", "on of YAML 1.1", code: "wrong-type", help: "true", isFixable: true, "passthrough: 1️⃣on1️⃣"),
    .response(
      "path-in-origin", "a path in an origin", code: "bad-value", help: "origin",
      "forward: 1️⃣http://localhost:8000/api1️⃣"),
    .response("timeout-error", "an error by its short name", code: "bad-value", help: "timedOut", "error: 1️⃣timeout1️⃣"),
    .response(
      "throttle-number", "a number as a throttle", code: "wrong-type", help: "bytesPerSecond",
      "text: slow\nthrottle: 1️⃣5001️⃣"),
    Mistake(
      "matches-with-comma", .vocabulary, "several matches in one text", code: "bad-value",
      help: "match: [GET /a, 'GET /b/{id}']", isFixable: true,
      """
      mockspec: 1
      requests:
        Either:
          match: 1️⃣GET /a, GET /b/{id}1️⃣
          responses: {Good: {text: good}}
      """),
    Mistake(
      "one-of-matches", .vocabulary, "a keyword before alternatives", code: "unknown-key",
      help: "match: [GET /a, GET /b]",
      """
      mockspec: 1
      requests:
        Either:
          match: {1️⃣oneOf1️⃣: [GET /a, GET /b]}
          responses: {Good: {text: good}}
      """),
    .match(
      "any-method", "WireMock's ANY", code: "unknown-method", help: "method", "method: 1️⃣ANY1️⃣\npath: /vocabulary/any"),
    .match(
      "scheme-in-host", "a scheme in a host", code: "bad-value", help: "api.example.com",
      "host: 1️⃣https://api.example.com1️⃣\npath: /vocabulary/host"),
    .match(
      "query-in-path", "a query in a path", code: "bad-value", help: "query",
      "method: GET\npath: 1️⃣/vocabulary/search?q=lamp1️⃣"),
    .match(
      "url-as-path", "a URL as a path", code: "bad-path", help: "host", "path: 1️⃣https://api.example.com/vocabulary1️⃣"),
    .match(
      "scheme-with-colon", "a scheme with its delimiter", code: "bad-value", help: "https",
      "scheme: 1️⃣'https://'1️⃣\npath: /vocabulary/scheme"),
    .match(
      "json-path-in-pointers", "a JSONPath as a pointer", code: "bad-key", help: "/user/id",
      "path: /vocabulary/pointer\nbody: {pointers: {1️⃣$.user.id1️⃣: 7}}"),
    Mistake(
      "cors-yes", .vocabulary, "yes of YAML 1.1", in: .project, code: "wrong-type", help: "true",
      """
      mockspec: 1
      server:
        port: 8088
        cors: 1️⃣yes1️⃣
      """),
    .response(
      "three-directives", "a value with commas", code: "bad-key", help: "'no-cache, no-store, max-age=0'",
      "headers: {Cache-Control: no-cache, no-store, 1️⃣max-age=01️⃣}"),
    .response(
      "passthrough-beside-error", "passthrough that is false", code: "bad-value", help: "remove",
      "error: timedOut\npassthrough: 1️⃣false1️⃣"),
    .response(
      "delay-min-and-sigma", "parts of both forms of a delay", code: "conflicting-keys", help: "remove one",
      "delay: {1️⃣min1️⃣: 1s, sigma: 0.5}"),
    .response(
      "error-code-name", "the name as the code", code: "wrong-type", help: "error: timedOut",
      "error: {code: 1️⃣timedOut1️⃣}"),
    .response(
      "header-as-object", "a header of OpenAPI with its schema", code: "wrong-type", help: "write the value itself",
      "headers: {X-Rate: 1️⃣{schema: {type: integer}}1️⃣}"),
    .match(
      "hidden-folder", "a path without its slash", code: "bad-path", help: "'/.well-known/openid'",
      "path: 1️⃣.well-known/openid1️⃣"),
    .match(
      "wm-url-path-regex", "a regular expression of WireMock", code: "unknown-key", help: "params",
      "method: GET\n1️⃣urlMatching1️⃣: '/wm/.*'"),
    .match(
      "wm-has-exactly", "hasExactly of WireMock", code: "unknown-key", help: "[",
      "path: /wm-exactly\nquery:\n  id:\n    1️⃣hasExactly1️⃣: [{equalTo: '1'}, {equalTo: '2'}]"),
    .response(
      "wm-fault-random", "a fault of WireMock", code: "bad-value", help: "malformedChunk",
      "fault: 1️⃣RANDOM_DATA_THEN_CLOSE1️⃣"),
    .response(
      "wm-template-syntax", "a request template of WireMock", code: "template", help: "request.path",
      "template: true\ntext: 1️⃣'{{request.pathSegments.[1]}}'1️⃣"),
    .response(
      "mockoon-templating", "a helper of Mockoon", code: "template", help: "request.query",
      "template: true\ntext: 1️⃣\"{{queryParam 'page'}}\"1️⃣"),
    .response(
      "mockoon-faker", "a helper of Faker", code: "template", help: "uuid",
      "template: true\ntext: 1️⃣\"{{faker 'string.uuid'}}\"1️⃣"),
    .response(
      "mockoon-random-int", "a helper of Mockoon for numbers", code: "template", help: "{{random.int(1, 6)}}",
      "template: true\ntext: '1️⃣{{randomInt 1 6}}1️⃣'"),
    .response(
      "faker-first-name", "a helper of Faker for names", code: "template", help: "{{fake.firstName}}",
      "template: true\ntext: 1️⃣\"{{faker 'person.firstName'}}\"1️⃣"),
    .response(
      "handlebars-each", "a block of Handlebars", code: "template",
      help: "{{#request.json.items}}…{{/request.json.items}}",
      "template: true\ntext: '1️⃣{{#each request.json.items}}1️⃣x{{/each}}'"),
    .response(
      "liquid-upcase", "a filter of Liquid", code: "template", help: "'upper'",
      "template: true\ntext: '{{request.url | 1️⃣upcase1️⃣}}'"),
    .match(
      "postman-header-list", "headers of Postman", code: "wrong-type", help: "name",
      "path: /postman-header\nheaders:\n  1️⃣- {key: Accept, value: text/html}"),
    .match(
      "any-query-of-nock", "any query of nock", code: "wrong-type", help: "remove 'query'", "path: /a\nquery: 1️⃣true1️⃣"),
    .response(
      "guid-of-postman", "a variable of Postman", code: "template", help: "{{uuid}}",
      "template: true\njson: {id: '1️⃣{{$guid}}1️⃣'}"),
    .match(
      "two-lower-case-methods", "a list of methods in lower case", code: "bad-value", help: "[GET, POST]",
      isFixable: true,
      "path: /a\nmethod: [1️⃣get1️⃣, post]"),
  ]
}
