/// The language's rules, one by one. Tables may be long.
extension ContractCase {
  static let all: [ContractCase] = answers + responses + matching + choosing + states + collections

  private static let answers: [ContractCase] = [
    ContractCase(
      "status, headers and text",
      """
      requests:
        A:
          match: GET /a
          responses:
            R: {status: 418, headers: {X-One: 1, X-Two: [a, b]}, text: "short and\\nstout"}
      """,
      Exchange(
        "GET /a",
        .reply(
          418, fields: ["X-One": "1", "X-Two": "a, b", "Content-Type": "text/plain; charset=utf-8"],
          body: "short and\nstout"))),
    ContractCase(
      "JSON keeps order and digits",
      """
      requests:
        A:
          match: GET /a
          responses:
            R: {json: {b: 1.50, a: [true, null, 0x1F, "1"], "n": 12345678901234567890, e: {}}}
      """,
      Exchange("GET /a", .json(#"{"b":1.50,"a":[true,null,31,"1"],"n":12345678901234567890,"e":{}}"#))),
    ContractCase(
      "an empty response is 200 without a body",
      "requests: {A: {match: GET /a, responses: {R: {}}}}",
      Exchange("GET /a", .reply(200))),
    ContractCase(
      "base64 is bytes",
      "requests: {A: {match: GET /a, responses: {R: {base64: aGVsbG8=}}}}",
      Exchange("GET /a", .reply(200, body: "hello"))),
    ContractCase(
      "HEAD is answered as GET, without the body",
      "requests: {A: {match: GET /a, responses: {R: {text: hello}}}}",
      Exchange("HEAD /a", .reply(200, fields: ["Content-Length": "5"])),
      Exchange("GET /a", .reply(200, fields: ["Content-Length": "5"], body: "hello"))),
    ContractCase(
      "204 has no body",
      "requests: {A: {match: GET /a, responses: {R: {status: 204, text: hello}}}}",
      Exchange("GET /a", .reply(204))),
    ContractCase(
      "errors fail the request",
      "requests: {A: {match: GET /a, responses: {R: {error: networkConnectionLost}}}}",
      Exchange("GET /a", .failure("networkConnectionLost"))),
    ContractCase(
      "defaults apply file to response, and null takes away",
      """
      defaults:
        basePath: /v1
        status: 202
        headers: {X-File: f, X-Both: f, Content-Type: text/x-file}
      requests:
        A:
          match: GET /a
          responses:
            R: {headers: {X-Both: r, X-File: null}, text: t}
            S: {status: 201, headers: {Content-Type: null}, text: t}
        B:
          match: GET /b
          default: S
          responses:
            R: {}
            S: {status: 201, headers: {Content-Type: null}, text: t}
      """,
      Exchange("GET /v1/a", .reply(202, fields: ["X-Both": "r", "Content-Type": "text/x-file"], body: "t")),
      Exchange(
        "GET /v1/b", .reply(201, fields: ["X-File": "f", "Content-Type": "text/plain; charset=utf-8"], body: "t")),
      Exchange("GET /a", .unmatched)),
  ]

  private static let matching: [ContractCase] = [
    ContractCase(
      "methods",
      """
      requests:
        Read: {match: GET /a, responses: {R: {text: read}}}
        Write: {match: {method: [PUT, POST], path: /a}, responses: {R: {text: write}}}
        Rest: {match: /b, responses: {R: {text: any}}}
      """,
      Exchange("GET /a", .text("read")), Exchange("PUT /a", .text("write")), Exchange("POST /a", .text("write")),
      Exchange("DELETE /a", .unmatched), Exchange("DELETE /b", .text("any"))),
    ContractCase(
      "any alternative matches, and each is ranked by itself",
      """
      requests:
        Either:
          match: [GET /a, {method: POST, path: '/{x}/b', headers: {X-One: '1'}}]
          sequence: [First, Second]
          responses: {First: {text: first}, Second: {text: second}}
        Other: {match: 'POST /{x}/b', responses: {R: {text: other}}}
        All: {match: /a, responses: {R: {text: all}}}
      """,
      Exchange("GET /a", .text("first")), Exchange("POST /c/b", [("X-One", "1")], .text("second")),
      Exchange("POST /c/b", .text("other")), Exchange("POST /a", .text("all"))),
    ContractCase(
      "the more specific path answers",
      """
      requests:
        Rest: {match: GET /a/**, responses: {R: {text: rest}}}
        Any: {match: GET /a/*, responses: {R: {text: any}}}
        Named: {match: 'GET /a/{id}/c', responses: {R: {text: named}}}
        Exact: {match: GET /a/b, responses: {R: {text: exact}}}
      """,
      Exchange("GET /a/b", .text("exact")), Exchange("GET /a/x", .text("any")), Exchange("GET /a/x/c", .text("named")),
      Exchange("GET /a", .text("rest")), Exchange("GET /a/", .text("rest")), Exchange("GET /a/x/y/z", .text("rest")),
      Exchange("GET /b", .unmatched)),
    ContractCase(
      "paths are split before they are decoded, and a trailing slash counts",
      """
      requests:
        One: {match: 'GET /a%2Fb', responses: {R: {text: one}}}
        Two: {match: 'GET /a/b', responses: {R: {text: two}}}
        Space: {match: 'GET /s p', responses: {R: {text: space}}}
      """.replacing("/s p", with: "/s%20p"),
      Exchange("GET /a%2fb", .text("one")), Exchange("GET /a/b", .text("two")), Exchange("GET /%61/b", .text("two")),
      Exchange("GET /a/b/", .unmatched), Exchange("GET /s%20p", .text("space"))),
    ContractCase(
      "path parameters",
      """
      requests:
        Number:
          match: {method: GET, path: '/i/{id}', params: {id: {matches: '^[0-9]+$'}}}
          responses: {R: {text: number}}
        Word: {match: 'GET /i/{id}', responses: {R: {text: word}}}
      """,
      Exchange("GET /i/42", .text("number")), Exchange("GET /i/x", .text("word"))),
    ContractCase(
      "query",
      """
      requests:
        Both: {match: 'GET /q?a=1&b=x%20y', responses: {R: {text: both}}}
        Several:
          match: {path: /q, query: {t: [one, {startsWith: tw}]}}
          responses: {R: {text: several}}
        Absent: {match: {path: /q, query: {a: {present: false}}}, responses: {R: {text: absent}}}
        Not: {match: {path: /q, query: {a: {not: {equals: 2}}}}, responses: {R: {text: not}}}
      """,
      Exchange("GET /q?b=x+y&a=1", .text("both")), Exchange("GET /q?t=two&t=one", .text("several")),
      Exchange("GET /q?t=one", .text("absent")), Exchange("GET /q", .text("absent")),
      Exchange("GET /q?a=3", .text("not")), Exchange("GET /q?a=2", .unmatched)),
    ContractCase(
      "exactly these names in the query",
      """
      defaults: {match: {exactQuery: true}}
      requests:
        None: {match: GET /q, responses: {R: {text: none}}}
        One: {match: 'GET /q?a=1', responses: {R: {text: one}}}
        Any: {match: {path: /q, query: {b: 1}, exactQuery: false}, responses: {R: {text: any}}}
      """,
      Exchange("GET /q", .text("none")), Exchange("GET /q?a=1", .text("one")), Exchange("GET /q?a=1&c=1", .unmatched),
      Exchange("GET /q?a=2", .unmatched), Exchange("GET /q?b=1&c=1", .text("any")),
      Exchange("GET /q?a=1&b=1", .text("any"))),
    ContractCase(
      "headers and cookies",
      """
      requests:
        Header:
          match: {path: /h, headers: {authorization: {startsWith: Bearer, ignoreCase: true}}}
          responses: {R: {text: header}}
        Cookie: {match: {path: /h, cookies: {sid: {oneOf: [a, b]}}}, responses: {R: {text: cookie}}}
      """,
      Exchange("GET /h", [("Authorization", "bearer x")], .text("header")),
      Exchange("GET /h", [("Cookie", "x=1; sid=b")], .text("cookie")),
      Exchange("GET /h", [("Cookie", "sid=c")], .unmatched)),
    ContractCase(
      "JSON bodies",
      """
      requests:
        Equal: {match: {path: /j, body: {jsonEquals: {a: 1}}}, responses: {R: {text: equal}}}
        Part: {match: {path: /j, body: {json: {b: {c: [1, {d: x}]}}}}, responses: {R: {text: part}}}
      """,
      Exchange("POST /j", body: #"{"a": 1.0}"#, .text("equal")),
      Exchange("POST /j", body: #"{"z": 0, "b": {"c": [1, {"e": 2, "d": "x"}]}}"#, .text("part")),
      Exchange("POST /j", body: #"{"b": {"c": [{"d": "x"}, 1]}}"#, .unmatched),
      Exchange("POST /j", body: #"{"a": "1"}"#, .unmatched), Exchange("POST /j", body: "{", .unmatched)),
    ContractCase(
      "forms and text",
      """
      requests:
        Form: {match: {path: /f, body: {form: {a: x y, b: {present: true}}}}, responses: {R: {text: form}}}
        Text: {match: {path: /f, body: {text: {contains: needle}}}, responses: {R: {text: text}}}
      """,
      Exchange("POST /f", body: "b=&a=x+y", .text("form")), Exchange("POST /f", body: "hay needle hay", .text("text")),
      Exchange("POST /f", body: "a=x", .unmatched)),
    ContractCase(
      "places in JSON, and schemas",
      """
      requests:
        Place: {match: {path: /p, body: {pointers: {/a/0/b: {startsWith: x}, /c: 1}}}, responses: {R: {text: place}}}
        Schema: {match: {path: /p, body: {schema: {required: [d]}}}, responses: {R: {text: schema}}}
        Path: {match: {path: /p, body: {paths: {'$.e[?@.f > 1].g': [h, {startsWith: i}]}}}, responses: {R: {text: path}}}
      """,
      Exchange("POST /p", body: #"{"e": [{"f": 2, "g": "ij"}, {"f": 3, "g": "h"}]}"#, .text("path")),
      Exchange("POST /p", body: #"{"e": [{"f": 1, "g": "h"}, {"f": 3, "g": "ij"}]}"#, .unmatched),
      Exchange("POST /p", body: #"{"a": [{"b": "xy"}], "c": 1}"#, .text("place")),
      Exchange("POST /p", body: #"{"a": [{"b": "xy"}], "c": 2, "d": null}"#, .text("schema")),
      Exchange("POST /p", body: #"{"a": "xy"}"#, .unmatched), Exchange("POST /p", body: "xy", .unmatched)),
    ContractCase(
      "multipart forms",
      """
      requests:
        A: {match: {path: /m, body: {multipart: {a: b, f: {present: true}}}}, responses: {R: {text: both}}}
        B: {match: {path: /m, body: {multipart: {a: b}}}, responses: {R: {text: one}}}
      """,
      Exchange("POST /m", form, body: part("a", "b") + part("f", "") + "--XX--", .text("both")),
      Exchange("POST /m", form, body: part("a", "b") + "--XX--", .text("one")),
      Exchange("POST /m", form, body: part("a", "c") + "--XX--", .unmatched),
      Exchange("POST /m", body: part("a", "b") + "--XX--", .unmatched)),
    ContractCase(
      "GraphQL requests",
      """
      requests:
        A: {match: {path: /g, body: {graphql: {operationName: A, variables: {id: 1}}}}, responses: {R: {text: one}}}
        B: {match: {path: /g, body: {graphql: {operationName: A}}}, responses: {R: {text: any}}}
      """,
      Exchange("POST /g", body: #"{"query": "query A { a }", "variables": {"id": 1}}"#, .text("one")),
      Exchange("POST /g", body: #"{"query": "{ a }", "operationName": "A"}"#, .text("any")),
      Exchange("POST /g", [("Content-Type", "application/graphql")], body: "query A { a }", .text("any")),
      Exchange("GET /g?query=query%20A%7Ba%7D&variables=%7B%22id%22:1%7D", .text("one")),
      Exchange("POST /g", body: #"{"query": "query B { a }"}"#, .unmatched)),
    ContractCase(
      "priority before path, conditions before position",
      """
      requests:
        First: {match: GET /p, responses: {R: {text: first}}}
        Second: {match: 'GET /p?x=1', responses: {R: {text: second}}}
        Third: {match: GET /**, priority: 1, responses: {R: {text: third}}}
        Fourth: {match: GET /r, priority: 2, responses: {R: {text: fourth}}}
        Fifth: {match: GET /r, priority: 2, responses: {R: {text: fifth}}}
      """,
      Exchange("GET /p?x=1", .text("third")), Exchange("GET /r", .text("fourth"))),
    ContractCase(
      "more conditions win at one path",
      """
      requests:
        First: {match: GET /p, responses: {R: {text: first}}}
        Second: {match: 'GET /p?x=1', responses: {R: {text: second}}}
        Head: {match: {method: [GET, HEAD], path: /p}, responses: {R: {status: 299}}}
      """,
      Exchange("GET /p?x=1", .text("second")), Exchange("GET /p", .reply(299)), Exchange("HEAD /p", .reply(299))),
    ContractCase(
      "hosts: exact, then the longer wildcard, then any",
      """
      requests:
        Any: {match: GET /h, responses: {R: {text: any}}}
        Wild: {match: {path: /h, host: '*.example.com'}, responses: {R: {text: wild}}}
        Exact: {match: {path: /h, host: API.example.com}, responses: {R: {text: exact}}}
        Other: {match: {path: /o, host: other.example.com}, responses: {R: {text: other}}}
      """,
      Exchange("GET /h", .text("exact")), Exchange("GET /o", .unmatched)),
    ContractCase(
      "a host with any scheme",
      """
      requests:
        Here: {match: GET //api.example.com/a, responses: {R: {text: here}}}
        There: {match: GET //other.example.com/b, responses: {R: {text: there}}}
      """,
      Exchange("GET /a", .text("here")), Exchange("GET /b", .unmatched)),
  ]

  private static let form = [("Content-Type", "multipart/form-data; boundary=XX")]

  private static func part(_ name: String, _ content: String) -> String {
    "--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
  }

  private static let choosing: [ContractCase] = [
    ContractCase(
      "a disabled request matches nothing, even if the call names it",
      """
      requests:
        Off: {match: GET /a, priority: 1, enabled: false, responses: {R: {text: off}}}
        On: {match: GET /a, enabled: true, responses: {R: {text: on}}}
        Alone: {match: GET /b, enabled: false, responses: {R: {text: alone}}}
      """,
      Exchange("GET /a", .text("on")), Exchange("GET /a", [("Mockspec-Response", "Off=R")], .text("on")),
      Exchange("GET /b", .unmatched)),
    ContractCase(
      "a sequence, and then its last step",
      """
      requests:
        A:
          match: GET /s
          sequence: [X, {response: Y, times: 2}, Z]
          responses: {X: {text: x}, Y: {text: y}, Z: {text: z}}
      """,
      Exchange("GET /s", .text("x")), Exchange("GET /s", .text("y")), Exchange("GET /s", .text("y")),
      Exchange("GET /s", .text("z")), Exchange("GET /s", .text("z"))),
    ContractCase(
      "a sequence that restarts, and one that falls through",
      """
      requests:
        A:
          match: GET /r
          sequence: [X, Y]
          afterSequence: restart
          responses: {X: {text: x}, Y: {text: y}}
        B:
          match: GET /f
          sequence: [X]
          afterSequence: fallThrough
          responses: {X: {text: once}}
        C: {match: GET /**, responses: {R: {text: then}}}
      """,
      Exchange("GET /r", .text("x")), Exchange("GET /r", .text("y")), Exchange("GET /r", .text("x")),
      Exchange("GET /f", .text("once")), Exchange("GET /f", .text("then")), Exchange("GET /f", .text("then"))),
    ContractCase(
      "a request may choose its own response, which changes nothing for the others",
      """
      requests:
        Log in:
          match: GET /c
          sequence: [A, B]
          responses: {A: {text: a}, B: {text: b}, 'C, too': {text: c}}
      """,
      Exchange("GET /c", [("Mockspec-Response", "Log%20in=C%2C%20too")], .text("c")),
      Exchange("GET /c", .text("a")),
      Exchange("GET /c", [("Mockspec-Response", "Log in=Nothing")], .rejected),
      Exchange("GET /c", [("Mockspec-Response", "Nobody=A")], .rejected),
      Exchange("GET /c", .text("b"))),
    ContractCase(
      "a request is answered in the session that it names",
      "requests: {A: {match: GET /a, sequence: [X, Y], responses: {X: {text: x}, Y: {text: y}}}}",
      Exchange("GET /a", [("Mockspec-Session", "one")], .text("x")),
      Exchange("GET /a", .text("x")),
      Exchange("GET /a", [("Mockspec-Session", "two")], .text("x")),
      Exchange("GET /a", [("baggage", "user=1, mockspec-session=%6Fne;p")], .text("y")),
      Exchange("GET /a", [("Mockspec-Session", "no token")], .rejected),
      Exchange("GET /a", .text("y"))),
  ]
}
