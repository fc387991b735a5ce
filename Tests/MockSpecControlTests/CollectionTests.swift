import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecControl

/// The items of collections over the control API.
struct CollectionTests {
  private static let session: HTTPFields = [HTTPField.Name("Mockspec-Session")!: "one"]
  private let client: ControlClient

  init() throws {
    client = try ControlClient(
      folder: try TemporaryFolder([
        "a.mock.yaml": """
        mockspec: 1
        collections:
          users: {path: /v1/users, items: [{id: 1, name: Ada}, {id: 2, name: Bo}]}
          a b: {path: /ab, items: []}
        """
      ]))
  }

  private func items(_ fields: HTTPFields = [:]) async throws -> String {
    try await client.answer("GET", "/collections/users", fields: fields).text
  }

  @Test func `the state lists collections with the numbers of their items`() async throws {
    client.call("DELETE", "/v1/users/1")
    let state = try await client.answer("GET", "/state")
    #expect(
      state["collections"] == #"[{"name":"a b","path":"/ab","count":0},{"name":"users","path":"/v1/users","count":1}]"#,
      "\(state.text)")
  }

  @Test func `items are read, whole and in pages`() async throws {
    let all = try await client.answer("GET", "/collections/users")
    #expect(all.status == 200 && all.text == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(all.fields[HTTPField.Name("X-Total-Count")!] == "2" && all.fields[.contentType] == "application/json")
    let page = try await client.answer("GET", "/collections/users?limit=1&page=2")
    #expect(page.text == #"[{"id":2,"name":"Bo"}]"# && page.fields[HTTPField.Name("X-Total-Count")!] == "2")
    #expect(try await client.answer("GET", "/collections/a%20b").text == "[]")
  }

  @Test func `items are replaced and reset, each session its own`() async throws {
    let put = try await client.answer(
      "PUT", "/collections/users", body: #"[{"id": "x"}, {"id": 7}]"#, fields: Self.session)
    #expect(put.status == 200 && put.text == #"{"name":"users","count":2}"#, "\(put.text)")
    #expect(try await items(Self.session) == #"[{"id":"x"},{"id":7}]"#)
    #expect(client.call("GET", "/v1/users/7", fields: Self.session).responseName == "OK")
    #expect(client.call("GET", "/v1/users/7").responseName == "Not Found")
    let yaml = try await client.answer("PUT", "/collections/users", body: "- {id: 9}\n", type: "application/yaml")
    #expect(yaml.status == 200)
    #expect(try await items() == #"[{"id":9}]"#)
    #expect(try await client.answer("DELETE", "/collections/users", fields: Self.session).status == 204)
    #expect(try await items(Self.session) == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(try await items() == #"[{"id":9}]"#)
    #expect(try await client.answer("DELETE", "/selections").status == 204)
    #expect(try await items() == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
  }

  @Test func `what is read can be sent back`() async throws {
    client.call("POST", "/v1/users", body: #"{"name": "\u00e9\n", "n": 12345678901234567890.10}"#)
    let before = try await items()
    #expect(try await client.answer("PUT", "/collections/users", body: before).status == 200)
    #expect(try await items() == before)
  }

  @Test(
    arguments: [
      (
        "PUT", "users", #"[{"id": 1}, {"id": "1"}]"#, 422, "invalid-items",
        "line 1, column 20: two items have the 'id' '1'"
      ),
      ("PUT", "users", #"[{"name": 1}]"#, 422, "invalid-items", "no item has a member 'id', which is its id"),
      ("PUT", "users", "{}", 422, "invalid-items", "expected a list of items, found an object"),
      ("PUT", "users", "[", 422, "invalid-items", "'[' is never closed"),
      ("PUT", "user", "[]", 404, "unknown-name", "did you mean 'users'?"),
      ("GET", "user", "", 404, "unknown-name", "did you mean 'users'?"),
      ("DELETE", "user", "", 404, "unknown-name", "did you mean 'users'?"),
      ("GET", "users?page=0", "", 400, "bad-request", "'page': expected a number from 1 to 999999999, found '0'"),
      ("GET", "users?sort=id", "", 400, "bad-request", "unknown query parameter 'sort'"),
    ])
  func `a mistake is a problem, and changes nothing`(
    method: String, path: String, body: String, status: Int, code: String, detail: String
  ) async throws {
    let answer = try await client.answer(method, "/collections/\(path)", body: body)
    #expect(answer.status == status && answer["code"] == code, "\(answer.text)")
    #expect(answer["detail"]?.contains(detail) == true, "\(answer.text)")
    #expect((answer["diagnostics"] != nil) == (status == 422))
    #expect(try await items() == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
  }

  @Test func `items beyond the memory of all sessions are refused`() async throws {
    let name = String(repeating: "a", count: 100_000)
    #expect(client.engine.session.itemBudget.take((64 << 20) - 150_000))
    let body = #"[{"id": 1, "name": "\#(name)"}]"#
    #expect(try await client.answer("PUT", "/collections/users", body: body).status == 200)
    let full = try await client.answer("PUT", "/collections/users", body: body, fields: Self.session)
    #expect(full.status == 507 && full["code"] == "full", "\(full.text)")
    #expect(try await items(Self.session) == #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#)
    #expect(try await client.answer("PUT", "/collections/users", body: body).status == 200)
  }

  @Test func `changes of items are events, and many are few`() async throws {
    let events = try client.events("/events")
    func next() async throws -> String { String(decoding: try #require(await events.next()), as: UTF8.self) }
    try client.engine.session.setItems("[]", of: "users")
    #expect(try await next() == "id: 0\nevent: items\ndata: {\"collections\":[\"users\"]}\n\n")
    for _ in 0..<300 { client.call("POST", "/v1/users", body: "{}") }
    client.call("POST", "/ab", body: "{}")
    client.call("GET", "/v1/users")
    var text = ""
    while !text.contains(#"["a b","users"]"#) { text += try await next() }
    #expect(text.split(separator: "event: items").count == 2 && !text.contains("event: gap"), "\(text)")
    client.engine.session.reset()
    text = ""
    while !text.contains("event: items") { text += try await next() }
    #expect(text.contains("event: items\ndata: {\"collections\":[\"a b\",\"users\"]}"), "\(text)")
  }
}
