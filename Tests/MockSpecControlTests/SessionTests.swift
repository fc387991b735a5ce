import HTTPTypes
import MockSpec
import MockSpecDocument
import Testing

@testable import MockSpecControl

struct SessionTests {
  let client: ControlClient
  private static let field = HTTPField.Name("Mockspec-Session")!

  init() throws { client = try ControlClient(ControlClient.spec) }

  @Test func `each session has its own selections and calls`() async throws {
    for (session, response) in [("a", "Offline"), ("b", "Success")] {
      let body = #"{"response": "\#(response)"}"#
      let answer = try await client.answer(
        "PUT", "/requests/Login/selection", body: body, fields: [Self.field: session])
      #expect(answer["selected"] == response)
      #expect(client.call("POST", "/login", fields: [Self.field: session]).responseName == response)
    }
    #expect(try await client.answer("GET", "/state")["requests", "0", "selected"] == "null")
    let state = try await client.answer("GET", "/state", fields: [Self.field: "a"])
    #expect(state["session"] == "a")
    let calls = try await client.answer("GET", "/calls", fields: [Self.field: "a"])
    #expect(calls["calls", "0", "response"] == "Offline" && calls["next"] == "2")
  }

  @Test func `sessions are begun, listed and ended`() async throws {
    let begun = try await client.answer("POST", "/sessions", body: #"{"id": "t1"}"#)
    #expect(begun.status == 201 && begun["id"] == "t1" && begun["calls"] == "0")
    let other = try await client.answer("POST", "/sessions", body: "{}")
    #expect(other["id"]?.count == 36)
    #expect(try await client.answer("GET", "/sessions")["sessions", "0", "id"] == "t1")
    #expect(try await client.answer("DELETE", "/sessions/t1").status == 204)
    #expect(try await client.answer("DELETE", "/sessions/t1").status == 404)
    #expect(try await client.answer("GET", "/state", fields: [Self.field: "t1"])["code"] == "session-ended")
    #expect(try await client.answer("POST", "/sessions", body: #"{"id": "t1"}"#).status == 201)
    #expect(try await client.answer("GET", "/state", fields: [Self.field: "t1"]).status == 200)
  }

  /// A browser sends the cookies of a mocked page to the panel, too.
  @Test func `a cookie names the session of a call, and not that of the control API`() async throws {
    let cookie: HTTPFields = [.cookie: "mockspec-session=a"]
    let body = #"{"response": "Offline"}"#
    _ = try await client.answer("PUT", "/requests/Login/selection", body: body, fields: [Self.field: "a"])
    #expect(client.call("POST", "/login", fields: cookie).responseName == "Offline")
    #expect(try await client.answer("GET", "/state", fields: cookie)["session"] == "null")
    #expect(try await client.answer("GET", "/calls", fields: cookie)["calls", "0", "response"] == nil)
  }

  @Test func `a malformed ID is refused`() async throws {
    #expect(try await client.answer("GET", "/state", fields: [Self.field: "a b"]).status == 400)
    #expect(try await client.answer("POST", "/sessions", body: #"{"id": "a b"}"#).status == 400)
    #expect(try await client.answer("DELETE", "/sessions/a%20b").status == 400)
  }

  @Test func `events are those of one session`() async throws {
    let events = try client.events("/events?limit=1", fields: [Self.field: "a"])
    try client.engine.session.select("Offline", for: "Login")
    try client.engine.session(SessionID("a")).select("Success", for: "Login")
    let text = String(decoding: await events.next() ?? [], as: UTF8.self)
    #expect(text.contains(#""response":"Success""#))
  }
}
