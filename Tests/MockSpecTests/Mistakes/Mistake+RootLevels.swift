/// Keys at the root of a file that belong below one of its keys, or in another file, and the reverse.
extension Mistake {
  static let rootLevels: [Mistake] = [
    Mistake(
      "responses-at-root", .levels, "outdented responses to the root", help: ["request", "4 spaces"],
      """
      mockspec: 1
      requests:
        List invoices:
          match: GET /invoices
      1️⃣responses1️⃣:
        Some: {json: [{id: 1}]}
      """),
    Mistake(
      "scenes-in-spec", .levels, "wrote scenes into a spec", help: ["mockspec.yaml"],
      """
      mockspec: 1
      requests:
        Balance:
          match: GET /balance
          responses:
            Rich: {json: {euros: 1000}}
            Offline: {error: notConnectedToInternet}
      1️⃣scenes1️⃣:
        Airplane mode: {Balance: Offline}
      """),
    Mistake(
      "server-in-spec", .levels, "wrote the server's settings into a spec", help: ["mockspec.yaml"],
      """
      mockspec: 1
      1️⃣server1️⃣:
        port: 9000
      requests:
        Ping:
          match: GET /ping
          responses: {Pong: {text: pong}}
      """),
    Mistake(
      "timeout-in-spec", .levels, "wrote the timeout into a spec", help: ["mockspec.yaml"],
      """
      mockspec: 1
      1️⃣timeout1️⃣: 5s
      requests:
        Slow report:
          match: GET /report
          responses: {Never: {fault: hang}}
      """),
    Mistake(
      "requests-in-project", .levels, "wrote requests into the project file", in: .project, help: [".mock.yaml"],
      """
      mockspec: 1
      timeout: 10s
      1️⃣requests1️⃣:
        Ping:
          match: GET /ping
          responses: {Pong: {text: pong}}
      """),
    Mistake(
      "port-at-root-of-project", .levels, "forgot server above port", in: .project, help: ["server"],
      """
      mockspec: 1
      1️⃣port1️⃣: 9090
      unmatched: error
      """),
    Mistake(
      "base-path-at-root", .levels, "forgot defaults above basePath", help: ["defaults"],
      """
      mockspec: 1
      1️⃣basePath1️⃣: /api/v2
      requests:
        Cart:
          match: GET /cart
          responses: {Empty: {json: {lines: []}}}
      """),
    Mistake(
      "headers-at-root", .levels, "forgot defaults above headers", help: ["defaults"],
      """
      # Everything here is uncached.
      mockspec: 1
      requests:
        Terms:
          match: GET /terms
          responses:
            Current: {text: Be kind.}
      1️⃣headers1️⃣:
        Cache-Control: no-store
      """),
    Mistake(
      "host-in-defaults", .levels, "forgot match above host", help: ["match"],
      """
      mockspec: 1
      defaults:
        1️⃣host1️⃣: api.example.com
        headers: {Server: example}
      requests:
        Version:
          match: GET /version
          responses: {Current: {json: {version: 4}}}
      """),
    Mistake(
      "defaults-under-requests", .levels, "indented defaults under requests", help: ["2 spaces"],
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
      "request-at-root", .levels, "outdented a request", help: ["requests", "2 spaces"],
      """
      mockspec: 1
      requests:
      1️⃣Friends1️⃣:
        match: GET /friends
        responses:
          Lonely: {json: []}
      """),
    Mistake(
      "second-request-at-root", .levels, "outdented the second request", help: ["requests", "2 spaces"],
      """
      mockspec: 1
      requests:
        Followers:
          match: GET /followers
          responses:
            Three: {json: [1, 2, 3]}
      1️⃣Following1️⃣:
        match: GET /following
        responses:
          Nobody: {json: []}
      """),
    Mistake(
      "scene-without-select", .levels, "wrote selections beside extends", in: .project, help: ["select"],
      """
      mockspec: 1
      scenes:
        Airplane mode: {Login: Offline}
        Half offline:
          extends: Airplane mode
          1️⃣Profile1️⃣: Missing
      """),
    Mistake(
      "limits-at-root", .levels, "forgot server above limits", in: .project, help: ["server"],
      """
      mockspec: 1
      1️⃣limits1️⃣: {bodyBytes: 1000}
      """),
    Mistake(
      "redact-in-spec", .levels, "wrote redact into a spec", help: ["mockspec.yaml"],
      """
      mockspec: 1
      1️⃣redact1️⃣: [X-Secret]
      requests:
        P9: {match: GET /redact-in-spec, responses: {Pong: {}}}
      """),
  ]
}
