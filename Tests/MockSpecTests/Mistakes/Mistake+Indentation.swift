/// Content that is indented too little or too much.
extension Mistake {
  static let indentation: [Mistake] = [
    Mistake(
      "status-two-levels-up", .levels, "outdented status by two levels", help: ["4 spaces"],
      """
      mockspec: 1
      requests:
        Bookings:
          match: POST /bookings
          responses:
            Full:
          1️⃣status1️⃣: 409
      """),
    Mistake(
      "json-keys-outdented", .levels, "outdented the content of json", help: ["json"],
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
      "headers-content-outdented", .levels, "outdented the content of headers", help: ["headers"],
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
      "query-content-outdented", .levels, "outdented the content of query", help: ["query"],
      """
      mockspec: 1
      requests:
        Find:
          match:
            path: /find
            query:
            1️⃣q1️⃣: lamp
          responses: {Found: {json: []}}
      """),
    Mistake(
      "response-under-response", .levels, "indented the second response too much", help: ["2 spaces"],
      """
      mockspec: 1
      requests:
        Lamp:
          match: GET /lamp
          responses:
            On:
              json: {on: true}
              1️⃣Off1️⃣:
                json: {on: false}
      """),
    Mistake(
      "request-under-request", .levels, "indented the second request too much", help: ["2 spaces"],
      """
      mockspec: 1
      requests:
        Lamp:
          match: GET /lamp
          responses: {On: {}}
          1️⃣Fan1️⃣:
            match: GET /fan
            responses: {On: {}}
      """),
    Mistake(
      "indented-requests", .levels, "requests indented below mockspec", help: ["align"],
      """
      mockspec: 1
        1️⃣requests:
          A: {match: GET /a, responses: {OK: {}}}
      """),
    Mistake(
      "outdented-by-one", .levels, "a key outdented by one space", help: ["spaces"],
      """
      mockspec: 1
      requests:
        Uneven:
          match: GET /uneven
         1️⃣responses:
            OK: {}
      """),
    Mistake(
      "header-at-response", .levels, "a header at the level of the response", help: ["headers"],
      """
      mockspec: 1
      requests:
        Headers:
          match: GET /header-at
          responses:
            OK:
              headers:
                X-A: b
              1️⃣X-B1️⃣: c
              text: a
      """),
    Mistake(
      "query-name-at-match", .levels, "a query name at the level of match", help: ["query"],
      """
      mockspec: 1
      requests:
        Queries:
          match:
            path: /query-at
            query:
              page: 1
            1️⃣sort1️⃣: name
          responses: {OK: {}}
      """),
    Mistake(
      "json-member-at-response", .levels, "a member of JSON at the level of the response", help: ["json"],
      """
      mockspec: 1
      requests:
        Members:
          match: GET /member-at
          responses:
            OK:
              json:
                id: 1
              1️⃣price1️⃣: 12
      """),
    Mistake(
      "delay-min-outdented", .levels, "min outdented below delay", help: ["delay"],
      """
      mockspec: 1
      requests:
        Outdented:
          match: GET /min-out
          responses:
            OK:
              delay:
              1️⃣min1️⃣: 100ms
              max: 2s
      """),
    Mistake(
      "step-outdented", .levels, "times outdented below a step", help: ["- {response: NAME"],
      """
      mockspec: 1
      requests:
        Outdented:
          match: GET /times-out
          sequence:
            - response: OK
          1️⃣times1️⃣: 2
          responses: {OK: {}}
      """),
    Mistake(
      "scene-outdented", .levels, "a selection at the level of scenes", in: .project, help: ["scene"],
      """
      mockspec: 1
      scenes:
        Off:
          Login: Offline
        1️⃣Profile1️⃣: Missing
      """),
    Mistake(
      "body-kind-outdented", .levels, "json outdented below body", help: ["body"],
      """
      mockspec: 1
      requests:
        A:
          match:
            path: /a
            body:
            1️⃣json1️⃣: {a: 1}
          responses: {OK: {}}
      """),
  ]
}
