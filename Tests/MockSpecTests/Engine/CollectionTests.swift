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
}
