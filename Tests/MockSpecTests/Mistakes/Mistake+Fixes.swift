/// Mistakes for which more than one correction is possible, so that no fix or only the right one is offered.
extension Mistake {
  static let fixes: [Mistake] = [
    Mistake(
      "curly-quotes-around-pattern", .fixes, "pasted a pattern from a word processor",
      help: ["U+2018", "'"],
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
      "patch-for-path", .fixes, "wrote patch for path, or as a method", help: ["match: PATCH /login", "path: /login"],
      isFixable: false,
      """
      mockspec: 1
      requests:
        Login:
          match: {1️⃣patch1️⃣: /login}
          responses: {Success: {status: 200}}
      """),
    Mistake(
      "method-as-key", .fixes, "wrote the method as a key of match", help: ["match: POST /password"],
      """
      mockspec: 1
      requests:
        Reset password:
          match:
            1️⃣post1️⃣: /password
          responses: {Sent: {status: 202}}
      """),
    Mistake(
      "bar-before-text", .fixes, "put a text behind the bar of a block", help: ["|"],
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
      "no-break-space-after-colon", .fixes, "pasted a no-break space from a web page",
      help: ["U+00A0", "no-break space"], isFixable: true,
      """
      mockspec: 1
      requests:
        Avatar:
          match: GET /avatar
          responses:
            Small:
              status:1️⃣\u{A0}1️⃣200
              text: small
      """),
    Mistake(
      "misspelt-status", .fixes, "misspelt status", help: ["status"], isFixable: true,
      """
      mockspec: 1
      requests:
        Basket:
          match: GET /basket
          responses:
            Gone: {1️⃣staus1️⃣: 410}
      """),
    Mistake(
      "misspelt-text-or-test", .fixes, "misspelt a key that two keys are near", help: ["text"],
      """
      mockspec: 1
      requests:
        Motto:
          match: GET /motto
          responses:
            Short:
              1️⃣txt1️⃣: carpe diem
      """),
    Mistake(
      "unquoted-braces", .fixes, "didn't quote braces in a flow mapping", help: ["quote"], isFixable: true,
      """
      mockspec: 1
      requests:
        Item:
          match: {path: 1️⃣/items/{id}1️⃣}
          responses: {Found: {json: {id: 1}}}
      """),
    Mistake(
      "unquoted-star", .fixes, "didn't quote a host with a wildcard", help: ["quote"], isFixable: true,
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
      "unquoted-at", .fixes, "began a text with an at sign", help: ["quote"], isFixable: true,
      """
      mockspec: 1
      requests:
        Handle:
          match: GET /handle
          responses:
            Mine:
              json: {handle: 1️⃣@ada}
      """),
    Mistake(
      "colon-in-text", .fixes, "wrote a colon and a space in a text", help: ["quote"],
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
      "tab-indentation", .fixes, "indented a line by a tab", help: ["tab"],
      """
      mockspec: 1
      requests:
        Rooms:
          match: GET /rooms
          responses:
      1️⃣\t\t1️⃣Free: {json: [101, 102]}
      """),
    Mistake(
      "missing-space-after-colon", .fixes, "left out the space after a colon", help: ["space"], isFixable: true,
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
      "apostrophe-in-single-quotes", .fixes, "didn't double an apostrophe", help: ["\"It's going to rain\""],
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
      "backslash-in-double-quotes", .fixes, "wrote a pattern in double quotes", help: ["single quotes"],
      #"""
      mockspec: 1
      requests:
        Year:
          match:
            path: /archive/{year}
            params: {year: {matches: "^1️⃣\d1️⃣{4}$"}}
          responses: {Found: {json: []}}
      """#),
    Mistake(
      "unclosed-double-quote", .fixes, "forgot the closing quote", help: ["double quotes"],
      """
      mockspec: 1
      requests:
        Slogan:
          match: GET /slogan
          responses:
            Old: {text: fine}
            New:
              text: 1️⃣"Think again
              status: 200
      """),
    Mistake(
      "unclosed-brace", .fixes, "forgot a closing brace", help: ["}"],
      """
      mockspec: 1
      requests:
        Settings:
          match: GET /settings
          responses:
            Dark:
              json: 1️⃣{theme: dark, size: {w: 10, h: 20}
              delay: 10ms
            Light:
              json: {theme: light}
      """),
  ]
}
