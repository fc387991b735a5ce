extension Legitimate {
  static let all = names + texts + values + keysOfUsers + others + conditions + bodies

  /// A request with these responses.
  static func responses(_ name: String, files: [String: String] = [:], _ lines: String) -> Legitimate {
    Legitimate(
      name, files: files,
      "mockspec: 1\nrequests:\n  Request:\n    match: GET /\(name)\n    responses:\n\(lines.indented(6))\n")
  }

  /// A request with this long form of `match`.
  static func match(_ name: String, _ lines: String) -> Legitimate {
    Legitimate(
      name,
      "mockspec: 1\nrequests:\n  Request:\n    match:\n\(lines.indented(6))\n    responses: {Success: {json: {id: 1}}}\n"
    )
  }

  /// A request with this short form of `match`.
  static func short(_ name: String, _ match: String) -> Legitimate {
    Legitimate(
      name,
      "mockspec: 1\nrequests:\n  Request:\n    match: \(match)\n    responses:\n      Success: {json: {id: 1}}\n")
  }

  private static let names: [Legitimate] = [
    responses("response-called-status", "status: {status: 503}\nhealthy: {text: fine}"),
    responses("response-called-headers", "headers:\n  headers: {X-A: b}\nbody:\n  text: hello"),
    responses("response-called-responses", "responses: {json: []}\nrequests: {json: {}}"),
    responses("response-called-json", "json: {json: {a: 1}}\ntext: {text: a}\nfile: {status: 204}"),
    responses("response-called-match", "match: {text: it is}\nno match: {status: 404}"),
    responses("response-called-default", "default: {text: usual}\nother: {text: unusual}"),
    responses("response-called-delay", "delay:\n  delay: 20ms\nerror:\n  error: timedOut"),
    responses("response-called-404", "200: {text: ok}\n404: {status: 404}\n5xx: {status: 503}"),
    responses("response-called-true", "true: {json: true}\nNo: {json: false}\nnull: {json: null}"),
    responses("response-in-cyrillic", "Успех: {json: {имя: Ада}}\nОшибка: {status: 500, text: что-то пошло не так}"),
    responses("response-in-mixed-scripts", "OК: {text: the second letter is Cyrillic}"),
    responses("response-in-chinese", "成功：第一页: {json: {消息: “你好”，世界}}"),
    responses("response-with-no-break-space", "Not\u{A0}Found: {status: 404}\n“Quoted”: {text: a}"),
    responses("response-with-dash", "'- not': {text: a}\n'? odd': {text: b}"),
    responses("response-called-ref", "$ref: {text: a name}\n<merge>: {text: b}"),
    Legitimate(
      "requests-called-as-keys",
      """
      mockspec: 1
      requests:
        requests:
          match: GET /requests
          responses: {All: {json: []}}
        responses:
          match: GET /responses
          responses: {All: {json: []}}
        defaults:
          match: GET /defaults
          responses: {headers: {headers: {A: b}}}
        mockspec:
          match: GET /mockspec
          responses: {version: {text: '1'}}
        server:
          match: GET /server
          responses: {port: {json: 8080}}
      """),
    Legitimate(
      "requests-in-scripts",
      """
      mockspec: 1
      requests:
        Войти:
          match: POST /войти
          responses: {Успех: {status: 204}}
        登录:
          match: POST /登录
          responses: {成功: {status: 204}}
        Σύνδεση:
          match: POST /σύνδεση
          responses: {Εντάξει: {status: 204}}
      """),
    Legitimate(
      "scene-called-as-keys", in: .project,
      """
      mockspec: 1
      scenes:
        select: {Login: Offline}
        extends: {extends: select, select: {Profile: Missing}}
        scenes: {Login: Success}
      """),
    match("query-called-regex", "path: /a\nquery:\n  1️⃣regex: '^a'\n  statusCode: 404\n  url: https://example.com"),
    match("header-called-startsWith", "path: /a\nheaders: {startsWith: Bearer, matches: a}"),
    match("query-called-ignoreCase", "path: /a\nquery: {ignoreCase: true, present: yes, not: 1}"),
    match("cookie-called-status", "path: /a\ncookies: {status: 200, path: /}"),
    match("form-called-method", "path: /a\nbody: {form: {method: post, url: /a?b=c}}"),
    responses("header-called-status", "Success:\n  headers: {status: 200 OK, statusCode: 200, Body: none}"),
  ]

  private static let texts: [Legitimate] = [
    responses(
      "vue-template", "Page:\n  headers: {Content-Type: text/html}\n  text: '<p>{{ message }}</p>{{#each items}}'"),
    responses(
      "vue-template-in-block", "Page:\n  text: |\n    <li v-for=\"i in items\">{{ i.name }} {{ i.request }}</li>"),
    responses(
      "handlebars-in-json", "Template:\n  json: {subject: 'Hello {{name}}', body: '{{user.uuid}}, {{nowhere}}'}"),
    responses("documentation-of-tags", "Text:\n  1️⃣text: 'Write {{request.path.id}} or {{now}} in templates'"),
    responses("documentation-of-tags-in-json", "Text:\n  json:\n    1️⃣hint: 'Use {{uuid}}'"),
    responses("tags-in-file", files: ["page.html": "<p>{{request.path.id}} {{now}}</p>\n"], "Page: {file: page.html}"),
    responses("json-text-on-purpose", "Log line:\n  1️⃣json: '{\"level\": \"info\"}'"),
    responses("json-text-inside-json", "Event:\n  json: {payload: '{\"id\": 1}', list: '[1, 2]'}"),
    responses(
      "json-text-that-is-no-json", "A: {json: '{not json}'}\nB: {json: '[1, 2'}\nC: {json: '3'}\nD: {json: 'null'}"),
    responses("json-as-text", "A:\n  headers: {Content-Type: application/json}\n  text: '{\"id\": 1}'"),
    responses("markers-in-block", "Diff:\n  text: |\n    <<<<<<< HEAD\n    a\n    =======\n    b\n    >>>>>>> main"),
    responses("underline-in-block", "Readme:\n  text: |\n    Title\n    =======\n    Text"),
    responses(
      "html-in-text", "Page:\n  headers: {Content-Type: text/html}\n  text: |\n    <!DOCTYPE html>\n    <html></html>"),
    responses("lfs-pointer-in-text", "Pointer:\n  text: |\n    version https://git-lfs.github.com/spec/v1\n    size 1"),
    responses("yaml-in-text", "File:\n  text: |\n    mockspec: 1\n    requests:\n      A:\n        staus: 200"),
    responses("openapi-in-json", "Document:\n  json: {openapi: 3.0.3, info: {title: A, version: '1'}, paths: {}}"),
    responses("har-in-json", "Log:\n  json: {log: {version: '1.2', entries: []}, swagger: '2.0'}"),
    responses("no-break-space-in-text", "Text: {text: '10\u{A0}000\u{202F}€'}\nJSON: {json: {a\u{A0}b: '\u{200B}'}}"),
    responses("curly-quotes-in-text", "Text:\n  text: “Yes,” she said – ‘now’…\n  description: It’s “quoted”"),
    responses("full-width-in-text", "Text:\n  text: 你好：世界，（１２３）\n  description: １：２"),
    responses("tab-in-text", "Table:\n  text: |\n    a\tb\n    1\t2\n  headers: {X-A: \"a\\tb\"}"),
    responses("emoji", "Party 🎉:\n  text: 🎉👩‍👩‍👧‍👦 e\u{301}\n  description: a family with zero-width joiners"),
    responses("right-to-left-text", "Hebrew: {text: שלום}\nעברית: {text: a}"),
    responses("comment-in-text", "Shell:\n  text: |\n    #!/bin/sh\n    # mockspec-ignored: nothing\n    echo // done"),
    responses("colon-parameter-in-text", "Link: {text: '/users/:id', headers: {Location: '/users/:id?a=yes'}}"),
  ]

  private static let values: [Legitimate] = [
    short("custom-verb", "POST /users:batchGet"),
    short("custom-verb-with-parameter", "GET /v1/a:b/c"),
    short("encoded-colon", "GET /users/%3Aid"),
    short("colon-segment", "GET /users/1️⃣:me"),
    short("matrix-parameters", "GET /map;lat=50;long=20/tile"),
    short("dots-and-tilde", "GET /~ada/.well-known/..a/a.b"),
    short("time-in-path", "GET /at/12:30"),
    short("urn-in-path", "GET /urn:isbn:0451450523"),
    short("method-of-webdav", "PROPFIND /folder"),
    short("encoded-query", "GET /search?q=a%26b%3Dc"),
    short("at-sign-in-path", "GET /@ada/repos"),
    short("full-width-question-mark", "1️⃣GET /search？page=2"),
    short("non-ascii-path", "GET /größe/東京"),
    match("path-of-two-slashes", "path: //api.example.com/users"),
    match("regex-of-characters", "path: /a\nquery: {q: {matches: '[“”‘’：，]'}}"),
    match("equals-curly", "path: /a\nquery: {q: '“a”', r: {equals: '：'}}"),
    match("equals-yes", "path: /a\nquery: {subscribe: yes, page: 1, all: true, none: ''}"),
    match("host-of-ip", "host: 127.0.0.1\nport: 8080\npath: /a"),
    match("body-json-null", "path: /a\nbody: {json: {deleted: null, at: null}}"),
    match("body-json-of-keys", "path: /a\nbody: {json: {status: 200, match: {path: a}, body: null}}"),
    match("schema-of-properties", "path: /a\nbody:\n  schema: {type: object, properties: {status: {enum: [1, null]}}}"),
    responses("null-in-json", "Empty: {json: null}\nTilde: {json: ~}\nDeep:\n  json: {a: null, b: [null, ~], c: }"),
    responses("empty-texts", "Text: {text: ''}\nList: {json: []}\nObject: {json: {}}\nString: {json: ''}\nNothing: {}"),
    responses("times-of-day", "A:\n  json: {at: 12:30:00, on: 2026-01-31, octal: '010', zone: +5, yes: 'no'}"),
    responses("status-like-in-json", "A:\n  json: {statusCode: 404, body: x, url: /a, delay: 500, status: OK}"),
    responses("truth-of-yaml", "A: {template: TRUE, text: a}\nB: {template: False, text: b}"),
    responses("port-in-origin", "A: {forward: 'http://localhost:8000'}"),
    responses("numbers-as-text", "A: {headers: {Retry-After: 120, X-Version: 1.10, X-On: on}}\nB: {text: 404}"),
    responses("short-durations", "A: {delay: 0ms}\nB: {delay: 1.5s}\nC: {delay: {min: 0ms, max: 2s}}"),
  ]

  private static let keysOfUsers: [Legitimate] = [
    Legitimate(
      "keys-of-the-user",
      """
      mockspec: 1
      x-statusCode: &created 201
      x-responses:
        body: {url: /a, regex: b}
      requests:
        Request:
          x-url: https://wiki.example.com/mocks
          match: {x-regex: a, path: /a, x-body: b}
          responses:
            Success: {x-statusCode: 5, status: *created, x-delay: 500}
      """),
    Legitimate(
      "keys-of-the-user-in-json", in: .json,
      """
      {
        "$schema": "https://example.com/schema.json",
        "x-comment": "// not a comment, 'single quotes'",
        "mockspec": 1,
        "requests": {
          "Users": {
            "x-url": "/users/:id",
            "match": "GET /users",
            "responses": {"status": {"status": 200, "json": "a, b: {c}"}, "“curly”": {"text": "/* text */"}}
          }
        }
      }
      """),
    Legitimate(
      "json-text-on-purpose-in-json", in: .json,
      #"""
      {
        "mockspec": 1,
        "requests": {
          "Log": {
            "match": "GET /log",
            "responses": {
              "Line": {
                1️⃣"json": "{\"level\": 1}"
              }
            }
          }
        }
      }
      """#),
    Legitimate(
      "anchors-and-aliases",
      """
      mockspec: 1
      x-headers: &headers {Cache-Control: no-store}
      requests:
        Request:
          match: GET /a
          responses:
            First: {headers: *headers, json: &body {id: 1}}
            Second: {headers: *headers, json: *body}
      """),
    Legitimate(
      "windows-line-ends", "mockspec: 1\r\nrequests:\r\n  A:\r\n    match: GET /a\r\n    responses: {OK: {text: a}}\r\n"
    ),
    Legitimate(
      "byte-order-mark", "\u{FEFF}mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {OK: {text: a}}\n"),
    Legitimate(
      "document-markers", "---\nmockspec: 1\nrequests: {A: {match: GET /a, responses: {OK: {text: a}}}}\n...\n"),
    Legitimate(
      "comments-like-mistakes",
      """
      # <<<<<<< HEAD
      # openapi: 3.0.3 “curly” ：
      mockspec: 1   # statusCode: 404
      #\trequests:
      requests:
        # match: get /a
        A:
          match: GET /a # :id
          responses:
            OK: {text: a#b}
      # >>>>>>> main
      """),
    Legitimate(
      "project-of-odd-names", in: .project,
      """
      mockspec: 1
      passthrough: ['*.apple.com', localhost]
      redact: [X-Token, statusCode]
      x-requests: {A: {match: get /a}}
      """),
    Legitimate(
      "version-with-point", "mockspec: 1.0\nrequests: {A: {match: GET /a, responses: {OK: {text: a}}}}\n"),
    Legitimate(
      "deep-indentation",
      """
      mockspec: 1
      requests:
                A:
                        match:
                         method: GET
                         path: /a
                        responses:
                                OK:
                                  status: 200
                                Not OK: {status: 500}
      """),
  ]

  private static let others: [Legitimate] = [
    match(
      "pattern-of-slashes",
      "path: /a\nquery: {p: {matches: '^/api/.*/$'}, q: {matches: '/'}, r: {matches: '//'}, s: {matches: '/a/b'}}"),
    match("pattern-of-a-path", "path: /a\nquery: {p: {1️⃣matches: '/users/'}}"),
    match("pattern-with-curly-class", "path: /a\nquery: {p: {matches: '[‘’]'}, q: {matches: '‘[a-z]+’ said'}}"),
    match("pattern-in-curly-quotes", "path: /a\nquery: {p: {1️⃣matches: '“.*”'}}"),
    match(
      "pattern-of-anchors",
      "path: /a\nquery: {p: {matches: '^a$|^b$'}, q: {matches: '(^|,)a(,|$)'}, r: {matches: '[$^]'}, s: {matches: '\\$5\\^2'}}"
    ),
    match("equals-of-slashes", "path: /a\nquery: {p: /^a$/, q: {contains: /a/}, r: {startsWith: '“'}}"),
    responses(
      "texts-that-end-in-commas",
      "A:\n  text: 'Dear Ada,'\n  description: first this,\nB:\n  text: |\n    Dear Ada,\n    hello,\nC: {json: {greeting: 'Hello,', list: ['a,', b]}}"
    ),
    responses("header-of-commas", "A:\n  headers: {Vary: 'Accept, Origin', X-List: 'a,,b'}\n  text: a"),
    responses("json-of-one-comma", "A:\n  json:\n    greeting: Dear Ada,\n    name: Ada\n    lines: 1"),
    match("query-that-ends-in-a-comma", "path: /a\nquery:\n  fields: 'id,'\n  other: b"),
    short("path-with-comma", "GET /a,b/c"),
    short("path-with-last-comma", "'1️⃣GET /a,'"),
    Legitimate(
      "requests-called-as-methods",
      """
      mockspec: 1
      requests:
        get: {match: GET /a, responses: {OK: {}}}
        post: {match: POST /a, responses: {OK: {}}}
        GET /b: {match: GET /b, responses: {OK: {}}}
        /c: {match: /c, responses: {OK: {}}}
      """),
    responses("responses-called-as-methods", "get: {text: a}\npost: {text: b}\n/a: {text: c}\nGet it: {text: d}"),
    match("query-called-get", "path: /a\nquery: {get: 1, method: post, patch: x}\nheaders: {get: a}"),
    responses("names-that-differ-by-look", "Ok: {}\nОк: {status: 404}\nNot Found: {status: 404}"),
    Legitimate(
      "markers-in-flow-text",
      """
      mockspec: 1
      x-note: "<<<<<<< HEAD"
      requests:
        A: {match: GET /a, responses: {OK: {text: '======='}}}
      """),
    Legitimate(
      "underlines-in-comments",
      """
      # Mocks
      # =======
      mockspec: 1
      # <<<<<<< old
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Legitimate(
      "docker-compose-in-json",
      """
      mockspec: 1
      requests:
        Compose:
          match: GET /compose
          responses:
            File:
              json: {version: '3.8', services: {web: {image: nginx, ports: ['80:80']}}}
              headers: {X-Services: web}
      """),
    responses(
      "templates-of-others-in-texts",
      "A: {text: '${BACKEND_URL} {{queryParam}} `a` **b** [c](d) &quot;'}\nB:\n  text: |\n    diff --git a/a b/b\n    +++ b/b\n    > quoted\n    ```"
    ),
    Legitimate(
      "keys-of-both-names",
      """
      mockspec: 1
      x-status: 1
      requests:
        A:
          match: {path: /a, query: {status: 1, statusCode: 2}}
          responses:
            A:
              status: 404
              x-statusCode: 404
              headers: {status: a, statusCode: b}
              json: {status: 1, statusCode: 2, json: 3, jsonBody: 4}
      """),
    match("host-of-one-label", "host: localhost\npath: /a"),
    Legitimate(
      "passthrough-of-ip", in: .project,
      """
      mockspec: 1
      passthrough: [localhost, '[::1]', 10.0.0.1, '*.local']
      server: {host: '::1', port: 0}
      """),
    short("escaped-braces-in-query", "GET /a?page=%7Bp%7D"),
    Legitimate(
      "redacted-names", in: .project, "mockspec: 1\nredact: ['card number', größe, 'a/b', '@token']\n"),
    short("path-with-joiner", "GET /می\u{200C}خواهم"),
    short("path-with-emoji", "GET /👨\u{200D}👩\u{200D}👧"),
    short("path-with-middle-dot", "GET /col·lecció"),
    short("path-with-parameters", "GET /m;x=1&y=2"),
    short("path-with-dots", "GET /.well-known/a..b/v1.2/50%25"),
    responses(
      "registered-headers",
      "A:\n  headers: {Accept-Ranges: bytes, Content-Range: a, Content-Location: /a, Content-MD5: b, X-Location: c}"),
    responses(
      "headers-of-products", "A:\n  headers: {CDN-Cache-Control: a, X-Authorization: b, Request-Id: a}"),
    match("quoted-words", "path: /a\nquery: {q: '“x” or “y”', r: {contains: “}}"),
    match(
      "schema-with-own-keywords",
      "path: /a\nbody: {schema: {x-minimum: 1, x-const: a, example: {a: 1}, definitions: {a: {type: string}}}}"),
    match("null-of-headers", "path: /a\n1️⃣headers: {Accept: null}"),
    match("null-of-names", "path: /a\n1️⃣query: {page: null, sort: ~}"),
  ]
}
