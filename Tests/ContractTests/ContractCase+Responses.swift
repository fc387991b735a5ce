/// What responses are made of, besides plain answers.
extension ContractCase {
  static let responses: [ContractCase] = [
    ContractCase(
      "a template shows its request, in headers and in each kind of body",
      """
      requests:
        J:
          match: POST /j/{id}
          responses:
            R: {template: true, headers: {X-Id: '{{request.path.id}}'}, json: {n: '{{request.json.n}}', m: [1, '{{request.method}}']}}
        T:
          match: /t
          responses:
            R: {template: true, text: 'q={{request.query.q}} h={{request.headers.x-h}} c={{request.cookies.c}} b={{request.body}}'}
      """,
      Exchange(
        "POST /j/a%2Fb", body: #"{"n": "\"1\""}"#,
        .reply(
          200, fields: ["X-Id": "a/b", "Content-Type": "application/json"], body: #"{"n":"\"1\"","m":[1,"POST"]}"#)),
      Exchange(
        "POST /t?q=%3C1%3E", [("X-H", "2"), ("Cookie", "b=0; c=3")], body: "4", .text("q=<1> h=2 c=3 b=4")),
      Exchange("HEAD /t?q=1", [("X-H", "2"), ("Cookie", "c=3")], .reply(200, fields: ["Content-Length": "14"]))),
    ContractCase(
      "what a template misses is an error, and a section may miss",
      """
      requests:
        A: {match: /a, responses: {R: {template: true, text: '{{request.query.q}}'}}}
        B: {match: /b, responses: {R: {template: true, text: '{{#request.query.q}}{{.}}{{/request.query.q}}'}}}
        C: {match: '/c/{x}', responses: {R: {template: true, headers: {X: '{{request.path.x}}'}}}}
      """,
      Exchange("GET /a", .templateFailure), Exchange("GET /a?q=1", .text("1")),
      Exchange("GET /b", .text("")), Exchange("GET /b?q=1&q=2", .text("12")),
      Exchange("GET /c/a%0Ab", .templateFailure)),
    ContractCase(
      "filters change values, and json has numbers, rendered keys and fakes that depend on the call",
      """
      requests:
        A:
          match: /a
          responses:
            R: {template: true, json: {'{{request.query.k}}': '{{request.query.n | default: 1 | number}}', n: 0}}
        B: {match: /b, responses: {R: {template: true, text: '{{request.query.t | trim | upper}}'}}}
        C: {match: /c, responses: {R: {template: true, text: '{{random.int(1000, 9999)}} {{fake.uuid}}'}}}
      """,
      Exchange(
        "GET /a?k=x&n=1.50",
        .reply(200, fields: ["Content-Type": "application/json"], body: #"{"x":1.50,"n":0}"#)),
      Exchange("GET /a?k=y", .reply(200, fields: [:], body: #"{"y":1,"n":0}"#)),
      Exchange("GET /a?k=n", .templateFailure), Exchange("GET /a?k=x&n=abc", .templateFailure),
      Exchange("GET /b?t=%20a%20", .text("A")),
      Exchange("GET /c", .text("2154 69b4518a-7d3d-4202-b1e3-171e17bf3e75"))),
    ContractCase(
      "a template is inherited, and can be turned off",
      """
      defaults: {template: true, headers: {X-Method: '{{request.method}}'}}
      requests:
        A: {match: /a, responses: {R: {text: '{{request.method}}'}}}
        B: {match: /b, responses: {R: {template: false, text: '{{b}}', headers: {X-Method: b}}}}
      """,
      Exchange("GET /a", .reply(200, fields: ["X-Method": "GET"], body: "GET")),
      Exchange("GET /b", .reply(200, fields: ["X-Method": "b"], body: "{{b}}"))),
    ContractCase(
      "a throttled body arrives whole",
      """
      defaults: {throttle: {bytesPerSecond: 1000000}}
      requests:
        A: {match: /a, responses: {R: {throttle: {chunk: 3, every: 1ms}, text: 0123456789}}}
        B: {match: /b, responses: {R: {text: 0123456789}}}
        C: {match: /c, responses: {R: {throttle: {chunk: 3, every: 1ms}, template: true, text: 'method {{request.method}}'}}}
      """,
      Exchange("GET /a", .text("0123456789")), Exchange("GET /b", .text("0123456789")),
      Exchange("HEAD /a", .reply(200, fields: ["Content-Length": "10"])), Exchange("GET /c", .text("method GET"))),
    ContractCase(
      "a stream arrives event by event, without a length",
      """
      defaults: {throttle: {bytesPerSecond: 1}}
      requests:
        A: {match: /a, responses: {R: {stream: {every: 1ms, events: [{data: {n: 1}}, {event: e, id: 1, data: b}]}}}}
        B: {match: /b, responses: {R: {stream: {format: ndjson, events: [{data: a}, {data: [1]}], times: 2}}}}
        C: {match: /c, responses: {R: {template: true, stream: {format: lines, events: [{data: '{{request.method}}'}]}}}}
        D: {match: /d, responses: {R: {stream: {format: bytes, events: [{base64: YQ==}, {file: a.txt}]}}}}
        E: {match: /e, responses: {R: {template: true, stream: {events: [{data: '{{request.query.none}}'}]}}}}
      """,
      files: ["a.txt": "file"],
      Exchange(
        "GET /a",
        .reply(
          200, fields: ["Content-Type": "text/event-stream"], body: "data: {\"n\":1}\n\nevent: e\nid: 1\ndata: b\n\n")),
      Exchange(
        "GET /a", [("Last-Event-ID", "0")],
        .reply(
          200, fields: ["Content-Type": "text/event-stream"], body: "data: {\"n\":1}\n\nevent: e\nid: 1\ndata: b\n\n")),
      Exchange("GET /a", [("Last-Event-ID", "1")], .reply(204)),
      Exchange("HEAD /a", .reply(200, fields: ["Content-Type": "text/event-stream"])),
      Exchange(
        "GET /b", .reply(200, fields: ["Content-Type": "application/x-ndjson"], body: "\"a\"\n[1]\n\"a\"\n[1]\n")),
      Exchange("GET /c", .text("GET\n")), Exchange("GET /d", .reply(200, body: "afile")),
      Exchange("GET /e", .templateFailure)),
    ContractCase(
      "a call that can't open a WebSocket gets the reason",
      """
      requests: {A: {match: /a, responses: {R: {headers: {X-A: a}, websocket: {otherwise: echo}}}}}
      """,
      Exchange(
        "GET /a",
        .reply(
          426, fields: ["Content-Type": "text/plain; charset=utf-8"],
          body: """
            this request is answered over a WebSocket, which needs a handshake over HTTP/1.1: \
            GET with 'Upgrade: websocket' and 'Connection: Upgrade'

            """))),
    ContractCase(
      "a broken connection is no answer",
      """
      requests:
        A: {match: /a, responses: {R: {fault: connectionReset}}}
        B: {match: /b, responses: {R: {fault: emptyResponse}}}
        C: {match: /c, responses: {R: {fault: truncatedBody, text: 0123456789}}}
        D: {match: /d, responses: {R: {fault: malformedChunk, text: 0123456789}}}
      """,
      Exchange("GET /a", .failure("connectionReset")), Exchange("GET /b", .failure("emptyResponse")),
      Exchange("GET /c", .failure("truncatedBody")), Exchange("GET /d", .failure("malformedChunk"))),
    ContractCase(
      "several values of a header, and one that takes the place of an inherited one",
      """
      defaults: {headers: {Vary: [Accept, Origin]}}
      requests:
        A: {match: /a, responses: {R: {headers: {Link: [</1>; rel=a, </2>; rel=b]}}}}
        B: {match: /b, responses: {R: {headers: {vary: Cookie}}}}
      """,
      Exchange(
        "GET /a", .reply(200, fields: ["Link": "</1>; rel=a, </2>; rel=b", "Vary": "Accept, Origin"])),
      Exchange("GET /b", .reply(200))),
    ContractCase(
      "headers about the transfer aren't taken from a spec",
      """
      requests:
        A: {match: /a, responses: {R: {headers: {Content-Length: 3}, text: 0123456789}}}
        B: {match: /b, responses: {R: {headers: {Content-Length: 30}, text: 0123456789}}}
      """,
      Exchange("GET /a", .reply(200, fields: ["Content-Length": "10"], body: "0123456789")),
      Exchange("GET /b", .reply(200, fields: ["Content-Length": "10"], body: "0123456789")),
      Exchange("HEAD /b", .reply(200, fields: ["Content-Length": "10"]))),
    ContractCase(
      "parts of a file",
      """
      requests:
        A: {match: /a, responses: {R: {file: a.txt, ranges: true, headers: {Last-Modified: 'Sun, 06 Nov 1994 08:49:37 GMT'}}}}
        B: {match: /b, responses: {R: {file: a.txt}}}
        C: {match: /c, responses: {R: {file: a.txt, ranges: true, throttle: {chunk: 3, every: 1ms}}}}
        D: {match: /d, responses: {R: {file: a.txt, ranges: true, fault: truncatedBody}}}
        E: {match: /e, responses: {R: {file: empty.txt, ranges: true}}}
      """,
      files: ["a.txt": "0123456789", "empty.txt": ""],
      Exchange("GET /a", .reply(200, fields: ["Accept-Ranges": "bytes"], body: "0123456789")),
      Exchange(
        "GET /a", [("Range", "bytes=2-5")],
        .reply(
          206,
          fields: [
            "Content-Range": "bytes 2-5/10", "Content-Length": "4", "Content-Type": "text/plain; charset=utf-8",
            "Accept-Ranges": "bytes",
          ], body: "2345")),
      Exchange(
        "GET /a", [("Range", "bytes=7-")],
        .reply(206, fields: ["Content-Range": "bytes 7-9/10", "Content-Length": "3"], body: "789")),
      Exchange("GET /a", [("Range", "bytes=-1")], .reply(206, fields: ["Content-Range": "bytes 9-9/10"], body: "9")),
      Exchange("GET /a", [("Range", "bytes=0-")], .reply(206, fields: ["Content-Length": "10"], body: "0123456789")),
      Exchange(
        "GET /a", [("Range", "bytes=10-")],
        .reply(416, fields: ["Content-Range": "bytes */10", "Content-Length": "0"])),
      Exchange("GET /a", [("Range", "bytes=0-1, 3-4")], .text("0123456789")),
      Exchange("GET /a", [("Range", "bytes=4-2")], .text("0123456789")),
      Exchange("GET /a", [("Range", "lines=0-1")], .text("0123456789")),
      Exchange("POST /a", [("Range", "bytes=0-1"), ("If-None-Match", "*")], .text("0123456789")),
      Exchange("HEAD /a", [("Range", "bytes=0-1")], .reply(200, fields: ["Content-Length": "10"])),
      Exchange("HEAD /a", [("If-None-Match", "*")], .reply(304)),
      Exchange("GET /a", [("If-None-Match", "*"), ("Range", "bytes=0-1")], .reply(304)),
      Exchange("GET /a", [("If-None-Match", #""x,", W/"a-3f5fc178a81867e7""#)], .reply(304)),
      Exchange("GET /a", [("If-None-Match", #""x""#), ("Range", "bytes=0-1")], .reply(206, body: "01")),
      Exchange(
        "GET /a", [("If-Match", #""x""#), ("If-None-Match", "*")], .reply(412, fields: ["Content-Length": "0"])),
      Exchange("GET /a", [("If-Match", #""a-3f5fc178a81867e7""#), ("Range", "bytes=0-1")], .reply(206, body: "01")),
      Exchange("GET /a", [("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")], .reply(304)),
      Exchange("GET /a", [("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:36 GMT")], .reply(412)),
      Exchange("GET /a", [("If-Range", #""a-3f5fc178a81867e7""#), ("Range", "bytes=0-1")], .reply(206, body: "01")),
      Exchange("GET /a", [("If-Range", #""x""#), ("Range", "bytes=0-1")], .text("0123456789")),
      Exchange("GET /a", [("If-Range", #"W/"a-3f5fc178a81867e7""#), ("Range", "bytes=0-1")], .text("0123456789")),
      Exchange(
        "GET /a", [("If-Range", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Range", "bytes=0-1")], .reply(206, body: "01")),
      Exchange(
        "GET /a", [("If-Range", "Sun, 06 Nov 1994 08:49:38 GMT"), ("Range", "bytes=0-1")], .text("0123456789")),
      Exchange("GET /b", [("Range", "bytes=0-1"), ("If-None-Match", "*")], .text("0123456789")),
      Exchange("GET /c", [("Range", "bytes=1-8")], .reply(206, fields: ["Content-Length": "8"], body: "12345678")),
      Exchange("GET /d", [("Range", "bytes=1-8")], .failure("truncatedBody")),
      Exchange("GET /e", [("Range", "bytes=0-")], .reply(416, fields: ["Content-Range": "bytes */0"])),
      Exchange("GET /e", [("Range", "bytes=-1")], .text(""))),
    ContractCase(
      "204, 205 and 304 have no body",
      """
      requests:
        C: {match: /c, responses: {R: {status: 205, text: hello}}}
        A: {match: /a, responses: {R: {status: 204, text: hello}}}
        B: {match: /b, responses: {R: {status: 304, headers: {ETag: '"1"'}}}}
      """,
      Exchange("GET /a", .reply(204)), Exchange("GET /b", .reply(304)),
      Exchange("GET /c", .reply(205, fields: ["Content-Length": "0"], body: ""))),
  ]
}
