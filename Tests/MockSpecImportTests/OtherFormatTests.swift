import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

/// The small formats: databases of json-server, imposters of killgrave and curl commands.
struct OtherFormatTests {
  // MARK: - json-server

  @Test func `lists of a database are collections, and objects can be read`() throws {
    let imported = try Imported(
      ["db.json": #"{"$schema": "x", "posts": [{"id": 1, "title": "a"}], "profile": {"name": "b"}, "n": 3}"#],
      ["db.json"],
      format: .jsonServer)
    #expect(
      imported.spec == """
        collections:
          posts:
            path: /posts
            items:
              - id: 1
                title: a
            parameters:
              page: _page
              limit: _per_page
              sort: _sort
        requests:
          profile:
            match: GET /profile
            responses:
              Found:
                json:
                  name: b

        """)
    imported.expect(losses: [
      "\"posts\"|lists don't have comparisons", "\"profile\"|only a list of objects can be changed",
      "\"n\"|a resource is a list or an object",
    ])
    #expect(imported.replay == "1 of 1")
  }

  @Test func `items without an id get one`() throws {
    let imported = try Imported(
      ["db.json": #"{"a": [{"x": 1}, {"id": 7}, {"x": 2}]}"#], ["db.json"], format: .jsonServer)
    #expect(imported.spec.contains("- id: 8\n        x: 1\n      - id: 7\n      - id: 9\n"), "\(imported.spec)")
    imported.expect(losses: ["\"a\"|items without an 'id'", "\"a\"|lists don't have"])
  }

  @Test func `a database isn't recognized, but its format is suggested`() throws {
    let imported = try Imported(["db.json": #"{"posts": [{"id": 1}]}"#], ["db.json"])
    #expect(imported.texts.isEmpty)
    #expect(
      imported.lines.count == 1 && imported.lines[0].contains("named with --from json-server"), "\(imported.lines)")
  }

  // MARK: - killgrave

  private static func imposter(_ request: String, _ response: String) -> String {
    #"{"request": {\#(request)}, "response": \#(response)}"#
  }

  private static func imposters(_ all: String..., files: [String: String] = [:]) throws -> Imported {
    try Imported(
      files.merging(["shop.imp.json": "[\(all.joined(separator: ",\n"))]"]) { $1 }, ["shop.imp.json"])
  }

  @Test func `an imposter's variables, parameters and headers are conditions`() throws {
    let imported = try Self.imposters(
      Self.imposter(
        #""method": "GET", "endpoint": "/users/{userId:[0-9]+}/{tab}", "params": {"q": "{v:[a-z]+}", "page": "1"}, "headers": {"X-Kind": "^a"}"#,
        #"{"status": 201, "headers": {"X-A": "b"}, "body": "done", "delay": "1s:1m30s"}"#))
    #expect(
      imported.spec == """
        requests:
          GET /users/{userId}/{tab}:
            match:
              method: GET
              path: /users/{userId}/{tab}
              params:
                userId:
                  matches: ^[0-9]+$
              query:
                q:
                  matches: ^[a-z]+$
                page: '1'
              headers:
                X-Kind:
                  matches: ^a
            responses:
              201 Created:
                status: 201
                headers:
                  X-A: b
                text: done
                delay:
                  min: 1s
                  max: 90s

        """, "\(imported.spec)")
    #expect(imported.lines == [])
    #expect(imported.replay == "1 of 1")
  }

  @Test func `several responses are a sequence that starts again`() throws {
    let imported = try Self.imposters(
      Self.imposter(#""method": "GET", "endpoint": "/a""#, #"[{"status": 200, "body": "1"}, {"status": 500}]"#))
    #expect(
      imported.spec.contains("sequence:\n      - 200 OK\n      - 500 Internal Server Error\n"), "\(imported.spec)")
    #expect(imported.spec.contains("afterSequence: restart"), "\(imported.spec)")
  }

  @Test func `a request that is left out leaves no warning to silence`() throws {
    let imported = try Self.imposters(
      Self.imposter(#""method": "GET", "endpoint": "/x""#, #"{"status": 200, "body": "A"}"#),
      Self.imposter(#""method": "GET", "endpoint": "/x""#, #"{"status": 204, "body": "A"}"#))
    imported.expect(losses: ["{\"request\"|it is never used"])
    #expect(!imported.spec.contains("ignore"), "\(imported.spec)")
  }

  @Test func `a request that hides another one answers its calls from the start`() throws {
    let imported = try Self.imposters(
      Self.imposter(
        #""method": "GET", "endpoint": "/a""#,
        #"[{"body": "1", "headers": {"Connection": "close"}}, {"body": "2"}]"#),
      Self.imposter(#""method": "GET", "endpoint": "/a""#, #"{"body": "3"}"#))
    #expect(imported.replay == "2 of 2", "\(imported.lines)")
  }

  @Test func `body files and schemas are read beside the imposters, and nowhere else`() throws {
    let imported = try Self.imposters(
      Self.imposter(
        #""method": "POST", "endpoint": "/a", "schemaFile": "s.json""#, #"{"status": 200, "bodyFile": "b.txt"}"#),
      Self.imposter(#""method": "GET", "endpoint": "/b""#, #"{"bodyFile": "../../etc/passwd", "delay": "soon"}"#),
      files: ["s.json": #"{"type": "object"}"#, "b.txt": "hi"])
    let spec = imported.texts["shop.mock.yaml"] ?? ""
    #expect(spec.contains("schema:\n          type: object"), "\(spec)")
    #expect(imported.texts["bodies/b.txt"] == "hi")
    imported.expect(losses: [
      "\"../../etc/passwd\"|the body file '../../etc/passwd' is outside", "\"soon\"|the delay isn't a time",
    ])
  }

  @Test(arguments: [
    (#""endpoint": "/a{b}""#, "\"/a{b}\"|the endpoint has a variable in a part"),
    (#""method": "GET""#, "{\"request\"|an imposter has 'request' with 'endpoint'"),
    (#""endpoint": "/a", "headers": {"A": "(?=b)"}"#, "\"(?=b)\"|the regular expression isn't supported"),
    (#""endpoint": "/a", "cookies": {}"#, "\"cookies\"|'cookies' isn't supported"),
    (#""endpoint": "/a", "headers": ["b"]"#, "[\"b\"]|expected names with values"),
    (#""endpoint": "/a/{p:.*}""#, "\"/a/{p:.*}\"|the path without '.*' matches, too"),
    (#""endpoint": "/a/{p:.+}/b""#, "\"/a/{p:.+}/b\"|a variable matches one segment only"),
  ])
  func `what an imposter has and a spec can't say is reported`(request: String, loss: String) throws {
    let valid = Self.imposter(#""method": "GET", "endpoint": "/x""#, "{}")
    try Self.imposters(valid, Self.imposter(request, "{}")).expect(losses: [loss])
  }

  // MARK: - curl

  private static func curl(_ text: String, files: [String: String] = [:]) throws -> Imported {
    try Imported(files.merging(["calls.sh": text]) { $1 }, ["calls.sh"])
  }

  @Test func `a command is a request with an empty response`() throws {
    let imported = try Self.curl(
      #"""
      # Creates a user.
      curl -sS -X PUT 'https://api.example.com/users/7?dry=1' \
        -H 'Authorization: Bearer abc' -H "X-Kind: $KIND" -H 'Accept: */*' -H 'X-Level: 3' \
        --data-raw $'{"name": "Ad\u0061"}'
      """#)
    #expect(
      imported.spec == """
        requests:
          PUT /users/7:
            match:
              method: PUT
              scheme: https
              host: api.example.com
              path: /users/7
              query:
                dry: '1'
              headers:
                Authorization:
                  present: true
                X-Kind:
                  present: true
                X-Level: '3'
              body:
                json:
                  name: Ada
            responses:
              200 OK: {}

        """, "\(imported.spec)")
    #expect(imported.lines.count == 1 && imported.lines[0].contains("1 secret was replaced"), "\(imported.lines)")
    #expect(imported.replay == "1 of 1")
  }

  @Test(arguments: [
    ("curl -d a=1 -d b=2 localhost/x", "method: POST", "form:\n          a: '1'\n          b: '2'"),
    ("curl -Gd a=1 localhost/x", "match: GET http://localhost/x?a=1", ""),
    ("curl -I localhost/x", "match: HEAD http://localhost/x", ""),
    ("curl --data-urlencode 'a=b c' localhost/x", "method: POST", "a: b c"),
    ("curl -F a=1 -F f=@pic.png localhost/x", "multipart:", "f:\n            present: true"),
    ("curl -u me:secret localhost/x", "Authorization:\n          present: true", ""),
    ("curl -o out -m 5 localhost/x", "match: GET http://localhost/x", ""),
    ("curl --json @b.json localhost/x", "json:\n          a: 1", ""),
    ("curl \"localhost/users/$ID\"", "/users/{ID}", ""),
    ("curl localhost/x 2>/dev/null >out", "match: GET http://localhost/x", ""),
    ("curl --netrc localhost/x --keepalive", "match: GET http://localhost/x", ""),
    ("curl --oauth2-bearer secret localhost/x", "Authorization:\n          present: true", ""),
    ("curl --url-query a=1 'localhost/x#top'", "match: GET http://localhost/x?a=1", ""),
    ("curl -d @f.txt localhost/x", "form:\n          a: '1'", ""),
    ("curl --json @- localhost/x <<'END' >out\n{\"b\":\n2}\nEND\ncurl localhost/y", "json:\n          b: 2", "GET /y"),
    ("sudo /usr/bin/curl -X PUT --dat a=1 localhost/x", "method: PUT", "a: '1'"),
    ("curl.exe \\\r\n  localhost/x\r\n", "match: GET http://localhost/x", ""),
    ("\u{FEFF}curl localhost/x", "match: GET http://localhost/x", ""),
    ("curl \"localhost/`date +%s; x`/x\"", "/{output}/x", ""),
    ("curl $'localhost/\\x78\\171\\u7a'", "match: GET http://localhost/xyz", ""),
    ("curl -d 'i=1&i=2' localhost/x", "i:\n            - '1'\n            - '2'", ""),
    ("curl -H 'X-A: 1' -H 'x-a:  2\t' localhost/x", "X-A: 1, 2", ""),
    ("curl http://me@localhost/x", "Authorization:\n          present: true", ""),
    ("curl -F 'a=\"b\"' --form-string 'c=\"d\"' localhost/x", "a: b", "c: '\"d\"'"),
    ("curl --url-query +a=1 localhost/x", "match: GET http://localhost/x?a=1", ""),
    ("curl 'http://[::1]:8080/x'", "http://[::1]:8080/x", ""),
    ("curl localhost/x; curl 'localhost/x'", "match: GET http://localhost/x", ""),
  ])
  func `options say what is sent`(command: String, first: String, second: String) throws {
    let imported = try Self.curl(command, files: ["b.json": #"{"a": 1}"#, "f.txt": "a=1\r\n"])
    #expect(imported.spec.contains(first) && (second.isEmpty || imported.spec.contains(second)), "\(imported.spec)")
    #expect(!imported.spec.contains("secret"))
    #expect(imported.lines == [], "\(imported.lines)")
    let replay = ["multipart:": "0 of 0", "/y": "2 of 2"].first { imported.spec.contains($0.key) }?.value ?? "1 of 1"
    #expect(imported.replay == replay, "\(imported.lines)")
  }

  @Test func `what a command has and a spec can't say is reported`() throws {
    let imported = try Self.curl(
      """
      curl -d @../../etc/passwd localhost/a
      curl -T file localhost/b
      curl ftp://localhost/c
      cd /tmp
      curl -s
      curl -H @headers.txt --request-target /z localhost/d
      curl -X wHat localhost/e
      curl 'localhost/{a,b}'
      curl -T x localhost/f/
      curl 'localhost/g
      """)
    #expect(imported.spec.contains("PUT /f/x"), "\(imported.spec)")
    #expect(imported.spec.contains("POST /a"), "\(imported.spec)")
    imported.expect(losses: [
      "@../../etc/passwd|the body can't be read in the folder", "file|the uploaded file",
      "ftp://localhost/c|the URL isn't one",
      "cd|only curl commands", "curl|the command has no URL", "@headers.txt|headers in a file", "/z|this option isn't",
      "wHat|methods in specs", "'localhost/{a,b}'|curl makes several calls", "x|the uploaded file",
      "'|the quote isn't closed",
    ])
  }

  @Test func `an option that isn't understood is reported, and a loss is that of its own URL`() throws {
    let options = try Self.curl("curl --request=PUT --url-query @missing localhost/a -d")
    options.expect(losses: ["--request=PUT|this option", "@missing|the parameter can't be read", "-d|this option"])
    let urls = try Self.curl("curl 'localhost/{a,b}' localhost/c")
    #expect(urls.result.counts == ImportCounts(exact: 1, approximated: 1))
  }

  @Test func `a document with a command in a text isn't a text of commands`() throws {
    let document = """
      openapi: 3.1.0
      info:
        title: Shop
        description: |
          curl https://api.example.com/items
      paths:
        /items: {get: {responses: {'204': {description: Done}}}}
      """
    let imported = try Imported(["shop.yaml": document], ["shop.yaml"])
    #expect(imported.spec.contains("204 Done"), "\(imported.lines)")
    for start in ["#!/bin/sh\n\n  $ ", "\r\n", ""] {
      #expect(try Self.curl(start + "curl localhost/x").spec.contains("GET /x"))
    }
  }

  @Test(arguments: [
    "curl -d 'user=x&password=hunter2' -H 'Content-Type: text/plain' localhost/x",
    #"curl -d 'data={"password":"hunter2"}' localhost/x"#, "curl -d 'auth_pwd=hunter2' localhost/x",
    "curl -H 'X-Shop-Token: hunter2' localhost/x", "curl 'localhost/x?db_password=hunter2'",
  ])
  func `no secret of a command is written`(command: String) throws {
    let imported = try Self.curl(command)
    #expect(!imported.spec.contains("hunter2"), "\(imported.spec)")
    #expect(imported.replay == "1 of 1" && imported.lines.count == 1, "\(imported.lines)")
  }

  @Test func `unclosed quotes and escapes at the end end the text`() throws {
    for text in ["curl 'localhost/x", "curl \"localhost/x\\", "curl localhost/x\\", "curl $'localhost/x"] {
      #expect(try Self.curl(text).spec.contains("/x"), "\(text)")
    }
    try Self.curl("curl my_host:99999/x").expect(losses: ["my_host:99999/x|the URL isn't one of HTTP"])
    try Self.curl("curl $'a b").expect(losses: ["$'a b|the URL isn't one of HTTP", "'|the quote isn't closed"])
    try Self.curl("curl $'\\u").expect(losses: ["$'\\u|the URL isn't one of HTTP", "'|the quote isn't closed"])
    try Self.curl("curl $").expect(losses: ["$|the URL isn't one of HTTP"])
    #expect(
      try Self.curl("curl ${x").spec == "requests:\n  GET /:\n    match: GET /\n    responses:\n      200 OK: {}\n")
  }
}
