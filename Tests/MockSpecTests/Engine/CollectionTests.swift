import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Collections of a spec: their requests, what calls change, and what follows for sessions and reloads.
struct CollectionTests {
  static let users = """
    collections:
      users:
        path: /users
        items: [{id: 1, name: Ada}, {id: 2, name: Bo}]
    """

  /// Returns the name of the response with its status and body, such as `OK 200 []`.
  static func answer(
    _ session: MockSession, _ line: String, _ body: String = "", _ fields: HTTPFields = [:]
  ) -> String {
    let decision = session.decide(MockCall(line, fields, body: body))
    guard case .reply(let reply) = decision.outcome else { return "\(decision.outcome)" }
    return "\(decision.responseName ?? "") \(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
  }

  @Test func `what one call stores, the next ones get`() throws {
    let session = try Specs.engine(Self.users).session
    func answer(_ line: String, _ body: String = "") -> String { Self.answer(session, line, body) }
    #expect(answer("GET /users") == #"OK 200 [{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(answer("POST /users", #"{"name": "Cy"}"#) == #"Created 201 {"id":3,"name":"Cy"}"#)
    #expect(answer("GET /users/3") == #"OK 200 {"id":3,"name":"Cy"}"#)
    #expect(answer("PATCH /users/3", #"{"name": "Di"}"#) == #"OK 200 {"id":3,"name":"Di"}"#)
    #expect(answer("PUT /users/1", #"{"name": "Al"}"#) == #"OK 200 {"id":1,"name":"Al"}"#)
    #expect(answer("DELETE /users/2") == "Deleted 204 ")
    #expect(answer("GET /users/2").hasPrefix("Not Found 404 {"))
    #expect(answer("POST /users", #"{"id": 1}"#).hasPrefix("Conflict 409 {"))
    #expect(answer("POST /users", "[]").hasPrefix("Malformed 400 {"))
    #expect(answer("GET /users?sort=-name&limit=1") == #"OK 200 [{"id":3,"name":"Di"}]"#)
    session.reset()
    #expect(answer("GET /users") == #"OK 200 [{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(session.store.values.items.isEmpty && session.itemBudget.size == 0)
  }

  @Test func `HEAD gets the fields of GET, and each answer has those of the defaults`() throws {
    let text = "defaults: {basePath: /v1, headers: {X-A: a, Content-Type: text/plain}}\n" + Self.users
    let session = try Specs.engine(text).session
    let head = session.decide(MockCall("HEAD /v1/users/1"))
    guard case .reply(let reply) = head.outcome else { throw SpecError([]) }
    #expect(reply.fields[values: HTTPField.Name("X-A")!] == ["a"] && reply.fields[.eTag] != nil && reply.status == 200)
    #expect(reply.fields.filter { $0.name == .contentType }.map(\.value) == ["application/json"])
    #expect(!head.sendsBody && head.requestName == "users get" && head.responseName == "OK")
  }

  @Test func `a selected response answers without an effect, and the first one does what is asked`() throws {
    let session = try Specs.engine(Self.users).session
    try session.select("Conflict", for: "users create")
    #expect(Self.answer(session, "POST /users", "{}") == #"Conflict 409 {"title":"Conflict","status":409}"#)
    try session.select("Created", for: "users create")
    #expect(Self.answer(session, "POST /users", "{}") == #"Created 201 {"id":3}"#)
    let field: HTTPFields = [.init("Mockspec-Response")!: "users%20get=Not%20Found"]
    #expect(Self.answer(session, "GET /users/1", "", field).hasPrefix("Not Found 404"))
    #expect(session.explain(MockCall("POST /users")).description.contains("users create"))
    #expect(session.explain(MockCall("GET /users/99")).answer?.responseName == "Not Found")
    #expect(session.explain(MockCall("GET /users?page=0")).answer?.response.hasPrefix("400") == true)
    #expect(Self.answer(session, "GET /users?limit=1&page=3") == #"OK 200 [{"id":3}]"#)
  }

  @Test func `a written request answers instead of an equal one, without a warning`() throws {
    let text = Self.users + "\nrequests: {One: {match: 'GET /users/{name}', responses: {R: {status: 202}}}}"
    let engine = try Specs.engine(text)
    #expect(engine.answer("GET /users/1") == "One: R" && engine.answer("GET /users") == "users list: OK")
    let project = try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1)
    #expect(project.diagnostics.map { "\($0)" } == [])
  }

  @Test func `changes beyond the memory of all sessions are refused, and a reset or the end of a session makes room`()
    throws
  {
    let engine = try Specs.engine(Self.users)
    let budget = engine.session.itemBudget
    #expect(budget.take(64 << 20))
    #expect(Self.answer(engine.session, "POST /users", "{}").hasPrefix("Full 507"))
    #expect(engine.session.store.values.items.isEmpty)
    budget.give(64 << 20)
    do {
      let id = try SessionID("a")
      let session = try engine.beginSession(id)
      #expect(Self.answer(session, "POST /users", "{}").hasPrefix("Created"))
      #expect(budget.size == session.store.values.itemSize && budget.size > 0)
      engine.endSession(id)
    }
    #expect(budget.size == 0)
  }

  @Test func `changes stay over reloads, and are dropped with a notice if the collection is gone`() throws {
    let engine = try Specs.engine(Self.users)
    let session = engine.session
    _ = Self.answer(session, "POST /users", #"{"name": "Cy"}"#)
    _ = Self.answer(session, "DELETE /users/2")
    let changed = Self.users.replacing("Ada", with: "Al")
    #expect(engine.replace(with: try Specs.load(changed)) == [])
    #expect(Self.answer(session, "GET /users") == #"OK 200 [{"id":1,"name":"Al"},{"id":3,"name":"Cy"}]"#)
    let notices = engine.replace(with: try Specs.load(changed + "\n    idName: name"))
    #expect(notices.count == 1 && notices[0].contains("'users'") && notices[0].contains("'id'"))
    #expect(session.itemBudget.size == 0)
    #expect(Self.answer(session, "GET /users/Bo") == #"OK 200 {"id":2,"name":"Bo"}"#)
  }

  @Test func `a name of its requests that is in use is an error, and so is a second collection with the name`() throws {
    let found = try Specs.problems(
      Self.users + "\nrequests: {users get: {match: /a, responses: {R: {}}}}")
    #expect(found.count == 1 && found[0].hasPrefix("duplicate-request: "), "\(found)")
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\n" + Self.users, "b.mock.yaml": "mockspec: 1\n" + Self.users,
    ])
    let codes = try Specs.load(folder, ".").diagnostics.map(\.code)
    #expect(codes == ["duplicate-request"])
  }

  @Test func `a file with several lists is an error that names them`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\ncollections: {users: {path: /users, items: db.json}}",
      "db.json": #"{"users": [{"id": 1}], "posts": [], "size": 1}"#,
    ])
    let found = try Specs.load(folder, ".").diagnostics
    #expect(found.map(\.code) == ["bad-item"] && found.first?.file == "db.json")
    #expect(found.first?.help?.contains("'users', 'posts'") == true)
  }

  @Test func `a collection's path can't capture the id of its items`() throws {
    let found = try Specs.problems("collections: {users: {path: '/users/{id}/posts', items: []}}")
    #expect(found == ["bad-path: the path of a collection can't capture '{id}'"])
  }

  @Test(
    arguments: [
      ("{a: 1}", "wrong-type"), ("[1]", "bad-item"), ("[{name: a}]", "bad-item"), ("[{id: 1.5}]", "bad-item"),
      ("[{id: ''}]", "bad-item"), ("[{id: ..}]", "bad-item"), ("[{id: null}]", "bad-item"),
      ("[{id: 1}, {id: '1'}]", "bad-item"),
      ("[{id: 1, x: .nan}]", "bad-item"), ("none.json", "missing-body-file"),
    ])
  func `a mistake in items is one error`(items: String, code: String) throws {
    let found = try Specs.problems("collections: {users: {path: /users, items: \(items)}}")
    #expect(found.count == 1 && found[0].hasPrefix(code), "\(found)")
  }
}

/// Random calls of several sessions, against dictionaries.
struct CollectionModelTests {
  @Test(arguments: 0..<TestScale.count(2, long: 100))
  func `random calls of random sessions get what the model says, also over reloads`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let first = (1...20).map { "{id: \($0), v: 0}" }.joined(separator: ", ")
    // Written responses that say the same.
    let item = "template: true, headers: {Content-Type: application/json}, text: '{{item | json}}'"
    let responses = """
      list: {OK: {template: true, text: '{{page.items | json}}'}}, get: {OK: {\(item)}}, create: {Created: {\(item)}},
      replace: {OK: {\(item)}}, update: {OK: {\(item)}}
      """
    let written = seed % 2 == 0 ? "" : ", responses: {\(responses)}"
    let text = """
      collections: {a: {path: /a, items: [\(first)]\(written)}}
      requests: {Count: {match: /count, responses: {R: {template: true, text: '{{collections.a | length}}'}}}}
      """
    let engine = try Specs.engine(text)
    let sessions = try (0..<4).map { try engine.beginSession(SessionID("s\($0)")) }
    let initial = Dictionary(uniqueKeysWithValues: (1...20).map { ($0, 0) })
    var models = sessions.map { _ in (items: initial, last: 20) }
    for step in 0..<2000 {
      let who = Int.random(in: 0..<4, using: &generator)
      let id = Int.random(in: 1...30, using: &generator)
      let known = models[who].items[id] != nil
      let item = #"{"id":\#(id),"v":\#(step)}"#
      func answer(_ line: String, _ body: String = "") -> String {
        CollectionTests.answer(sessions[who], line, body)
      }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        models[who].last += 1
        let new = #"{"id":\#(models[who].last),"v":\#(step)}"#
        #expect(answer("POST /a", #"{"v":\#(step)}"#) == "Created 201 \(new)")
        models[who].items[models[who].last] = step
      case 1:
        let found = answer("POST /a", item)
        if known { #expect(found.hasPrefix("Conflict 409")) } else { #expect(found == "Created 201 \(item)") }
        if !known { (models[who].items[id], models[who].last) = (step, max(models[who].last, id)) }
      case 2, 3:
        let found = answer(step % 2 == 0 ? "PUT /a/\(id)" : "PATCH /a/\(id)", item)
        if known { #expect(found == "OK 200 \(item)") } else { #expect(found.hasPrefix("Not Found 404")) }
        if known { models[who].items[id] = step }
      case 4:
        #expect(answer("DELETE /a/\(id)").hasPrefix(known ? "Deleted 204" : "Not Found 404"))
        models[who].items[id] = nil
      case 5:
        let value = models[who].items[id]
        let found = answer("GET /a/\(id)")
        if let value {
          #expect(found == #"OK 200 {"id":\#(id),"v":\#(value)}"#)
        } else {
          #expect(found.hasPrefix("Not Found 404"))
        }
      case 6 where step % 30 == 0:
        try sessions[who].setItems("[\(item)]", of: "a")
        models[who] = ([id: step], max(models[who].last, id))
      case 6 where step % 40 == 1:
        try sessions[who].resetItems(of: "a")
        models[who] = (initial, 20)
      default:
        if step % 50 == 0 {
          sessions[who].reset()
          models[who] = (initial, 20)
        } else if step % 20 == 0 {
          #expect(engine.replace(with: try Specs.load(text)) == [])
        }
        let all = models[who].items.sorted { $0.key < $1.key }.map { #"{"id":\#($0.key),"v":\#($0.value)}"# }
        #expect(answer("GET /count") == "R 200 \(all.count)")
        #expect(answer("GET /a?sort=id") == "OK 200 [\(all.joined(separator: ","))]")
        #expect(try sessions[who].items(of: "a").sorted() == all.sorted())
        #expect(sessions[who].listedCollections.map(\.count) == [all.count])
      }
    }
    let size = sessions.reduce(0) { $0 + $1.store.values.itemSize }
    #expect(engine.session.itemBudget.size == size)
    for session in sessions { session.reset() }
    #expect(engine.session.itemBudget.size == 0)
  }
}
