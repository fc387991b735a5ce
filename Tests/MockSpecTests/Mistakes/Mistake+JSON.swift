/// Mistakes in JSON.
extension Mistake {
  static let json: [Mistake] = [
    Mistake(
      "json-missing-comma-in-request", .json, "forgot a comma between two keys", in: .json, code: "json-syntax",
      help: ",",
      """
      {
        "mockspec": 1,
        "requests": {
          "Cart": {
            "match": "GET /cart"1️⃣
            "responses": {"Empty": {"json": []}}
          }
        }
      }
      """),
    Mistake(
      "json-trailing-comma-in-object", .json, "left a comma after the last key", in: .json, code: "json-syntax",
      help: "comma",
      """
      {
        "mockspec": 1,
        "requests": {
          "Logo": {
            "match": "GET /logo",
            "responses": {
              "Small": {"text": "logo"}1️⃣,1️⃣
            }
          }
        }
      }
      """),
    Mistake(
      "json-line-comment", .json, "wrote a comment as in JavaScript", in: .json, code: "json-syntax", help: "comment",
      """
      {
        "mockspec": 1,
        1️⃣// the requests of the start screen1️⃣
        "requests": {
          "Start": {"match": "GET /start", "responses": {"Full": {"json": {}}}}
        }
      }
      """),
    Mistake(
      "json-single-quotes", .json, "used single quotes for a text", in: .json, code: "json-syntax",
      help: "double quotes",
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {
            "match": 1️⃣'GET /users'1️⃣,
            "responses": {"All": {"json": [1, 2]}}
          }
        }
      }
      """),
    Mistake(
      "json-unquoted-key", .json, "wrote a key without quotes", in: .json, code: "json-syntax", help: "quote",
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {
            "match": "GET /users",
            1️⃣responses1️⃣: {"All": {"json": [1, 2]}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-quote-of-text", .json, "forgot the closing quote of a text", in: .json, code: "json-syntax",
      help: "closed",
      """
      {
        "mockspec": 1,
        "requests": {
          "Quote of the day": {
            "match": "GET /quote",
            "responses": {
              "Short": {
                "text": 1️⃣"carpe diem,
                "status": 200
              }
            }
          }
        }
      }
      """),
    Mistake(
      "json-missing-quote-of-key", .json, "forgot the closing quote of a key", in: .json, code: "json-syntax",
      help: "closing quote",
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            1️⃣"match: "GET /health",
            "responses": {"Up": {}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-bracket", .json, "forgot to close a list", in: .json, code: "json-syntax", help: "]",
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            "match": {"path": "/health", "method": ["GET", "HEAD"1️⃣},
            "responses": {"Up": {"json": {"up": true}}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-last-brace", .json, "cut the last line off", in: .json, code: "json-syntax", help: "{",
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            "match": "GET /health",
            "responses": {"Up": {"json": {"up": true}}}
          }
        }1️⃣

      """),
    Mistake(
      "json-one-brace-too-many", .json, "closed once too often", in: .json, code: "json-syntax", help: "}",
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            "match": "GET /health",
            "responses": {"Up": {"json": {"up": true}}}
          }
        }
      }
      1️⃣}1️⃣
      """),
    Mistake(
      "json-equals-sign", .json, "wrote an equals sign for a colon", in: .json, code: "json-syntax", help: ":",
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            "match" 1️⃣=1️⃣ "GET /health",
            "responses": {"Up": {}}
          }
        }
      }
      """),
    Mistake(
      "json-python-constants", .json, "wrote True as in Python", in: .json, code: "json-syntax", help: "true",
      """
      {
        "mockspec": 1,
        "requests": {
          "Flag": {
            "match": "GET /flag",
            "responses": {"On": {"json": {"enabled": 1️⃣True1️⃣}}}
          }
        }
      }
      """),
    Mistake(
      "json-leading-zero", .json, "wrote a number with a leading zero", in: .json, code: "json-syntax", help: "0",
      """
      {
        "mockspec": 1,
        "requests": {
          "Zip": {
            "match": "GET /zip",
            "responses": {"Berlin": {"json": {"zip": 1️⃣010671️⃣}}}
          }
        }
      }
      """),
    Mistake(
      "json-file-in-yaml", .json, "wrote YAML into a JSON file", in: .json, code: "not-a-spec", help: "YAML",
      """
      1️⃣mockspec1️⃣: 1
      requests:
        Ping:
          match: GET /ping
          responses: {Pong: {text: pong}}
      """),
    Mistake(
      "json-none", .json, "None of Python", in: .json, code: "json-syntax", help: "write null",
      """
      {"mockspec": 1, "requests": {"A": {"match": "GET /a", "responses": {"R": {"json": {"a": 1️⃣None1️⃣}}}}}}
      """),
    Mistake(
      "json-responses-in-match", .levels, "put responses before the brace of match", in: .json, code: "misplaced-key",
      help: "request",
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
      "json-status-beside-match", .levels, "wrote status beside match", in: .json, code: "misplaced-key",
      help: "response",
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
      "json-status-code", .vocabulary, "msw's statusCode in JSON", in: .json, code: "unknown-key", help: "'status'",
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {
            "match": "GET /users",
            "responses": {"Broken": {1️⃣"statusCode"1️⃣: 500}}
          }
        }
      }
      """),
    Mistake(
      "json-lower-case-method", .vocabulary, "a method in lower case in JSON", in: .json, code: "bad-value",
      help: "GET",
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {"match": {"method": 1️⃣"get"1️⃣, "path": "/users"}, "responses": {"All": {"json": []}}}
        }
      }
      """),
    Mistake(
      "curly-quotes-json", .characters, "pasted JSON from a document", in: .json, code: "invalid-character",
      help: "double quote",
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
      "no-break-space-json", .characters, "pasted JSON from a web page", in: .json, code: "invalid-character",
      help: "no-break space",
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
  ]
}
