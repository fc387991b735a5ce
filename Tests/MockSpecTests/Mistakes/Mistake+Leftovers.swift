/// Leftovers of merges and copies, look-alikes, and what can never match.
extension Mistake {
  static let leftovers: [Mistake] = [conflictsAndCharacters, surelyWrong].flatMap(\.self)

  private static let conflictsAndCharacters: [Mistake] = [
    Mistake(
      "conflict-only-start", .characters, "left only the first marker of a conflict", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses:
      1️⃣<<<<<<< HEAD1️⃣
            Success: {status: 200}
            Broken: {status: 500}
        Logout:
          match: POST /logout
          responses: {OK: {}}
      """),
    Mistake(
      "conflict-only-end", .characters, "left only the last marker of a conflict", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses:
            Success: {status: 200}
      1️⃣>>>>>>> main1️⃣
        Logout:
          match: POST /logout
          responses: {OK: {}}
      """),
    Mistake(
      "conflict-only-middle", .characters, "left only the middle of a conflict", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses:
            Success: {status: 200}
      1️⃣=======1️⃣
            Broken: {status: 500}
      """),
    Mistake(
      "conflict-start-and-middle", .characters, "left two markers of a conflict", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
      1️⃣<<<<<<< HEAD1️⃣
        Login:
          match: POST /login
          responses: {OK: {status: 200}}
      =======
        Logout:
          match: POST /logout
          responses: {OK: {}}
      """),
    Mistake(
      "conflict-doubled-start", .characters, "left one side with both keys", help: ["merge conflict"],
      """
      mockspec: 1
      requests:
        Login:
          match: POST /login
          responses: {OK: {status: 200}}
      1️⃣=======1️⃣
        Login:
          match: POST /session
          responses: {OK: {status: 200}}
      >>>>>>> main
      """),
    Mistake(
      "conflict-only-start-json", .characters, "left only the first marker in JSON", in: .json,
      help: ["merge conflict"],
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
      "conflict-end-json", .characters, "left the second half in JSON", in: .json, help: ["merge conflict"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Login": {"match": "POST /login", "responses": {"OK": {}}}
      1️⃣=======1️⃣
          "Login": {"match": "POST /session", "responses": {"OK": {}}}
      >>>>>>> main
        }
      }
      """),
    Mistake(
      "conflict-in-project", .characters, "left a marker in a project file", in: .project, help: ["merge conflict"],
      """
      mockspec: 1
      timeout: 5s
      1️⃣<<<<<<< HEAD1️⃣
      unmatched: error
      """),
    Mistake(
      "full-width-colons", .characters, "full-width colons throughout", help: ["full"],
      """
      1️⃣mockspec：11️⃣
      requests：
        A：
          match： GET /a
          responses：
            OK： {status： 204}
      """),
    Mistake(
      "full-width-colons-closed", .characters, "full-width colons without spaces", help: ["full"],
      """
      1️⃣mockspec：11️⃣
      requests：
        A：
          match：GET /a
          responses：
            OK：
              status：204
      """),
    Mistake(
      "full-width-colons-in-requests", .characters, "full-width colons below the requests", help: ["full"],
      """
      mockspec: 1
      requests:
        A:
          1️⃣match：GET /a1️⃣
          responses：
            OK：
              status：204
      """),
    Mistake(
      "cyrillic-default", .characters, "a Cyrillic letter in the default", help: ["U+041E"],
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /cyrillic-default
          default: 1️⃣Оk1️⃣
          responses: {Bad: {status: 404}, Ok: {}}
      """),
    Mistake(
      "cyrillic-step", .characters, "a Cyrillic letter in a step", help: ["U+0430"],
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /cyrillic-step
          sequence: [1️⃣Bаd1️⃣, Ok]
          responses: {Bad: {status: 404}, Ok: {}}
      """),
    Mistake(
      "cyrillic-definition", .characters, "a Cyrillic letter where the name is defined", help: ["U+041E"],
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /cyrillic-definition
          default: 1️⃣Ok1️⃣
          responses: {Bad: {status: 404}, Оk: {}}
      """),
    Mistake(
      "no-break-space-default", .characters, "a no-break space in the default", help: ["U+00A0"],
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /nbsp-default
          default: 1️⃣Not\u{A0}Found1️⃣
          responses: {OK: {}, Not Found: {status: 404}}
      """),
    Mistake(
      "zero-width-default", .characters, "a zero-width space in the default", help: ["U+200B"],
      """
      mockspec: 1
      requests:
        Look-alike:
          match: GET /zwsp-default
          default: 1️⃣Found\u{200B}1️⃣
          responses: {OK: {}, Found: {status: 200}}
      """),
    .match(
      "cyrillic-parameter", "a Cyrillic letter in a captured name", kind: .characters, help: ["U+0456"],
      "path: '/cyrillic-parameter/{id}'\nparams: {1️⃣іd1️⃣: 1}"),
    Mistake(
      "cyrillic-scene-request", .characters, "a Cyrillic letter in a scene", in: .project, help: ["U+0420"],
      """
      mockspec: 1
      scenes:
        Off: {1️⃣Рrofile1️⃣: Missing}
      """),
    Mistake(
      "cyrillic-scene-response", .characters, "a Cyrillic letter in the response of a scene", in: .project,
      help: ["U+041C"],
      """
      mockspec: 1
      scenes:
        Off: {Profile: 1️⃣Мissing1️⃣}
      """),
    Mistake(
      "cyrillic-scene-base", .characters, "a Cyrillic letter in the scene that is extended", in: .project,
      help: ["U+0410"],
      """
      mockspec: 1
      scenes:
        Air: {Profile: Missing}
        More: {extends: 1️⃣Аir1️⃣, select: {Login: Offline}}
      """),
    Mistake(
      "cyrillic-file", .characters, "a Cyrillic letter in the name of a file", help: ["U+0430"],
      files: ["bodies/case.json": "{}"],
      """
      mockspec: 1
      requests:
        cyrillic-file request:
          match: GET /cyrillic-file
          responses:
            Broken: {status: 500}
            Success:
              description: a Cyrillic letter in the name of a file
              file: 1️⃣bodies/cаse.json1️⃣
      """),
  ]

  private static let surelyWrong: [Mistake] = [
    .match(
      "slashes-around-pattern", "a regex literal", kind: .lints, help: ["slashes"],
      "path: /slashes\nquery: {q: {matches: 1️⃣/^a$/1️⃣}}"),
    .match(
      "slashes-and-flag", "a regex literal with a flag", kind: .lints, help: ["ignoreCase"],
      "path: /slashes-flag\nquery: {q: {matches: 1️⃣/^a$/i1️⃣}}"),
    .match(
      "quoted-slashes", "a quoted regex literal", kind: .lints, help: ["slashes"],
      "path: /slashes-quoted\nheaders: {X-A: {matches: 1️⃣'/^[0-9]+$/'1️⃣}}"),
    .match(
      "curly-quoted-pattern", "a pattern in curly quotes", kind: .lints, help: ["curly"],
      "path: /curly-pattern\nquery: {q: {matches: 1️⃣'‘^[0-9]+$’'1️⃣}}"),
    .match(
      "double-curly-quoted-pattern", "a pattern in double curly quotes", kind: .lints, help: ["curly"],
      "path: /curly-pattern-2\nquery: {q: {matches: 1️⃣“^a$”1️⃣}}"),
    .match(
      "straight-quoted-pattern", "a pattern quoted twice", kind: .lints, help: ["quotes"],
      "path: /twice-quoted\nquery: {q: {matches: 1️⃣'\"^a$\"'1️⃣}}"),
    .match(
      "text-before-start", "text before the start of a value", kind: .lints, help: ["never"],
      "path: /before-start\nquery: {q: {matches: 1️⃣'a^b'1️⃣}}"),
    .match(
      "text-after-end", "text after the end of a value", kind: .lints, help: ["never"],
      "path: /after-end\nquery: {q: {matches: 1️⃣'^a$b'1️⃣}}"),
    .match(
      "glob-pattern", "a glob as a pattern", kind: .lints, help: [".*"], "path: /glob\nquery: {q: {matches: 1️⃣'*.png'1️⃣}}"
    ),
  ]
}
