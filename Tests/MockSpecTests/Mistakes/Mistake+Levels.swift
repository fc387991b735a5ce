/// Keys that belong to another mapping.
extension Mistake {
  static let levels: [Mistake] = [
    Mistake(
      "responses-under-match", .levels, "indented responses once too often", code: "misplaced-key", help: "2 spaces",
      """
      mockspec: 1

      requests:
        Sign in:
          match:
            method: POST
            path: /session
            1️⃣responses1️⃣:
              Signed In:
                status: 201
                json: {token: example-token}
              Wrong Password:
                status: 401
      """),
    Mistake(
      "status-beside-response", .levels, "outdented the first key of a response", code: "misplaced-key",
      help: "2 spaces",
      """
      mockspec: 1
      requests:
        Delete account:
          match: DELETE /account
          responses:
            Deleted:
            1️⃣status1️⃣: 204
      """),
    Mistake(
      "body-beside-response", .levels, "outdented all keys of a response", code: "misplaced-key", help: "2 spaces",
      """
      mockspec: 1
      requests:
        Weather:
          description: What the start screen shows
          match: GET /weather/{city}
          responses:
            Sunny:
            1️⃣json1️⃣: {sky: clear, degrees: 24}
            delay: 200ms
            Unknown City:
              status: 404
      """),
    Mistake(
      "query-beside-match", .levels, "wrote query beside match", code: "misplaced-key", help: "match",
      """
      mockspec: 1
      requests:
        Search:
          match: GET /search
          1️⃣query1️⃣:
            q: {present: true}
          responses:
            Found: {json: {hits: 3}}
      """),
    Mistake(
      "method-and-path-without-match", .levels, "left out match", code: "misplaced-key", help: "match",
      """
      mockspec: 1
      requests:
        Upload avatar:
          1️⃣method1️⃣: PUT
          path: /avatar
          responses:
            Stored: {status: 204}
            Too Large: {status: 413}
      """),
    Mistake(
      "status-beside-match", .levels, "gave the request the status", code: "misplaced-key", help: "response",
      """
      mockspec: 1
      requests:
        Logout:
          match: POST /logout
          1️⃣status1️⃣: 204
          responses:
            Done:
              headers: {Set-Cookie: sid=; Max-Age=0}
      """),
    Mistake(
      "matched-headers-beside-match", .levels, "wrote the headers of a call beside match", code: "misplaced-key",
      help: "match",
      """
      mockspec: 1
      requests:
        Profile:
          match: GET /me
          1️⃣headers1️⃣:
            Authorization: {startsWith: 'Bearer '}
          responses:
            Mine: {json: {name: Ada}}
      """),
    Mistake(
      "match-beside-request", .levels, "outdented match", code: "misplaced-key", help: "2 spaces",
      """
      mockspec: 1
      requests:
        Devices:
        1️⃣match1️⃣: GET /devices
        responses:
          Two: {json: [phone, watch]}
      """),
    Mistake(
      "graphql-name-in-body", .levels, "left out graphql", code: "misplaced-key", help: "graphql",
      """
      mockspec: 1
      requests:
        Product query:
          match:
            method: POST
            path: /graphql
            body:
              1️⃣operationName1️⃣: Product
          responses:
            Lamp: {json: {data: {product: {name: Lamp}}}}
      """),
    .response(
      "json-body-beside-json", "jsonBody beside json", kind: .levels, code: "unknown-key", help: "'json'",
      "json: {a: 1}\n1️⃣jsonBody1️⃣: {a: 2}"),
    .response(
      "body-beside-json", "body beside json", kind: .levels, code: "unknown-key", help: "'json'",
      "json: {a: 1}\n1️⃣body1️⃣: {a: 2}"),
    .response(
      "typo-beside-key", "a misspelt key beside the right one", kind: .levels, code: "unknown-key", help: "already",
      "status: 404\n1️⃣staus1️⃣: 500"),
    Mistake(
      "base-path-and-host-at-root", .levels, "basePath and host at the root",
      code: "misplaced-key", help: "defaults: {basePath",
      """
      mockspec: 1
      1️⃣basePath1️⃣: /v1
      host: api.example.com
      requests:
        A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "path-as-name", .levels, "a path as the name of a request", code: "missing-key", help: "match: /birds",
      """
      mockspec: 1
      requests:
        1️⃣/birds1️⃣:
          responses: {OK: {json: []}}
      """),
    Mistake(
      "after-sequence-alone", .levels, "afterSequence without sequence", code: "missing-key", help: "sequence",
      """
      mockspec: 1
      requests:
        Lonely:
          match: GET /lonely
          responses: {OK: {}}
          1️⃣afterSequence1️⃣: restart
      """),
    .response(
      "chunk-alone", "chunk without every", kind: .levels, code: "missing-key", help: "every",
      "text: a\nthrottle: 1️⃣{chunk: 10}1️⃣"),
    Mistake(
      "requests-in-project", .levels, "wrote requests into the project file", in: .project, code: "misplaced-key",
      help: ".mock.yaml",
      """
      mockspec: 1
      timeout: 10s
      1️⃣requests1️⃣:
        Ping:
          match: GET /ping
          responses: {Pong: {text: pong}}
      """),
    Mistake(
      "port-at-root-of-project", .levels, "forgot server above port", in: .project, code: "misplaced-key",
      help: "server",
      """
      mockspec: 1
      1️⃣port1️⃣: 9090
      unmatched: error
      """),
    Mistake(
      "defaults-under-requests", .levels, "indented defaults under requests", code: "misplaced-key", help: "2 spaces",
      """
      mockspec: 1
      requests:
        1️⃣defaults1️⃣:
          basePath: /v1
          headers: {X-Mock: yes it is}
        Stations:
          match: GET /stations
          responses:
            All: {json: [Zoo, Harbour]}
      """),
    Mistake(
      "json-keys-outdented", .levels, "outdented the content of json", code: "misplaced-key", help: "json",
      """
      mockspec: 1
      requests:
        Position:
          match: GET /position
          responses:
            Here:
              json:
              1️⃣lat1️⃣: 48.1
              lon: 11.5
      """),
    Mistake(
      "headers-content-outdented", .levels, "outdented the content of headers", code: "misplaced-key", help: "headers",
      """
      mockspec: 1
      requests:
        Position:
          match: GET /position
          responses:
            Here:
              headers:
              1️⃣X-Rate-Limit1️⃣: 10
              text: here
      """),
    Mistake(
      "indented-requests", .levels, "requests indented below mockspec", code: "yaml-syntax", help: "align",
      """
      mockspec: 1
        1️⃣requests:
          A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "only-server", .levels, "a project file with the name of a spec", code: "misplaced-key", help: "mockspec.yaml",
      """
      mockspec: 1
      1️⃣server1️⃣: {port: 8080}
      """),
  ]
}
