/// Characters that can't be seen, or that look like others.
extension Mistake {
  static let characters: [Mistake] = [
    Mistake(
      "no-break-space-in-key", .characters, "typed option-space before a colon", help: ["U+00A0", "no-break space"],
      """
      mockspec: 1
      requests:
        A1:
          match: GET /characters/1
          responses:
            OK:
              status1️⃣\u{A0}1️⃣: 201
              json: {done: true}
      """),
    Mistake(
      "no-break-space-indentation", .characters, "pasted a line indented by no-break spaces",
      help: ["U+00A0", "no-break space"],
      """
      mockspec: 1
      requests:
        A2:
          match: GET /characters/2
          responses:
            OK:
      1️⃣\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}1️⃣status: 201
      """),
    Mistake(
      "zero-width-space-in-key", .characters, "pasted a key from a chat", help: ["U+200B", "zero-width space"],
      """
      mockspec: 1
      requests:
        A3:
          match: GET /characters/3
          responses:
            OK: {1️⃣\u{200B}1️⃣status: 201}
      """),
    Mistake(
      "zero-width-space-in-status", .characters, "pasted a number from a ticket", help: ["U+200B", "zero-width space"],
      """
      mockspec: 1
      requests:
        A4:
          match: GET /characters/4
          responses:
            OK:
              headers: {X-Trace: a}
              status: 201️⃣\u{200B}1️⃣1
      """),
    Mistake(
      "byte-order-mark-in-text", .characters, "joined two files with byte-order marks", help: ["U+FEFF"],
      """
      mockspec: 1
      requests:
        A5:
          match: GET /characters/5
          1️⃣\u{FEFF}1️⃣responses:
            OK: {status: 201}
      """),
    Mistake(
      "full-width-colon", .characters, "typed a colon with a Chinese keyboard", help: ["U+FF1A", "':'"],
      """
      mockspec: 1
      requests:
        登录:
          match: POST /characters/6
          responses:
            成功:
              status1️⃣：1️⃣200
      """),
    Mistake(
      "full-width-digits", .characters, "typed the status in full-width digits", help: ["U+FF12", "2"],
      """
      mockspec: 1
      requests:
        A7:
          match: GET /characters/7
          responses:
            OK: {status: 1️⃣２００1️⃣}
      """),
    Mistake(
      "full-width-comma", .characters, "typed a comma with a Chinese keyboard", help: ["U+FF0C", "','"],
      """
      mockspec: 1
      requests:
        A8:
          match: {method: GET1️⃣，1️⃣ path: /characters/8}
          responses:
            OK: {status: 201}
      """),
    Mistake(
      "curly-quotes-around-key", .characters, "let the system make quotes curly", help: ["U+201C", "double quote"],
      """
      mockspec: 1
      requests:
        A9:
          match: GET /characters/9
          responses:
            OK:
              1️⃣“status”1️⃣: 201
      """),
    Mistake(
      "curly-quotes-around-number", .characters, "pasted a status from a document", help: ["U+201C"],
      """
      mockspec: 1
      requests:
        A10:
          match: GET /characters/10
          responses:
            OK:
              status: 1️⃣“201”1️⃣
              text: ok
      """),
    Mistake(
      "curly-quotes-json", .characters, "pasted JSON from a document", in: .json, help: ["U+201C", "double quote"],
      """
      {
        "mockspec": 1,
        "requests": {
          "A11": {
            1️⃣“match”1️⃣: "GET /characters/11",
            "responses": {"OK": {}}
          }
        }
      }
      """),
    Mistake(
      "cyrillic-letter-in-key", .characters, "typed a key with a Russian keyboard", help: ["U+0441", "'c'"],
      """
      mockspec: 1
      requests:
        A12:
          mat1️⃣с1️⃣h: GET /characters/12
          responses: {OK: {status: 201}}
      """),
    Mistake(
      "cyrillic-letter-in-method", .characters, "typed a method with a Russian keyboard", help: ["U+0422", "'T'"],
      """
      mockspec: 1
      requests:
        A13:
          match: GE1️⃣Т1️⃣ /characters/13
          responses: {OK: {status: 201}}
      """),
    Mistake(
      "greek-letter-in-keyword", .characters, "typed a fault with a Greek keyboard", help: ["U+03BF", "'o'"],
      """
      mockspec: 1
      requests:
        A14:
          match: GET /characters/14
          responses:
            Cut: {fault: c1️⃣ο1️⃣nnectionReset}
      """),
    Mistake(
      "cyrillic-letter-in-duration", .characters, "typed a duration with a Russian keyboard", help: ["U+0441", "'c'"],
      """
      mockspec: 1
      requests:
        A15:
          match: GET /characters/15
          responses:
            Slow: {delay: 21️⃣с1️⃣, text: slow}
      """),
    Mistake(
      "en-dash-in-status", .characters, "wrote a number with a dash that isn't a minus", help: ["U+2212", "'-'"],
      """
      mockspec: 1
      requests:
        A16:
          match: GET /characters/16
          priority: 1️⃣−1️⃣5
          responses: {OK: {text: low}}
      """),
    Mistake(
      "en-dash-list", .characters, "let the system make a dash long", help: ["U+2013", "'-'"],
      """
      mockspec: 1
      requests:
        A17:
          match:
            method:
              1️⃣–1️⃣ GET
              - POST
            path: /characters/17
          responses: {OK: {}}
      """),
    Mistake(
      "ideographic-space", .characters, "typed a space with a Japanese keyboard", help: ["U+3000", "space"],
      """
      mockspec: 1
      requests:
        A18:
          match: GET1️⃣\u{3000}1️⃣/characters/18
          responses: {OK: {}}
      """),
    Mistake(
      "no-break-space-in-short-match", .characters, "pasted a method and a path from a wiki",
      help: ["U+00A0", "no-break space"],
      """
      mockspec: 1
      requests:
        A19:
          match: DELETE1️⃣\u{A0}1️⃣/characters/19
          responses: {Gone: {status: 204}}
      """),
    Mistake(
      "no-break-space-in-duration", .characters, "wrote a duration as typographers do",
      help: ["U+00A0", "no-break space"],
      """
      mockspec: 1
      requests:
        A20:
          match: GET /characters/20
          responses:
            Slow: {delay: 5001️⃣\u{A0}1️⃣ms}
      """),
    Mistake(
      "tab-after-colon-in-json", .characters, "copied a control character from a terminal", in: .json,
      help: ["U+0007"],
      """
      {"mockspec": 1,
       "requests": {
         "A21": {"match": "GET /characters/21", "responses": {
           "OK": {"text": "ring1️⃣\u{7}1️⃣"}}}}}
      """),
    Mistake(
      "no-break-space-json", .characters, "pasted JSON from a web page", in: .json, help: ["U+00A0", "no-break space"],
      """
      {
        "mockspec": 1,
        "requests": {
          "A22": {
            "match":1️⃣\u{A0}1️⃣"GET /characters/22",
            "responses": {"OK": {}}
          }
        }
      }
      """),
    Mistake(
      "full-width-braces", .characters, "typed braces with a Chinese keyboard", help: ["U+FF5B", "{"],
      """
      mockspec: 1
      requests:
        A23:
          match: GET /characters/23
          responses:
            OK: 1️⃣｛1️⃣status: 201｝
      """),
    Mistake(
      "curly-quote-in-error", .characters, "pasted the name of an error with quotes", help: ["U+2018"],
      """
      mockspec: 1
      requests:
        A25:
          match: GET /characters/25
          responses:
            Offline:
              error: 1️⃣‘timedOut’1️⃣
      """),
    Mistake(
      "soft-hyphen-in-key", .characters, "pasted a key from a typeset page", help: ["U+00AD", "soft hyphen"],
      """
      mockspec: 1
      requests:
        A26:
          match: GET /characters/26
          responses:
            OK:
              thro1️⃣\u{AD}1️⃣ttle: {bytesPerSecond: 100}
              text: slow
      """),
    Mistake(
      "line-separator", .characters, "pasted a Unicode line separator", help: ["U+2028"],
      """
      mockspec: 1
      requests:
        A27:
          match: GET /characters/27
          responses: {OK: {status: 201️⃣\u{2028}1️⃣1}}
      """),
    Mistake(
      "em-space-in-number", .characters, "pasted an em space", help: ["U+2003"],
      """
      mockspec: 1
      requests:
        P12:
          match: GET /em-space-in-number
          responses:
            Pong:
              status:1️⃣\u{2003}1️⃣204
      """),
    Mistake(
      "cyrillic-in-error", .characters, "typed an error with a Russian keyboard", help: ["U+0435"],
      """
      mockspec: 1
      requests:
        P13:
          match: GET /cyrillic-in-error
          responses:
            Pong: {error: tim1️⃣е1️⃣dOut}
      """),
    Mistake(
      "full-width-brackets", .characters, "typed a list with a Japanese keyboard", help: ["U+FF3B"],
      """
      mockspec: 1
      requests:
        P14:
          match: {method: 1️⃣［1️⃣GET, HEAD], path: /full-width-brackets}
          responses: {Pong: {}}
      """),
    Mistake(
      "full-width-slash", .characters, "typed a slash with a Japanese keyboard", help: ["U+FF0F"],
      """
      mockspec: 1
      requests:
        P15:
          match: GET 1️⃣／1️⃣ping
          responses: {Pong: {}}
      """),
    Mistake(
      "no-break-space-before-comment", .characters, "pasted a comment", help: ["U+00A0"],
      """
      mockspec: 1
      requests:
        P16:
          match: GET /no-break-space-before-comment
          responses:
            Pong:
              status: 2041️⃣\u{A0}1️⃣# fine
      """),
    Mistake(
      "zero-width-joiner-key", .characters, "pasted a root key", help: ["U+200D"],
      """
      mockspec: 1
      req1️⃣\u{200D}1️⃣uests:
        P17:
          match: GET /zero-width-joiner-key
          responses: {Pong: {}}
      """),
    Mistake(
      "curly-apostrophe-quotes", .characters, "quoted a path with curly quotes", help: ["U+2018"],
      """
      mockspec: 1
      requests:
        P18:
          match:
            path: 1️⃣‘/curly-apostrophe-quotes/{id}’1️⃣
          responses: {Pong: {}}
      """),
    Mistake(
      "guillemets", .characters, "quoted as in French", help: ["U+00AB"],
      """
      mockspec: 1
      requests:
        P19:
          match: GET /guillemets
          responses:
            Pong: {status: 1️⃣«204»1️⃣}
      """),
    Mistake(
      "arabic-digits", .characters, "typed a number with an Arabic keyboard", help: ["U+0662"],
      """
      mockspec: 1
      requests:
        P20:
          match: GET /arabic-digits
          responses:
            Pong: {status: 1️⃣٢٠٤1️⃣}
      """),
    Mistake(
      "project-curly", .characters, "quoted a host with curly quotes", in: .project, help: ["U+201C"],
      """
      mockspec: 1
      timeout: 1️⃣“5s”1️⃣
      """),
  ]
}
