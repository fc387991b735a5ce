import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Templates that read the items of collections.
struct CollectionTemplateTests {
  private static func answer(_ session: MockSession, _ line: String, _ body: String = "") -> String {
    CollectionTests.answer(session, line, body)
  }

  private static func session(_ responses: String, _ more: String = "") throws -> MockSession {
    try Specs.engine(CollectionResponseTests.users(responses, more)).session
  }

  @Test func `a list has a page`() throws {
    let session = try Self.session(
      """
      list:
        OK:
          template: true
          headers: {X-Pages: '{{page.count}}'}
          json:
            data: '{{page.items | json}}'
            total: '{{page.total | number}}'
            page: '{{page.number | number}}'
            size: '{{page.items | length | number}}'
            limit: '{{page.limit | default: 0 | number}}'
            first: '{{page.items.0.name | default: none}}'
      """)
    #expect(
      Self.answer(session, "GET /users?limit=1&page=2")
        == #"OK 200 {"data":[{"id":2,"name":"Bo"}],"total":2,"page":2,"size":1,"limit":1,"first":"Bo"}"#)
    #expect(
      Self.answer(session, "GET /users?name=Cy")
        == #"OK 200 {"data":[],"total":0,"page":1,"size":0,"limit":0,"first":"none"}"#)
  }

  @Test func `an operation on an item has the item, after a change the new one`() throws {
    let text = "template: true, text: '{{item.id}} {{item.name}} {{item | json}}'"
    let session = try Self.session(
      """
      get: {OK: {\(text)}}
      create: {Created: {\(text)}}
      update: {OK: {\(text)}}
      delete: {Deleted: {status: 200, \(text)}}
      """)
    #expect(Self.answer(session, "GET /users/1") == #"OK 200 1 Ada {"id":1,"name":"Ada"}"#)
    #expect(Self.answer(session, "POST /users", #"{"name": "Cy"}"#) == #"Created 201 3 Cy {"id":3,"name":"Cy"}"#)
    #expect(Self.answer(session, "PATCH /users/3", #"{"name": "Di"}"#) == #"OK 200 3 Di {"id":3,"name":"Di"}"#)
    #expect(Self.answer(session, "DELETE /users/3") == #"Deleted 200 3 Di {"id":3,"name":"Di"}"#)
  }

  @Test func `an error has a problem, which says no more than its title if it is selected`() throws {
    let session = try Self.session(
      """
      create:
        Invalid:
          template: true
          json: {error: '{{problem.detail}}', code: '{{problem.status | number}}', at: '{{problem.errors | json}}'}
      """)
    #expect(
      Self.answer(session, "POST /users", #"{"id": []}"#)
        == ##"Invalid 422 {"error":"the id isn't valid","code":422,"at":[{"pointer":"#/id","detail":"expected a whole number, or text other than '.' and '..'"}]}"##
    )
    try session.select("Invalid", for: "users create")
    #expect(
      Self.answer(session, "POST /users") == #"Invalid 422 {"error":"Unprocessable Content","code":422,"at":[]}"#)
  }

  @Test func `any response reads collections, with the changes of the session and of the call itself`() throws {
    let session = try Self.session(
      "create: {Created: {template: true, text: '{{collections.users | length}}'}}",
      """
        a b: {path: /c, items: []}
      requests:
        Count:
          match: /count
          responses:
            R:
              template: true
              text: '{{#collections.users}}{{name}},{{/collections.users}}{{collections.users.0.id}} {{collections[''a b''] | length}}'
      """)
    #expect(Self.answer(session, "GET /count") == "R 200 Ada,Bo,1 0")
    #expect(Self.answer(session, "POST /users", #"{"name": "Cy"}"#) == "Created 201 3")
    _ = Self.answer(session, "DELETE /users/1")
    #expect(Self.answer(session, "GET /count") == "R 200 Bo,Cy,2 0")
    session.reset()
    #expect(Self.answer(session, "GET /count") == "R 200 Ada,Bo,1 0")
  }

  @Test func `what a client posted is never a template, and ends no text`() throws {
    let session = try Self.session(
      """
      list: {OK: {template: true, json: {all: '{{page.items | json}}', name: '{{page.items.2.name}}'}}}
      get: {OK: {template: true, text: '{{item.name}}'}}
      """)
    _ = Self.answer(session, "POST /users", #"{"name": "{{request.method}}\"}"}"#)
    #expect(Self.answer(session, "GET /users/3") == #"OK 200 {{request.method}}"}"#)
    #expect(
      Self.answer(session, "GET /users").hasSuffix(
        #"{"id":3,"name":"{{request.method}}\"}"}],"name":"{{request.method}}\"}"}"#))
  }

  @Test(
    arguments: [
      ("list: {OK: {template: true, text: '{{item.id}}'}}", "'item.id' has no value in this response"),
      ("get: {OK: {template: true, text: '{{page.total}}'}}", "'page.total' has no value in this response"),
      ("get: {Not Found: {template: true, text: '{{item.id}}'}}", "'item.id' has no value in this response"),
      ("get: {Other: {template: true, text: '{{item.id}}'}}", "'item.id' has no value in this response"),
      ("get: {OK: {template: true, text: '{{problem.detail}}'}}", "'problem.detail' has no value in this response"),
      ("list: {OK: {template: true, text: '{{#page.itms}}{{/page.itms}}'}}", "unknown name 'page.itms' in a template"),
      ("list: {OK: {template: true, headers: {X-A: '{{collections.user}}'}}}", "no collection is named 'user'"),
      ("list: {OK: {template: true, text: '{{pages.total}}'}}", "unknown name 'pages.total' in a template"),
    ])
  func `a name without a value is an error when the spec is loaded`(responses: String, message: String) throws {
    let found = try Specs.problems(CollectionResponseTests.users(responses))
    #expect(found.count == 1 && found[0] == "template: \(message)", "\(found)")
  }

  @Test func `a name that has only parts is a warning`() throws {
    let text = CollectionResponseTests.users("list: {OK: {template: true, text: '{{page}} {{collections}}'}}")
    let project = try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1)
    #expect(project.diagnostics.map(\.code) == ["unavailable-value", "unavailable-value"])
  }

  @Test func `a spec that is added at run time reads collections of the project and its own, and no others`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\n" + CollectionTests.users])
    let project = try Specs.load(folder, ".")
    let session = MockEngine(try #require(project.sets)).session
    func put(_ name: String, _ collection: String) throws {
      let template = "template: true, text: '{{collections.\(collection) | length}}'"
      let text = """
        mockspec: 1
        collections: {\(name): {path: /\(name), items: []}}
        requests: {\(name) count: {match: /count, responses: {R: {\(template)}}}}
        """
      try session.put(name, Array(text.utf8), .yaml)
    }
    try put("pets", "users")
    #expect(Self.answer(session, "GET /count") == "R 200 2")
    try put("pets", "pets")
    #expect(Self.answer(session, "GET /count") == "R 200 0")
    #expect(throws: RuntimeSpecError.self) { try put("pets", "pet") }
  }

  @Test func `a spec that replaces another one can't read a collection that only the old one declares`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\nrequests: {}"])
    let session = MockEngine(try #require(try Specs.load(folder, ".").sets)).session
    let read =
      "requests: {Count: {match: /count, responses: {R: {template: true, text: '{{collections.users | length}}'}}}}"
    try session.put("a", Array("mockspec: 1\n\(CollectionTests.users)\n\(read)".utf8), .yaml)
    #expect(throws: RuntimeSpecError.self) { try session.check("a", Array("mockspec: 1\n\(read)".utf8), .yaml) }
    #expect(throws: RuntimeSpecError.self) { try session.put("a", Array("mockspec: 1\n\(read)".utf8), .yaml) }
    #expect(Self.answer(session, "GET /count") == "R 200 2")
  }

  @Test func `a request in code reads a collection of a spec that was added at run time`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\nrequests: {}"])
    let session = MockEngine(try #require(try Specs.load(folder, ".").sets)).session
    let count = MockedRequest("Count", "/count") {
      MockedResponse("R", text: "{{collections.users | length}}").templated()
    }
    #expect(throws: MockedRequestError.self) { try session.add(count) }
    try session.put("a", Array("mockspec: 1\n\(CollectionTests.users)".utf8), .yaml)
    try session.add(count)
    #expect(Self.answer(session, "GET /count") == "R 200 2")
  }

  @Test func `a template can name a collection of another file`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\n" + CollectionTests.users,
      "b.mock.yaml": """
      mockspec: 1
      requests: {Count: {match: /count, responses: {R: {template: true, text: '{{collections.users | length}}'}}}}
      """,
    ])
    #expect(try Specs.load(folder, ".").diagnostics.isEmpty)
    try folder.write("mockspec: 1\n" + CollectionTests.users.replacing("users:", with: "people:"), to: "a.mock.yaml")
    #expect(try Specs.load(folder, ".").diagnostics.map(\.message) == ["no collection is named 'users'"])
  }

  @Test func `a word such as item can be an argument as before`() throws {
    let template = "template: true, text: '{{request.query.q | default: item}}'"
    let text = "requests: {A: {match: /a, responses: {R: {\(template)}}}}"
    #expect(Self.answer(try Specs.engine(text).session, "GET /a") == "R 200 item")
  }

  @Test func `a reply of more than 64 MiB of items is an error of the call`() throws {
    let text = "get: {OK: {template: true, text: '\(String(repeating: "{{item.name}}", count: 70))'}}"
    let session = try Self.session(text)
    let big = String(repeating: "a", count: 1 << 20)
    _ = session.decide(MockCall("PATCH /users/1", body: "{\"name\": \"\(big)\"}"))
    #expect(Self.answer(session, "GET /users/1").contains("64 MiB"))
  }
}
