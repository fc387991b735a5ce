import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// The items of a session, as programs read, replace and reset them.
struct SessionItemsTests {
  private let session: MockSession

  init() throws { session = try Specs.engine(CollectionTests.users).session }

  private func answer(_ line: String, _ body: String = "") -> String { CollectionTests.answer(session, line, body) }

  private func items() throws -> [String] { try session.items(of: "users") }

  @Test func `the items are those of the spec with what calls have changed`() throws {
    _ = answer("POST /users", #"{"name": "Cy"}"#)
    _ = answer("DELETE /users/1")
    #expect(try items() == [#"{"id":2,"name":"Bo"}"#, #"{"id":3,"name":"Cy"}"#])
    #expect(session.listedCollections.map { "\($0)" } == [#"(name: "users", path: "/users", count: 2)"#])
    try session.resetItems(of: "users")
    #expect(try items() == [#"{"id":1,"name":"Ada"}"#, #"{"id":2,"name":"Bo"}"#])
    #expect(session.itemBudget.size == 0 && session.store.values.items.isEmpty)
  }

  @Test func `replaced items are all items, in their order, until the collection is reset`() throws {
    try session.setItems(#"[{"id": 2, "name": "Di"}, {"name": "El", "id": "a"}, {"id": 1}]"#, of: "users")
    let replaced = [#"{"id":2,"name":"Di"}"#, #"{"name":"El","id":"a"}"#, #"{"id":1}"#]
    #expect(try items() == replaced)
    #expect(answer("GET /users") == "OK 200 [\(replaced.joined(separator: ","))]")
    #expect(answer("GET /users?sort=id&limit=1") == "OK 200 [\(replaced[2])]")
    #expect(answer("POST /users", "{}") == #"Created 201 {"id":3}"#)
    #expect(answer("PATCH /users/2", #"{"name": null}"#) == #"OK 200 {"id":2}"#)
    #expect(answer("DELETE /users/a") == "Deleted 204 ")
    #expect(try items() == [#"{"id":2}"#, #"{"id":1}"#, #"{"id":3}"#])
    #expect(session.listedCollections[0].count == 3)
    #expect(session.itemBudget.size == session.store.values.itemSize)
    session.reset()
    #expect(try items().count == 2)
    #expect(session.itemBudget.size == 0)
  }

  @Test func `no items are items, too, and ids aren't given again before a reset`() throws {
    _ = answer("POST /users", "{}")
    try session.setItems("[]", of: "users")
    #expect(try items() == [])
    #expect(answer("GET /users/1").hasPrefix("Not Found"))
    #expect(answer("POST /users", "{}") == #"Created 201 {"id":4}"#)
    try session.resetItems(of: "users")
    #expect(answer("POST /users", "{}") == #"Created 201 {"id":3}"#)
  }

  @Test func `replaced items stay over a reload, and other sessions have their own`() throws {
    let engine = try Specs.engine(CollectionTests.users)
    let (one, two) = (try engine.beginSession(SessionID("one")), try engine.beginSession(SessionID("two")))
    try one.setItems(#"[{"id": 7}]"#, of: "users")
    #expect(engine.replace(with: try Specs.load(CollectionTests.users.replacing("Ada", with: "Al"))) == [])
    #expect(try one.items(of: "users") == [#"{"id":7}"#])
    #expect(try two.items(of: "users") == [#"{"id":1,"name":"Al"}"#, #"{"id":2,"name":"Bo"}"#])
  }

  @Test(
    arguments: [
      (#"{"id": 1}"#, "expected a list of items, found an object"), ("[1]", "expected an object as an item, found '1'"),
      (#"[{"name": "a"}]"#, "no item has a member 'id'"), (#"[{"id": 1}, {"name": "a"}]"#, "the item has no 'id'"),
      (#"[{"id": 1}, {"id": "1"}]"#, "two items have the 'id' '1'"), ("[", "items:1:1: error: "),
      ("", "items:1:1: error: "),
    ])
  func `items with a mistake change nothing`(json: String, message: String) throws {
    _ = answer("POST /users", "{}")
    let error = #expect(throws: MockItemsError.self) { try session.setItems(json, of: "users") }
    #expect(error?.description.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(try items().count == 3)
  }

  @Test func `items beyond the memory of all sessions change nothing`() throws {
    let budget = session.itemBudget
    #expect(budget.take(64 << 20))
    #expect(throws: MockItemsError.self) { try session.setItems(#"[{"id": 1}]"#, of: "users") }
    #expect(try items().count == 2)
    #expect(budget.size == 64 << 20)
    try session.setItems("[]", of: "users")
    #expect(try items().isEmpty)
  }

  @Test func `an unknown collection is an error with the nearest name`() {
    let message = "no collection is named 'user': did you mean 'users'?"
    #expect(#expect(throws: UnknownNameError.self) { try session.items(of: "user") }?.description == message)
    #expect(#expect(throws: UnknownNameError.self) { try session.resetItems(of: "user") }?.description == message)
    #expect(#expect(throws: UnknownNameError.self) { try session.setItems("[]", of: "user") }?.description == message)
  }

  @Test func `a request in code in place of one of its requests leaves the collection there`() throws {
    try session.add(MockedRequest("users list", "/users") { MockedResponse("Down", status: 503) })
    #expect(answer("GET /users") == "Down 503 ")
    #expect(try items().count == 2)
    #expect(session.listedCollections.map(\.name) == ["users"])
  }

  @Test func `pages have their part of the items as JSON, and the number of all`() throws {
    func page(_ number: Int, _ limit: Int?) throws -> String {
      let (json, total) = try session.page(number, limit: limit, of: "users")
      return "\(total) \(String(decoding: json, as: UTF8.self))"
    }
    #expect(try page(1, nil) == #"2 [{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(try page(2, 1) == #"2 [{"id":2,"name":"Bo"}]"#)
    #expect(try page(3, 1) == "2 []" && page(2, nil) == "2 []" && page(.max, .max) == "2 []")
  }

  @Test func `observers get each change, but not calls that change nothing`() throws {
    let names = Mutex<[String]>([])
    let id = session.observers.add { if case .setItems(let name) = $0 { names.withLock { $0.append(name) } } }
    func count() -> Int { names.withLock(\.count) }
    for line in ["GET /users", "GET /users/1", "DELETE /users/9", "PUT /users/9"] { _ = answer(line, "{}") }
    session.reset()
    #expect(count() == 0)
    for line in ["POST /users", "PUT /users/1", "PATCH /users/1", "DELETE /users/1"] { _ = answer(line, "{}") }
    #expect(count() == 4)
    try session.setItems("[]", of: "users")
    try session.resetItems(of: "users")
    _ = answer("POST /users", "{}")
    session.reset()
    #expect(count() == 8)
    #expect(names.withLock { Set($0) } == ["users"])
    session.observers.remove(id)
  }
}
