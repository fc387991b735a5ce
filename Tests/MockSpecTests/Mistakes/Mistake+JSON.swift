/// Mistakes in the syntax of JSON.
extension Mistake {
  static let json: [Mistake] = [
    Mistake(
      "json-missing-comma-in-request", .json, "forgot a comma between two keys", in: .json, help: [","],
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
      "json-missing-comma-between-requests", .json, "pasted a request without a comma", in: .json, help: [","],
      """
      {
        "mockspec": 1,
        "requests": {
          "First": {
            "match": "GET /first",
            "responses": {"OK": {"status": 204}}
          }1️⃣

          "Second": {
            "match": "GET /second",
            "responses": {"OK": {"status": 204}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-comma-in-list", .json, "forgot a comma in a list", in: .json, help: [","],
      """
      {
        "mockspec": 1,
        "requests": {
          "Job": {
            "match": "GET /job",
            "sequence": [
              "Waiting",
              "Waiting"1️⃣
              "Done"
            ],
            "responses": {"Waiting": {"status": 202}, "Done": {"json": {"done": true}}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-comma-after-number", .json, "forgot a comma after a number", in: .json, help: [","],
      """
      {
        "mockspec": 11️⃣
        "requests": {
          "Ping": {"match": "GET /ping", "responses": {"Pong": {"text": "pong"}}}
        }
      }
      """),
    Mistake(
      "json-trailing-comma-in-object", .json, "left a comma after the last key", in: .json, help: ["comma"],
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
      "json-trailing-comma-in-list", .json, "left a comma after the last element", in: .json, help: ["comma"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Tags": {
            "match": {"method": ["GET", "POST"1️⃣,1️⃣ ], "path": "/tags"},
            "responses": {"Two": {"json": ["a", "b"]}}
          }
        }
      }
      """),
    Mistake(
      "json-line-comment", .json, "wrote a comment as in JavaScript", in: .json, help: ["comment"],
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
      "json-block-comment", .json, "wrote a block comment", in: .json, help: ["comment"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Start": {
            "match": "GET /start",
            "responses": {
              "Full": {"json": {"a": 1}} 1️⃣/* , "Empty": {"json": {}} */1️⃣
            }
          }
        }
      }
      """),
    Mistake(
      "json-hash-comment", .json, "wrote a comment as in YAML", in: .json, help: ["comment"],
      """
      {
        "mockspec": 1,   1️⃣# always 11️⃣
        "requests": {
          "Start": {"match": "GET /start", "responses": {"Full": {"json": {}}}}
        }
      }
      """),
    Mistake(
      "json-single-quotes", .json, "used single quotes for a text", in: .json, help: ["double quotes"],
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
      "json-single-quoted-key", .json, "used single quotes for a key", in: .json, help: ["double quotes"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Users": {
            1️⃣'match'1️⃣: "GET /users",
            "responses": {"All": {"json": [1, 2]}}
          }
        }
      }
      """),
    Mistake(
      "json-unquoted-key", .json, "wrote a key without quotes", in: .json, help: ["quote"],
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
      "json-unquoted-text", .json, "wrote a text without quotes", in: .json, help: ["quote"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Status": {
            "match": "GET /status",
            "responses": {"Off": {"error": 1️⃣timedOut1️⃣}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-quote-of-text", .json, "forgot the closing quote of a text", in: .json, help: ["closed"],
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
      "json-missing-quote-of-key", .json, "forgot the closing quote of a key", in: .json, help: ["closing quote"],
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
      "json-missing-brace-of-response", .json, "forgot to close a response", in: .json, help: ["{"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Health": {
            "match": "GET /health",
            "responses": {
              "Up": {"json": {"up": true}1️⃣,
              "Down": {"status": 503}
            }
          },
          "Ping": {
            "match": "GET /ping",
            "responses": {"Pong": {}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-bracket", .json, "forgot to close a list", in: .json, help: ["]"],
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
      "json-missing-last-brace", .json, "cut the last line off", in: .json, help: ["{"],
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
      "json-one-brace-too-many", .json, "closed once too often", in: .json, help: ["}"],
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
      "json-equals-sign", .json, "wrote an equals sign for a colon", in: .json, help: [":"],
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
      "json-python-constants", .json, "wrote True as in Python", in: .json, help: ["true"],
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
      "json-newline-in-text", .json, "broke a line within a text", in: .json, help: ["\\n"],
      """
      {
        "mockspec": 1,
        "requests": {
          "Poem": {
            "match": "GET /poem",
            "responses": {
              "Short": {
                "text": 1️⃣"roses are red,
      violets are blue"
              }
            }
          }
        }
      }
      """),
    Mistake(
      "json-leading-zero", .json, "wrote a number with a leading zero", in: .json, help: ["0"],
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
      "json-file-in-yaml", .json, "wrote YAML into a JSON file", in: .json, help: ["YAML"],
      """
      1️⃣mockspec1️⃣: 1
      requests:
        Ping:
          match: GET /ping
          responses: {Pong: {text: pong}}
      """),
    Mistake(
      "json-missing-colon", .json, "forgot a colon", in: .json, help: ["':'"],
      """
      {
        "mockspec": 1,
        "requests": {
          "P30": {
            "match"1️⃣ "GET /json-missing-colon",
            "responses": {"Pong": {}}
          }
        }
      }
      """),
    Mistake(
      "json-missing-open-brace", .json, "forgot an opening brace", in: .json, help: ["{"],
      """
      {
        "mockspec": 1,
        "requests": {
          "P31": 1️⃣
            "match": "GET /json-missing-open-brace",
            "responses": {"Pong": {}}
          }
        }
      }
      """),
    Mistake(
      "json-semicolon", .json, "wrote a semicolon", in: .json, help: [","],
      """
      {
        "mockspec": 11️⃣;1️⃣
        "requests": {"P32": {"match": "GET /json-semicolon", "responses": {"Pong": {}}}}
      }
      """),
    Mistake(
      "json-double-comma", .json, "wrote two commas", in: .json, help: ["','"],
      """
      {
        "mockspec": 1,
        "requests": {
          "P33": {"match": "GET /json-double-comma",1️⃣,1️⃣ "responses": {"Pong": {}}}
        }
      }
      """),
    Mistake(
      "json-missing-comma-after-brace", .json, "forgot a comma between responses", in: .json, help: [","],
      """
      {
        "mockspec": 1,
        "requests": {
          "P34": {
            "match": "GET /json-missing-comma-after-brace",
            "responses": {
              "Pong": {"status": 204}1️⃣
              "Down": {"status": 503}
            }
          }
        }
      }
      """),
    Mistake(
      "json-missing-bracket-in-list", .json, "forgot to close a list at the end of a line", in: .json, help: ["]"],
      """
      {
        "mockspec": 1,
        "requests": {
          "P35": {
            "match": "GET /json-missing-bracket-in-list",
            "sequence": ["Pong", "Down"1️⃣,
            "responses": {"Pong": {}, "Down": {"status": 503}}
          }
        }
      }
      """),
    Mistake(
      "json-single-quotes-everywhere", .json, "wrote a Python dictionary", in: .json, help: ["double quotes"],
      """
      {1️⃣'mockspec'1️⃣: 1,
       'requests': {'P36': {'match': 'GET /json-single-quotes-everywhere', 'responses': {'Pong': {'status': 204}}}}}
      """),
  ]
}
