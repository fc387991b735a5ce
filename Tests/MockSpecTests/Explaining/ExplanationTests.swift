import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

struct ExplanationTests {
  func explain(_ spec: String, _ line: String, _ fields: HTTPFields = [:], body: String = "") throws -> Explanation {
    try Specs.engine("requests:\n" + spec).explain(MockCall(line, fields, body: body))
  }

  @Test func `the explanation of a call for a WebSocket says which response opens one`() throws {
    let spec = "  Chat: {match: GET /chat, responses: {R: {text: no}}}"
    let note = "it asks for a WebSocket, which a response with 'websocket' opens on a server"
    #expect(try explain(spec, "GET /chats", [.upgrade: "WebSocket"]).notes.contains(note))
    #expect(try !explain(spec, "GET /chats", [.upgrade: "h2c"]).notes.contains(note))
    #expect(try !explain(spec, "GET /chat", [.upgrade: "websocket"]).notes.contains(note))
  }

  @Test(arguments: [("GET /items/", "segment 2"), ("GET /users//orders", "segment 2"), ("GET /users/1//", "segment 3")])
  func `an empty segment isn't matched by a wildcard, and the explanation says so`(line: String, segment: String) throws
  {
    let spec = """
        Item: {match: 'GET /items/{id}', responses: {R: {}}}
        Orders: {match: 'GET /users/{id}/orders', responses: {R: {}}}
        Page: {match: 'GET /users/1/*/', responses: {R: {}}}
      """
    let explanation = try explain(spec, line)
    #expect(explanation.suggestedSpec != nil)
    #expect(explanation.text.contains("\(segment) is empty: expected '"))
  }

  // MARK: - Answered calls

  static let items = """
      Any: {match: GET /**, responses: {R: {status: 404}}}
      Items: {match: GET /items, priority: 0, sequence: [Busy, Found], responses: {Found: {json: []}, Busy: {status: 503}}}
      Page: {match: 'GET /items?page=1', responses: {R: {text: one}, Offline: {error: timedOut}}}
    """

  @Test func `the answering request, the reason, and requests of lower rank`() throws {
    let explanation = try explain(Self.items, "GET /items?page=1")
    #expect(
      explanation.text == """
        'Page' answers GET https://api.example.com/items?page=1 with 'R' (200, text/plain; charset=utf-8, 3 bytes)
        why 'R': the default

        Page (inline:5:3)
          ✓ method: GET
          ✓ path: '/items'
          ✓ query 'page': '1'

        other requests that match:

        Items (inline:4:3): fewer conditions: 1, not 2
          ✓ method: GET
          ✓ path: '/items'

        Any (inline:3:3): less specific path: '/**', not '/items'
          ✓ method: GET
          ✓ path: expected '/**', found '/items'
        """)
    #expect(explanation.suggestedSpec == nil)
  }

  @Test func `explaining consumes no step and isn't in the journal`() throws {
    let engine = try Specs.engine("requests:\n" + Self.items)
    for _ in 0..<2 {
      guard case .answered(let answer) = engine.explain(MockCall("GET /items")).outcome else {
        Issue.record("nothing answers")
        return
      }
      #expect(answer.responseName == "Busy")
      #expect(answer.why == "answer 1 of 2 in its sequence")
    }
    #expect(engine.session.calls.isEmpty)
    #expect(engine.answer("GET /items") == "Items: Busy")
    #expect(engine.explain(MockCall("GET /items")).text.contains("why 'Found': answer 2 of 2 in its sequence"))
  }

  @Test func `selection, scene and header are reasons`() throws {
    let project = try Specs.engine("requests:\n" + Self.items)
    try project.session.select("Offline", for: "Page")
    let selected = project.explain(MockCall("GET /items?page=1"))
    #expect(selected.headline.hasSuffix("with 'Offline' (error timedOut)"))
    #expect(selected.text.contains("why 'Offline': it is selected"))
    let named = project.explain(
      MockCall("GET /items?page=1", [HTTPField.Name("Mockspec-Response")!: "Page=R"]))
    #expect(named.text.contains("why 'R': the call's 'Mockspec-Response' field names it"))
    let wrong = project.explain(MockCall("GET /items", [HTTPField.Name("Mockspec-Response")!: "Pag=R"]))
    #expect(wrong.text == "Mockspec-Response: no request is named 'Pag': did you mean 'Page'?")
  }

  @Test func `a request at the end of its sequence has a note`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: GET /a, sequence: [R], afterSequence: fallThrough, responses: {R: {}}}}")
    #expect(engine.answer("GET /a") == "A: R")
    let text = engine.explain(MockCall("GET /a")).text
    #expect(text.contains("\nA (inline:2:12): all steps of its sequence have been answered\n"))
  }

  // MARK: - Unmatched calls

  @Test func `a decision has the same explanation`() throws {
    let engine = try Specs.engine("requests: {A: {match: POST /a, responses: {R: {}}}}")
    let call = MockCall("GET /a?token=1")
    guard case .unmatched(let explanation) = engine.decide(call).outcome else {
      Issue.record("something answers")
      return
    }
    #expect(explanation.text == engine.explain(call).text)
    #expect(explanation.json == engine.explain(call).json)
  }

  @Test func `a project without requests has a note`() throws {
    #expect(
      try Specs.engine("requests: {}").explain(MockCall("GET /a")).notes == ["the project has no requests"])
  }

  @Test func `a few of many requests with one path are shown, and the others are counted`() throws {
    let many = (0..<300).map { "  A\($0): {match: 'GET /a?x=\($0)', responses: {R: {}}}" }.joined(separator: "\n")
    let explanation = try explain(many, "GET /a?x=no")
    #expect(explanation.candidates.count == 3)
    #expect(explanation.moreCandidates == 297)
    #expect(explanation.text.contains("\n… and 297 more requests with this path\n"))
  }

  @Test(arguments: [
    ("GET /users/{id}/posts", "GET /users/42/post"), ("GET /v1/login", "GET /login"), ("GET /login", "GET /v1/login"),
    ("GET /login", "GET /Login"), ("GET /login", "GET /login/"), ("GET /login/", "GET /login"),
    ("GET /orders/{id}/items/{item}", "GET /orders/1/itmes/2"), ("GET /files/**", "GET /file/a/b/c"),
    ("GET /files/**/preview", "GET /files/a/b/c/perview"), ("GET /a/b/c/d", "GET /a/b/x/d"),
    ("GET /%61bc", "GET /abd"), ("GET /résumé", "GET /r%C3%A9sume"),
  ])
  func `a similar path is found`(match: String, line: String) throws {
    let others = (0..<500).map { "  Other \($0): {match: GET /o\($0)/x\($0), responses: {R: {}}}\n" }.joined()
    let explanation = try explain(others + "  Meant: {match: '\(match)', responses: {R: {}}}", line)
    #expect(explanation.candidates.first?.requestName == "Meant")
    let failed = explanation.candidates.first?.failed.map(\.kind)
    #expect(failed == [.path])
    #expect(explanation.candidates.first?.failed.first?.details.count == 1)
  }

  @Test(arguments: ["itmes-777", "item-777", "items-7777x", "xtems-777", "items-77x"])
  func `a mistyped segment is found among many siblings`(segment: String) throws {
    let many = (0..<1000).map { "  I\($0): {match: 'GET /v1/items-\($0)/{id}', responses: {R: {}}}\n" }.joined()
    let explanation = try explain(many, "GET /v1/\(segment)/5")
    #expect(explanation.candidates.count == 3)
    #expect(explanation.candidates.first?.failed.first?.details.first?.contains("segment 2: expected 'items-7") == true)
  }

  @Test func `secrets of the project are redacted everywhere`() throws {
    let spec = """
        A:
          match: {path: /a, query: {api_key: right}, headers: {X-Key: right}, body: {json: {x-key: right, a: 2}}}
          responses: {R: {}}
      """
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [api_key, X-Key]\n", "a.mock.yaml": "mockspec: 1\nrequests:\n" + spec,
    ])
    let sets = try #require(try Specs.load(folder, ".").sets)
    let explanation = MockEngine(sets).explain(
      MockCall(
        "POST /a?api_key=s3cret", [HTTPField.Name("x-key")!: "s3cret"],
        body: #"{"X-KEY": "s3cret", "x-key": "s3cret", "a": 1}"#))
    for text in [explanation.text, explanation.json] {
      #expect(!text.contains("s3cret"))
      #expect(!text.contains("right"))
    }
    #expect(explanation.call == "POST https://api.example.com/a?api_key=‹redacted, 6 characters›")
    #expect(explanation.text.contains("/x-key: the values differ from character 1"))
  }

  @Test(arguments: [
    ("Bearer abc", "the found value has the expected one without its last 1 character"),
    ("Bearer abcde", "the found value has the expected one and 1 character more"),
    ("Bearer abdd", "the values differ from character 10"), ("basic abcd", "the values differ from character 1"),
  ])
  func `where two redacted values differ is said without showing them`(found: String, difference: String) throws {
    let spec = "  A: {match: {path: /a, headers: {Authorization: Bearer abcd}}, responses: {R: {}}}"
    let explanation = try explain(spec, "GET /a", [.authorization: found])
    #expect(explanation.text.contains(difference))
    #expect(!explanation.text.contains("abc") && !explanation.text.contains("abd"))
  }

  @Test func `redacted values that are compared otherwise have no difference`() throws {
    let spec = "  A: {match: {path: /a, headers: {Authorization: {startsWith: Bearer}}}, responses: {R: {}}}"
    #expect(try !explain(spec, "GET /a", [.authorization: "Basic abcd"]).text.contains("character 1"))
  }

  @Test func `text that can contain a secret is redacted in a body and omitted from the suggested spec`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [password]\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        JSON: {match: {path: /a, body: {json: {query: 'password: right', b: 1}}}, responses: {R: {}}}
        Pointer: {match: {path: /a, body: {pointers: {/query: a}}}, responses: {R: {}}}
        Schema: {match: {path: /a, body: {schema: {properties: {query: {type: integer}}}}}, responses: {R: {}}}
        Text: {match: {path: /b, body: {text: 'password: right'}}, responses: {R: {}}}
      """,
    ])
    let engine = MockEngine(try #require(try Specs.load(folder, ".").sets))
    for path in ["/a", "/b"] {
      let explanation = engine.explain(
        MockCall("POST \(path)", body: #"{"query": "login(password: \"s3cret\")", "a": 1}"#))
      #expect(!explanation.candidates.isEmpty)
      for text in [explanation.text, explanation.json] {
        #expect(!text.contains("s3cret"))
        #expect(!text.contains("right"))
      }
      #expect(explanation.suggestedSpec?.contains("json:\n          a: 1\n") == true)
    }
  }
}
