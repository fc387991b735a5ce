import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecImport

struct WireMockTests {
  static func stub(_ request: String, _ response: String = #"{"status": 204}"#, _ more: String = "") -> String {
    #"{"request": \#(request), "response": \#(response)\#(more)}"#
  }

  @Test func `a stub is written as a person would write it`() throws {
    let imported = try Imported(
      [
        "stubs.json": #"""
        {"mappings": [{
          "name": "Find a user",
          "request": {
            "method": "GET",
            "urlPathPattern": "/users/([0-9]+)",
            "queryParameters": {"page": {"equalTo": "2"}, "debug": {"absent": true}},
            "headers": {"Accept": {"contains": "json"}}
          },
          "response": {
            "status": 200,
            "headers": {"Content-Type": "application/json", "Content-Length": "9", "X-Trace": ["a", "b"]},
            "jsonBody": {"id": 1},
            "fixedDelayMilliseconds": 250
          }
        }]}
        """#
      ], ["stubs.json"])
    #expect(
      imported.spec == """
        requests:
          Find a user:
            match:
              method: GET
              path: /users/{p1}
              params:
                p1:
                  matches: ^([0-9]+)$
              query:
                page: '2'
                debug:
                  present: false
              headers:
                Accept:
                  contains: json
            responses:
              200 OK:
                headers:
                  X-Trace:
                    - a
                    - b
                json:
                  id: 1
                delay: 250ms

        """)
    #expect(imported.lines == [])
    #expect(imported.replay == "1 of 1")
    #expect(imported.result.counts == ImportCounts(exact: 1))
  }

  @Test func `body files of a folder keep their bytes and get the extension of their type`() throws {
    let imported = try Imported(
      [
        "wm/mappings/a.json": Self.stub(
          #"{"url": "/page"}"#,
          #"{"status": 200, "headers": {"Content-Type": "text/html"}, "bodyFileName": "pages/Start Page.tmpl"}"#),
        "wm/mappings/b.json": Self.stub(
          #"{"method": "GET", "url": "/lost?x=1&x=2"}"#, #"{"status": 200, "bodyFileName": "none.json"}"#),
        "wm/__files/pages/Start Page.tmpl": "<p>\n",
      ], ["wm"])
    #expect(imported.texts.keys.sorted() == ["bodies/start-page.html", "wm.mock.yaml"])
    #expect(imported.texts["bodies/start-page.html"] == "<p>\n")
    #expect(imported.spec.contains("file: bodies/start-page.html"))
    #expect(imported.spec.contains("exactQuery: true"))
    imported.expect(losses: ["\"none.json\"|the body file 'none.json' doesn't exist, so the body is left out"])
    #expect(imported.lines[0].hasPrefix("wm/mappings/b.json:1:"))
    #expect(imported.result.counts == ImportCounts(exact: 1, approximated: 1))
  }

  @Test func `a chain of scenario states is one request, and other stubs share its state`() throws {
    let stubs = [
      Self.stub(
        #"{"method": "GET", "urlPath": "/cart"}"#, #"{"body": "empty"}"#,
        #", "scenarioName": "Cart", "requiredScenarioState": "Started""#),
      Self.stub(
        #"{"method": "GET", "urlPath": "/cart"}"#, #"{"body": "filled"}"#,
        #", "scenarioName": "Cart", "requiredScenarioState": "Filled""#),
      Self.stub(
        #"{"method": "POST", "urlPath": "/cart"}"#, #"{"status": 201}"#,
        #", "scenarioName": "Cart", "newScenarioState": "Filled""#),
    ]
    let imported = try Imported(["a.json": "[\(stubs.joined(separator: ","))]"], ["a.json"])
    #expect(
      imported.spec == """
        states:
          Cart:
            - Started
            - Filled
        requests:
          GET /cart:
            match: GET /cart
            responses:
              200 OK:
                when:
                  Cart: Started
                text: empty
              200 OK 2:
                when:
                  Cart: Filled
                text: filled
          POST /cart:
            match: POST /cart
            responses:
              201 Created:
                status: 201
                set:
                  Cart: Filled

        """)
    #expect(imported.lines == [])
    #expect(imported.replay == "3 of 3")
  }

  @Test func `WireMock's order is kept with the fewest priorities`() throws {
    let stubs = [
      Self.stub(#"{"urlPath": "/users/1"}"#, #"{"body": "one"}"#),
      Self.stub(#"{"urlPathPattern": "/users/[^/]+"}"#, #"{"body": "any"}"#),
      Self.stub(#"{"urlPathPattern": "/.*"}"#, #"{"status": 404}"#, #", "priority": 10"#),
    ]
    let imported = try Imported(["a.json": "[\(stubs.joined(separator: ","))]"], ["a.json"])
    // The second stub was added later, so it hides the first one.
    #expect(imported.lines.count == 1)
    #expect(imported.lines[0].hasPrefix("a.json:1:2: warning: it is never used"))
    #expect(imported.spec.contains("priority: -5"))
    #expect(!imported.spec.contains("priority: 1\n"))
    #expect(imported.replay == "3 of 3")
  }

  struct Condition: Sendable, CustomTestStringConvertible {
    let request: String
    let written: [String]
    var losses: [String] = []
    var testDescription: String { request }
  }

  static let conditions = [
    Condition(
      request:
        #"{"bodyPatterns": [{"equalToJson": "{\"a\": 1, \"b\": [1, 2]}", "ignoreExtraElements": true, "ignoreArrayOrder": true}]}"#,
      written: ["json:\n", "a: 1\n"],
      losses: ["\"{|'ignoreArrayOrder' isn't", "\"{|arrays must have exactly"]),
    Condition(
      request: #"{"bodyPatterns": [{"equalToJson": {"id": "${json-unit.any-string}", "n": 1}}]}"#,
      written: ["schema:\n", "type: string\n", "const: 1\n", "additionalProperties: false\n"]),
    Condition(
      request:
        #"{"bodyPatterns": [{"matchesJsonPath": "$.user['first.name']"}, {"matchesJsonPath": {"expression": "$.age", "equalTo": "7"}}]}"#,
      written: ["pointers:\n", "/user/first.name:\n", "/age: '7'\n"]),
    Condition(
      request: #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.['age'] =~ /[2-9][0-9]/)]"}]}"#,
      written: ["/age:\n", "matches: ^[2-9][0-9]$\n"]),
    Condition(
      request: #"{"bodyPatterns": [{"matchesJsonPath": "$..deep"}]}"#, written: [],
      losses: ["\"$..deep|the JSONPath can lead to several"]),
    Condition(
      request: #"{"headers": {"A": {"equalTo": "x", "caseInsensitive": true}, "B": {"doesNotMatch": "[a-z]+"}}}"#,
      written: ["ignoreCase: true\n", "not:\n", "matches: ^[a-z]+$\n"]),
    Condition(
      request:
        #"{"queryParameters": {"q": {"or": [{"equalTo": "a"}, {"equalTo": "b"}]}}, "basicAuthCredentials": {"username": "ada", "password": "x"}}"#,
      written: ["oneOf:\n", "Authorization: Basic YWRhOng=\n"]),
    Condition(
      request: #"{"headers": {"A": {"matches": "(?=a)b"}}}"#, written: [],
      losses: ["\"(?=a)b|the regular expression isn't"]),
    Condition(
      request: #"{"urlPattern": "/a(/v2)?/items\\?page=([0-9]+)"}"#,
      written: ["path: /a/v2/items\n", "path: /a/items\n", "page:\n", "exactQuery: true\n"]),
    Condition(request: #"{"urlPathPattern": "/files/.+"}"#, written: ["/files/*/**"]),
    Condition(
      request: #"{"urlPathPattern": "/files/.*"}"#, written: ["/files/**"],
      losses: ["\"/files/|the path without '.*' matches, too"]),
    Condition(
      request: #"{"urlPathTemplate": "/a/{id}", "pathParameters": {"id": {"equalTo": "7"}}}"#,
      written: ["path: /a/{id}\n", "id: '7'\n"]),
    Condition(
      request: #"{"formParameters": {"a": {"equalTo": "1"}}, "customMatcher": {"name": "x"}}"#,
      written: ["form:\n", "a: '1'\n"], losses: ["\"customMatcher|'customMatcher' isn't supported"]),
  ]

  @Test(arguments: conditions)
  func `conditions are mapped, and each loss is reported at its location`(item: Condition) throws {
    var request = item.request
    if !request.contains("url") { request = request.dropLast() + #", "urlPath": "/x"}"# }
    let imported = try Imported(["a.json": Self.stub(request)], ["a.json"])
    for part in item.written { #expect(imported.spec.contains(part), "\(imported.spec)") }
    imported.expect(losses: item.losses)
    #expect(imported.result.counts.exact == (item.losses.isEmpty ? 1 : 0))
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let response: String
    let written: [String]
    var losses: [String] = []
    var testDescription: String { response }
  }

  static let answers = [
    Answer(
      response: #"{"fault": "CONNECTION_RESET_BY_PEER"}"#, written: ["Connection Reset:\n", "fault: connectionReset\n"]),
    Answer(response: #"{"proxyBaseUrl": "http://localhost:8000/"}"#, written: ["forward: http://localhost:8000\n"]),
    Answer(
      response: #"{"delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4}}"#,
      written: ["median: 80ms\n", "sigma: 0.4\n"]),
    Answer(
      response: #"{"body": "12345678", "chunkedDribbleDelay": {"numberOfChunks": 4, "totalDuration": 1000}}"#,
      written: ["chunk: 2\n", "every: 250ms\n"]),
    Answer(response: #"{"base64Body": "AAH/"}"#, written: ["file: bodies/x.bin\n"]),
    Answer(response: #"{"body": "{{request.query.q}}"}"#, written: ["text: '{{request.query.q}}'\n"]),
    Answer(
      response: #"{"body": "{{request.query.q}} {{now}}", "transformers": ["response-template"]}"#,
      written: ["template: true\n", "text: '{{request.query.q | default: ''''}} {{now}}'\n"]),
    Answer(
      response: #"{"body": "{{hostname}}", "transformers": ["response-template"]}"#,
      written: ["text: '{{hostname}}'\n"],
      losses: ["\"{{hostname}}|the tag 'hostname' of the template"]),
    Answer(
      response: #"{"status": 200, "statusMessage": "Fine"}"#, written: ["200 OK:"],
      losses: ["\"statusMessage|'statusMessage' isn't supported"]),
  ]

  @Test(arguments: answers)
  func `answers are mapped, and each loss is reported at its location`(item: Answer) throws {
    let imported = try Imported(["a.json": Self.stub(#"{"urlPath": "/x"}"#, item.response)], ["a.json"])
    for part in item.written { #expect(imported.spec.contains(part), "\(imported.spec)") }
    imported.expect(losses: item.losses)
    #expect(imported.replay == "1 of 1")
  }
}
