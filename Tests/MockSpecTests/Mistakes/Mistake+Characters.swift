/// Characters that can't be seen, or that look like others.
extension Mistake {
  static let characters: [Mistake] = [
    Mistake(
      "no-break-space-in-key", .characters, "typed option-space before a colon", code: "invalid-character",
      help: "no-break space",
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
      code: "invalid-character", help: "no-break space",
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
      "zero-width-space-in-key", .characters, "pasted a key from a chat", code: "invalid-character",
      help: "zero-width space",
      """
      mockspec: 1
      requests:
        A3:
          match: GET /characters/3
          responses:
            OK: {1️⃣\u{200B}1️⃣status: 201}
      """),
    Mistake(
      "zero-width-space-in-status", .characters, "pasted a number from a ticket", code: "invalid-character",
      help: "zero-width space",
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
      "byte-order-mark-in-text", .characters, "joined two files with byte-order marks", code: "invalid-character",
      help: "U+FEFF",
      """
      mockspec: 1
      requests:
        A5:
          match: GET /characters/5
          1️⃣\u{FEFF}1️⃣responses:
            OK: {status: 201}
      """),
    Mistake(
      "full-width-colon", .characters, "typed a colon with a Chinese keyboard", code: "invalid-character", help: "':'",
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
      "full-width-digits", .characters, "typed the status in full-width digits", code: "invalid-character", help: "2",
      """
      mockspec: 1
      requests:
        A7:
          match: GET /characters/7
          responses:
            OK: {status: 1️⃣２００1️⃣}
      """),
    Mistake(
      "full-width-comma", .characters, "typed a comma with a Chinese keyboard", code: "invalid-character", help: "','",
      """
      mockspec: 1
      requests:
        A8:
          match: {method: GET1️⃣，1️⃣ path: /characters/8}
          responses:
            OK: {status: 201}
      """),
    Mistake(
      "curly-quotes-around-key", .characters, "let the system make quotes curly", code: "invalid-character",
      help: "double quote",
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
      "curly-quotes-around-number", .characters, "pasted a status from a document", code: "invalid-character",
      help: "U+201C",
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
      "tab-after-colon-in-json", .characters, "copied a control character from a terminal", in: .json,
      code: "invalid-character", help: "U+0007",
      """
      {"mockspec": 1,
       "requests": {
         "A21": {"match": "GET /characters/21", "responses": {
           "OK": {"text": "ring1️⃣\u{7}1️⃣"}}}}}
      """),
    Mistake(
      "conflict-only-start-json", .characters, "left only the first marker in JSON", in: .json,
      code: "json-syntax", help: "merge conflict",
      """
      {
        "mockspec": 1,
        "requests": {
      1️⃣<<<<<<< HEAD1️⃣
          "Login": {"match": "POST /login", "responses": {"OK": {}}}
        }
      }
      """),
    Mistake(
      "cyrillic-default", .characters, "a Cyrillic letter in the default", code: "unknown-response", help: "U+041E",
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /cyrillic-default
          default: 1️⃣Оk1️⃣
          responses: {Bad: {status: 404}, Ok: {}}
      """),
    .match(
      "cyrillic-parameter", "a Cyrillic letter in a captured name", kind: .characters, code: "unknown-parameter",
      help: "U+0456",
      "path: '/cyrillic-parameter/{id}'\nparams: {1️⃣іd1️⃣: 1}"),
    Mistake(
      "cyrillic-scene-request", .characters, "a Cyrillic letter in a scene", in: .project, code: "unknown-request",
      help: "U+0420",
      """
      mockspec: 1
      scenes:
        Off: {1️⃣Рrofile1️⃣: Missing}
      """),
    Mistake(
      "cyrillic-scene-base", .characters, "a Cyrillic letter in the scene that is extended", in: .project,
      code: "unknown-scene", help: "U+0410",
      """
      mockspec: 1
      scenes:
        Air: {Profile: Missing}
        More: {extends: 1️⃣Аir1️⃣, select: {Login: Offline}}
      """),
  ]
}
