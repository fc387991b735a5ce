/// Mistakes with one possible fix.
extension Mistake {
  static let fixes: [Mistake] = [
    Mistake(
      "curly-quotes-around-pattern", .fixes, "pasted a pattern from a word processor",
      code: "invalid-character", help: "'",
      """
      mockspec: 1
      requests:
        Order:
          match:
            path: /orders/{id}
            params: {id: {matches: 1️⃣‘^[0-9]+$’1️⃣}}
          responses: {Found: {json: {}}}
      """),
    Mistake(
      "patch-for-path", .fixes, "wrote patch for path, or as a method", code: "unknown-key",
      help: "match: PATCH /login",
      isFixable: false,
      """
      mockspec: 1
      requests:
        Login:
          match: {1️⃣patch1️⃣: /login}
          responses: {Success: {status: 200}}
      """),
    Mistake(
      "bar-before-text", .fixes, "put a text behind the bar of a block", code: "yaml-syntax", help: "|",
      """
      mockspec: 1
      requests:
        Greeting:
          match: GET /greeting
          responses:
            Hello:
              text: 1️⃣|1️⃣ Hello, you there
              status: 200
      """),
    Mistake(
      "unquoted-braces", .fixes, "didn't quote braces in a flow mapping", code: "yaml-syntax", help: "quote",
      isFixable: true,
      """
      mockspec: 1
      requests:
        Item:
          match: {path: 1️⃣/items/{id}1️⃣}
          responses: {Found: {json: {id: 1}}}
      """),
    Mistake(
      "unquoted-star", .fixes, "didn't quote a host with a wildcard", code: "yaml-syntax", help: "quote",
      isFixable: true,
      """
      mockspec: 1
      requests:
        Any subdomain:
          match:
            host: 1️⃣*1️⃣.example.com
            path: /status
          responses: {Fine: {status: 204}}
      """),
    Mistake(
      "colon-in-text", .fixes, "wrote a colon and a space in a text", code: "yaml-syntax", help: "quote",
      """
      mockspec: 1
      requests:
        Notice:
          description: Shown once a day
          match: GET /notice
          responses:
            One:
              text: Careful1️⃣:1️⃣ the floor is wet
      """),
    Mistake(
      "tab-indentation", .fixes, "indented a line by a tab", code: "yaml-syntax", help: "tab",
      """
      mockspec: 1
      requests:
        Rooms:
          match: GET /rooms
          responses:
      1️⃣\t\t1️⃣Free: {json: [101, 102]}
      """),
    Mistake(
      "missing-space-after-colon", .fixes, "left out the space after a colon", code: "yaml-syntax", help: "space",
      isFixable: true,
      """
      mockspec: 1
      requests:
        Departures:
          match: GET /departures
          responses:
            Late:
              1️⃣status:1️⃣203
              json: [{line: 4, minutes: 12}]
      """),
    Mistake(
      "apostrophe-in-single-quotes", .fixes, "didn't double an apostrophe", code: "yaml-syntax",
      help: "\"It's going to rain\"",
      """
      mockspec: 1
      requests:
        Hint:
          match: GET /hint
          responses:
            Rain:
              text: 1️⃣'It's going to rain'
      """),
    Mistake(
      "backslash-in-double-quotes", .fixes, "wrote a pattern in double quotes", code: "yaml-syntax",
      help: "single quotes",
      #"""
      mockspec: 1
      requests:
        Year:
          match:
            path: /archive/{year}
            params: {year: {matches: "^1️⃣\d1️⃣{4}$"}}
          responses: {Found: {json: []}}
      """#),
  ]
}
