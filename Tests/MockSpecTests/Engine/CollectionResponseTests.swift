import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Written responses of collections: built-in ones that are written anew, and others that are added.
struct CollectionResponseTests {
  /// A spec with a collection of two users.
  static func users(_ responses: String, _ more: String = "") -> String {
    """
    collections:
      users:
        path: /users
        items: [{id: 1, name: Ada}, {id: 2, name: Bo}]
        responses:
    \(responses.indented(6))
    \(more)
    """
  }

  private static func session(_ responses: String, _ more: String = "") throws -> MockSession {
    try Specs.engine(users(responses, more)).session
  }

  private static func answer(_ session: MockSession, _ line: String, _ body: String = "") -> String {
    CollectionTests.answer(session, line, body)
  }

  private static func reply(_ session: MockSession, _ line: String, _ body: String = "") throws -> Reply {
    guard case .reply(let reply) = session.decide(MockCall(line, body: body)).outcome else { throw SpecError([]) }
    return reply
  }

  @Test func `a success that is written anew still does what is asked`() throws {
    let session = try Self.session(
      """
      list: {OK: {json: [fixed]}}
      create: {Created: {status: 202, json: {stored: true}}}
      delete: {Deleted: {status: 200, text: gone}}
      """)
    #expect(Self.answer(session, "POST /users", #"{"name": "Cy"}"#) == #"Created 202 {"stored":true}"#)
    #expect(Self.answer(session, "GET /users/3") == #"OK 200 {"id":3,"name":"Cy"}"#)
    #expect(Self.answer(session, "DELETE /users/1") == "Deleted 200 gone")
    #expect(Self.answer(session, "GET /users/1").hasPrefix("Not Found 404"))
    #expect(Self.answer(session, "GET /users") == #"OK 200 ["fixed"]"#)
    #expect(Self.answer(session, "GET /users?page=0").hasPrefix("Malformed 400"))
  }

  @Test func `what isn't written stays: the status, the body and the fields of the operation`() throws {
    let session = try Self.session(
      """
      list: {OK: {headers: {X-A: a}}}
      get: {OK: {headers: {ETag: null, Content-Type: application/vnd.user+json}}}
      create: {Created: {headers: {Location: /elsewhere}, json: {}}}
      """)
    let list = try Self.reply(session, "GET /users?limit=1")
    #expect(list.fields["X-A"] == "a" && list.fields["X-Total-Count"] == "2" && list.fields[.link] != nil)
    #expect(list.fields[.contentType] == "application/json" && list.body == Array(#"[{"id":1,"name":"Ada"}]"#.utf8))
    let item = try Self.reply(session, "GET /users/1")
    #expect(item.fields[.eTag] == nil && item.fields[values: .contentType] == ["application/vnd.user+json"])
    #expect(item.body == Array(#"{"id":1,"name":"Ada"}"#.utf8))
    let created = try Self.reply(session, "POST /users", "{}")
    #expect(created.status == 201 && created.fields[values: .location] == ["/elsewhere"])
    #expect(created.fields[.eTag] != nil && created.body == Array("{}".utf8))
  }

  @Test func `an error that is written anew answers the calls that fail so, and all calls if it is selected`() throws {
    let session = try Self.session(
      """
      get: {Not Found: {status: 410, json: {error: none}}}
      create: {Invalid: {headers: {X-A: a}}, Conflict: {error: networkConnectionLost}}
      """)
    #expect(Self.answer(session, "GET /users/9") == #"Not Found 410 {"error":"none"}"#)
    #expect(Self.answer(session, "GET /users/1").hasPrefix("OK 200"))
    let invalid = try Self.reply(session, "POST /users", #"{"id": []}"#)
    #expect(invalid.fields["X-A"] == "a" && invalid.fields[.contentType] == "application/problem+json")
    #expect(String(decoding: invalid.body, as: UTF8.self).contains("expected a whole number, or text other than"))
    #expect(Self.answer(session, "POST /users", #"{"id": 1}"#).contains("networkConnectionLost"))
    try session.select("Not Found", for: "users get")
    #expect(Self.answer(session, "GET /users/1") == #"Not Found 410 {"error":"none"}"#)
    try session.select("Invalid", for: "users create")
    #expect(Self.answer(session, "POST /users", "{}") == #"Invalid 422 {"title":"Unprocessable Content","status":422}"#)
    #expect(session.itemBudget.size == 0)
  }

  @Test func `added responses answer only when they are selected, and change nothing`() throws {
    let session = try Self.session("create: {Busy: {status: 503}, Created: {delay: 1s}}")
    #expect(session.decide(MockCall("POST /users", body: "{}")).delay == .seconds(1))
    #expect(session.decide(MockCall("POST /users", body: "[]")).delay == .zero)
    try session.select("Busy", for: "users create")
    #expect(Self.answer(session, "POST /users", "{}") == "Busy 503 ")
    #expect(Self.answer(session, "GET /users?sort=-id&limit=1") == #"OK 200 [{"id":3}]"#)
    let set = try #require(session.sets["users create"])
    #expect(
      set.responses.map(\.name) == ["Created", "Conflict", "Malformed", "Invalid", "Full", "Busy"])
    #expect(set.responses[0].summary == "201, adds an item to 'users', after 1s")
    #expect(session.explain(MockCall("POST /users")).description.contains("Busy"))
  }

  @Test func `a broken success does what is asked, too`() throws {
    let session = try Self.session("create: {Created: {fault: truncatedBody}}\nreplace: {OK: {error: timedOut}}")
    guard case .fault(.truncatedBody, let reply) = session.decide(MockCall("POST /users", body: "{}")).outcome else {
      Issue.record()
      return
    }
    #expect(reply.status == 201 && reply.body == Array(#"{"id":3}"#.utf8))
    _ = session.decide(MockCall("PUT /users/1", body: #"{"name": "Al"}"#))
    #expect(Self.answer(session, "GET /users/1") == #"OK 200 {"id":1,"name":"Al"}"#)
  }

  @Test func `states choose added responses, and are set by the response that answers`() throws {
    let session = try Self.session(
      """
      list: {Down: {when: {power: off}, status: 503}, OK: {set: {seen: list}}, Malformed: {set: {seen: none}}}
      get: {OK: {set: {seen: item}}, Not Found: {set: {seen: none}}}
      delete: {Deleted: {set: {power: off}}}
      """, "states: {power: [on, off], seen: [none, list, item]}")
    func seen() -> String? { session.store.values.states["seen"] }
    _ = session.decide(MockCall("GET /users?limit=1"))
    #expect(seen() == "list")
    _ = session.decide(MockCall("GET /users?limit=x"))
    #expect(seen() == "none")
    _ = session.decide(MockCall("GET /users/1"))
    #expect(seen() == "item")
    _ = session.decide(MockCall("GET /users/9"))
    #expect(seen() == "none")
    #expect(Self.answer(session, "DELETE /users/9").hasPrefix("Not Found"))
    #expect(Self.answer(session, "GET /users/1").hasPrefix("OK"))
    #expect(Self.answer(session, "DELETE /users/1").hasPrefix("Deleted"))
    #expect(Self.answer(session, "GET /users") == "Down 503 ")
    let found = try Specs.problems(
      Self.users("list: {OK: {when: {power: off}}}", "states: {power: [on, off]}"))
    #expect(found.count == 1 && found[0].hasPrefix("conflicting-keys"), "\(found)")
  }

  @Test func `defaults apply to written responses as to others`() throws {
    let text = "defaults: {headers: {X-A: a}, delay: 20ms, template: true, status: 418}\n"
    let session = try Specs.engine(text + Self.users("list: {OK: {json: ['{{request.method}}']}, More: {}}")).session
    let list = session.decide(MockCall("GET /users"))
    guard case .reply(let reply) = list.outcome else { throw SpecError([]) }
    #expect(reply.status == 200 && reply.body == Array(#"["GET"]"#.utf8) && reply.fields["X-A"] == "a")
    #expect(list.delay == .milliseconds(20))
    try session.select("More", for: "users list")
    #expect(Self.answer(session, "GET /users") == "More 418 ")
  }

  @Test func `written responses are linted`() throws {
    let text = Self.users("delete: {Deleted: {json: {}}}\nlist: {OK: {text: '{{request.method}}'}}")
    let project = try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1)
    #expect(project.diagnostics.map(\.code) == ["body-not-sent", "tag-outside-template"])
  }

  @Test(
    arguments: [
      ("list", "Ok", true), ("list", "Success", true), ("get", "NotFound", true), ("get", "404", true),
      ("create", "Create", true), ("update", "Conflict", false), ("list", "Offline", false), ("list", "Empty", false),
    ])
  func `an added response with almost the name of a built-in one is a warning`(
    operation: String, name: String, isSimilar: Bool
  ) throws {
    let text = Self.users("\(operation): {'\(name)': {text: a}}")
    let project = try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1)
    #expect(project.diagnostics.map(\.code) == (isSimilar ? ["similar-response"] : []))
  }
}
