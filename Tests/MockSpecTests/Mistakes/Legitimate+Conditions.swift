/// Neighbors of conditions and bodies about which rules warn.
extension Legitimate {
  static let conditions: [Legitimate] = [
    match("absent-in-any-case", "path: /a\nquery: {page: {present: false, ignoreCase: true}}"),
    match("present-and-equal", "path: /a\nquery: {page: {present: true, equals: a}}"),
    match(
      "equal-and-like-it",
      "path: /a\nquery: {page: {equals: abc, startsWith: a, matches: '^[a-c]+$', not: {equals: x}}}"),
    match(
      "equal-in-any-case",
      "path: /a\nquery: {page: {equals: A, ignoreCase: true, not: {equals: A}, matches: '^[a-z]$'}}"),
    match("one-of-that-match", "path: /a\nquery: {page: {oneOf: [a, b1], matches: '[0-9]'}}"),
    match("two-values-of-a-query-name", "path: /a\nquery: {tag: [a, b]}"),
    match("two-conditions-on-a-header", "path: /a\nheaders: {Accept: [{contains: html}, {contains: xml}]}"),
    match("two-values-of-a-form-name", "path: /a\nmethod: POST\nbody: {form: {tag: [a, b]}}"),
    match("two-prefixes", "path: /a\nquery: {q: [{startsWith: a}, {startsWith: b}]}"),
    match("filter-of-a-database", "path: /a\nmethod: POST\nbody: {json: {where: {name: {contains: x}}}}"),
    match("contains-in-json", "path: /a\nmethod: POST\nbody: {json: {rule: {contains: [a], size: 2}}}"),
    match("contains-with-others", "path: /a\nmethod: POST\nbody: {json: {box: {contains: eggs, weight: 2}}}"),
    match("equals-in-json", "path: /a\nmethod: POST\nbody: {json: {cond: {equals: 1}}}"),
    match("matches-as-list", "path: /a\nmethod: POST\nbody: {json: {cup: {matches: [1, 2]}}}"),
    match("operator-in-json-on-purpose", "path: /a\nmethod: POST\nbody:\n  json:\n    name:\n      1️⃣contains: x"),
    short("all-columns", "GET /rows?select=*&fields=*"),
    short("star-in-value", "GET /rows?q=a*&accept=text/*"),
    short("colon-in-value", "GET /rows?sort=name:asc&at=:12"),
    short("colon-in-names", "GET /rows?a:b=1&urn:isbn:5&:c"),
    Legitimate(
      "path-in-defaults-for-some",
      """
      mockspec: 1
      defaults:
        match: {method: POST, path: /graphql}
      requests:
        Users: {match: {body: {graphql: {operationName: Users}}}, responses: {Found: {}}}
        Health: {match: {method: GET, path: /health}, responses: {Found: {}}}
      """),
    match(
      "slashes-of-paths",
      "path: /a\nmethod: POST\nbody: {schema: {properties: {a: {pattern: '^/a/$'}, b: {pattern: '/a/b/'}}}}"),
    match("joiner-in-header", "path: /a\nheaders: {X-Name: می\u{200C}خواهم}"),
    Legitimate(
      "passed-host-of-others",
      files: ["mockspec.yaml": "mockspec: 1\npassthrough: ['*.cdn.example.com', a.example.com]\n"],
      """
      mockspec: 1
      requests:
        A: {match: 'GET https://cdn.example.com/a', responses: {Found: {}}}
        B: {match: 'GET https://*.example.com/b', responses: {Found: {}}}
        C: {match: GET /c, responses: {Found: {}}}
        D: {enabled: false, match: 'GET https://a.example.com/d', responses: {Found: {}}}
      """),
    Legitimate(
      "passed-host-on-a-server", files: ["mockspec.yaml": "mockspec: 1\npassthrough: [a.example.com]\n"],
      """
      mockspec: 1
      requests:
        1️⃣A: {match: 'GET https://a.example.com/a', responses: {Found: {}}}
      """),
    match("url-in-query", "GET /oembed?url=https://v.example/watch?v=1"),
    match("path-in-query", "path: /login\nquery: {next: '/items?page=2'}"),
    match("star-that-is-meant", "path: /a\nquery: {cols: {equals: '*'}}"),
    match("entity-tag-pattern", "path: /a\nheaders: {If-None-Match: {matches: '\"[0-9a-f]+\"'}}"),
    match("segment-pattern", "path: /a\nheaders: {Referer: {matches: '/(orders|items)/'}}"),
    match("attendance", "path: /a\nmethod: POST\nbody: {json: {present: true}}"),
    responses(
      "number-in-template",
      "R:\n  template: true\n  headers: {Content-Type: application/json}\n  text: '{\"id\": {{request.query.id}}}'"),
    responses("json-of-aws", "R: {headers: {Content-Type: application/x-amz-json-1.0}, json: {a: 1}}"),
    responses("download", "R: {headers: {Content-Type: application/octet-stream}, json: {a: 1}}"),
    match("ignore-at-its-line", "# mockspec-ignore: parameter-style\npath: /a/:id"),
  ]

  static let bodies: [Legitimate] = [
    responses("json-with-slash", "A: {json: a/b}\nB: {json: 'see a.json'}\nC: {json: 'https://example.com/a.json'}"),
    responses("text-with-path", "A: {text: /files/a.json}\nB: {text: a.json}\nC: {text: 'a, b/c.txt'}"),
    responses("text-with-data", "A: {text: 'data: 1'}\nB: {text: 'data:text/plain,hello'}"),
    responses("data-url-in-json", "A: {json: {icon: 'data:image/png;base64,iVBORw0KGgo='}}"),
    responses(
      "compressed-file", files: ["a.br": "abc"],
      "A: {headers: {Content-Encoding: br, Content-Type: text/plain}, file: a.br}\n"
        + "B: {headers: {Content-Encoding: gzip}, base64: H4sIAAAAAAAA}\n"
        + "C: {headers: {Content-Encoding: identity}, text: a}\nD: {headers: {Content-Encoding: gzip}, status: 304}"),
    Legitimate(
      "throttle-by-default",
      """
      mockspec: 1
      defaults: {throttle: {bytesPerSecond: 100}}
      requests:
        A: {match: GET /a, responses: {Found: {status: 204}, Cut: {fault: truncatedBody}, Reset: {fault: connectionReset}}}
      """),
    Legitimate(
      "single-braces-of-others",
      """
      mockspec: 1
      requests:
        A:
          match: GET /a/{id}
          responses:
            Found:
              template: true
              json: {id: '{{request.path.id}}', js: '{request.foo}', css: 'a {color: red}', raw: '{{{request.path.id}}}'}
            Plain: {text: '{request.path.id}'}
      """),
    responses("quoted-curly-keys", "A: {json: {'“id”': 1}}\nB: {json: {“a” b: 1, ‘: 2}}"),
    responses(
      "nulls-in-json",
      "A: {json: {a: null, b: , c: ~, 'd': , e: [a, ~]}}\nB:\n  json:\n    a:\n    b:\n      -\n      - c"),
    responses("curly-values", "A: {json: {title: '“Hello”', text: “Hello” to all}}"),
    responses("escaped-invisible", "A: {headers: {X-A: \"a\\u00A0b\"}, json: {é: 1}}"),
  ]
}
