/// Keys in a request on a level to which they don't belong.
extension Mistake {
  static let levels: [Mistake] = [
    Mistake(
      "responses-under-match", .levels, "indented responses once too often", help: ["request", "2 spaces"],
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
      "responses-beside-requests", .levels, "outdented responses to the names of requests",
      help: ["request", "2 spaces"],
      """
      mockspec: 1
      requests:
        List orders:
          match: GET /orders
        1️⃣responses1️⃣:
          Some:
            json: [{id: 1}, {id: 2}]
          None:
            json: []
      """),
    Mistake(
      "status-beside-response", .levels, "outdented the first key of a response", help: ["response", "2 spaces"],
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
      "body-beside-response", .levels, "outdented all keys of a response", help: ["response", "2 spaces"],
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
      "query-beside-match", .levels, "wrote query beside match", help: ["match"],
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
      "method-and-path-without-match", .levels, "left out match", help: ["match"],
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
      "status-beside-match", .levels, "gave the request the status", help: ["response"],
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
      "delay-beside-match", .levels, "gave the request a delay", help: ["response"],
      """
      mockspec: 1
      requests:
        Feed:
          match: GET /feed
          responses:
            Full: {json: {items: [1, 2, 3]}}
            Empty: {json: {items: []}}
          1️⃣delay1️⃣: 2s
      """),
    Mistake(
      "matched-headers-beside-match", .levels, "wrote the headers of a call beside match", help: ["match"],
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
      "body-matcher-beside-match", .levels, "wrote the body's condition beside match", help: ["match"],
      """
      mockspec: 1
      requests:
        Transfer:
          match: POST /transfers
          1️⃣body1️⃣: {json: {amount: 100}}
          responses:
            Accepted: {status: 202}
      """),
    Mistake(
      "default-in-responses", .levels, "wrote default among the responses", help: ["request"],
      """
      mockspec: 1
      requests:
        Coupon:
          match: POST /coupon
          responses:
            1️⃣default1️⃣: Valid
            Valid: {json: {percent: 10}}
            Expired: {status: 410}
      """),
    Mistake(
      "sequence-in-responses", .levels, "wrote sequence among the responses", help: ["request"],
      """
      mockspec: 1
      requests:
        Payment status:
          match: GET /payments/{id}
          responses:
            Pending: {json: {state: pending}}
            Paid: {json: {state: paid}}
            1️⃣sequence1️⃣: [Pending, Pending, Paid]
      """),
    Mistake(
      "match-in-responses", .levels, "wrote match among the responses", help: ["request"],
      """
      mockspec: 1
      requests:
        Ticket:
          responses:
            1️⃣match1️⃣: GET /tickets/{id}
            Open: {json: {open: true}}
            Closed: {json: {open: false}}
      """),
    Mistake(
      "match-beside-request", .levels, "outdented match", help: ["2 spaces"],
      """
      mockspec: 1
      requests:
        Devices:
        1️⃣match1️⃣: GET /devices
        responses:
          Two: {json: [phone, watch]}
      """),
    Mistake(
      "priority-in-match", .levels, "wrote priority into match", help: ["request"],
      """
      mockspec: 1
      requests:
        Any file:
          match:
            method: GET
            path: /files/**
            1️⃣priority1️⃣: 10
          responses: {Text: {text: hello}}
      """),
    Mistake(
      "graphql-name-in-body", .levels, "left out graphql", help: ["graphql"],
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
    Mistake(
      "operator-beside-path", .levels, "wrote an operator into match", help: ["params", "query", "headers"],
      """
      mockspec: 1
      requests:
        Numbered item:
          match:
            path: /item/{number}
            1️⃣matches1️⃣: '^[0-9]+$'
          responses:
            Item: {json: {}}
      """),
    Mistake(
      "throttle-keys-in-response", .levels, "left out throttle", help: ["throttle"],
      """
      mockspec: 1
      requests:
        Video:
          match: GET /video
          responses:
            Trickle:
              text: not really a video
              1️⃣bytesPerSecond1️⃣: 500
      """),
    Mistake(
      "delay-keys-in-response", .levels, "left out delay", help: ["delay"],
      """
      mockspec: 1
      requests:
        Suggestions:
          match: GET /suggest
          responses:
            Slow:
              json: [a, b]
              1️⃣min1️⃣: 100ms
              max: 900ms
      """),
    Mistake(
      "json-responses-in-match", .levels, "put responses before the brace of match", in: .json, help: ["request"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Login": {
            "match": {
              "method": "POST",
              "path": "/login",
              1️⃣"responses"1️⃣: {
                "Success": {"status": 200}
              }
            }
          }
        }
      }
      """),
    Mistake(
      "json-status-beside-match", .levels, "wrote status beside match", in: .json, help: ["response"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Ping": {
            "match": "GET /ping",
            1️⃣"status"1️⃣: 503,
            "responses": {"Down": {"text": "down"}}
          }
        }
      }
      """),
    Mistake(
      "text-under-match", .levels, "gave match a text", help: ["body"],
      """
      mockspec: 1
      requests:
        Terms:
          match:
            method: GET
            path: /terms
            1️⃣text1️⃣: All rights reserved
          responses: {Current: {status: 200}}
      """),
    Mistake(
      "delay-in-headers", .levels, "indented delay under headers", in: .json, help: ["response"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Lamp": {
            "match": {"path": "/lamp", 1️⃣"delay"1️⃣: "2s"},
            "responses": {"On": {"json": {"on": true}}}
          }
        }
      }
      """),
  ]
}
