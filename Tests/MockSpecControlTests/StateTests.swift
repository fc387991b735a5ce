import Foundation
import MockSpec
import TestSupport
import Testing

@testable import MockSpecControl

/// States over the control API.
struct StateTests {
  private let client: ControlClient

  init() throws {
    client = try ControlClient(
      folder: try TemporaryFolder([
        "a.mock.yaml": """
        mockspec: 1
        states: {cart: [empty, filled]}
        requests:
          Add: {match: POST /cart, responses: {Added: {status: 201, set: {cart: filled}}}}
          Cart: {match: GET /cart, responses: {Empty: {text: none}, Filled: {when: {cart: filled}, text: one}}}
        """
      ]))
  }

  @Test func `the state of a session lists states with their values, and a call's changes are in the journal`()
    async throws
  {
    let state = try await client.answer("GET", "/state")
    #expect(state["states", "0", "name"] == "cart" && state["states", "0", "value"] == "empty")
    #expect(state["states", "0", "values", "1"] == "filled")
    _ = client.call("POST", "/cart")
    #expect(try await client.answer("GET", "/state")["states", "0", "value"] == "filled")
    #expect(try await client.answer("GET", "/calls")["calls", "0", "changes", "cart"] == "filled")
    #expect(client.call("GET", "/cart").reason == .state)
  }

  @Test func `many changes are one event, and scene and reset are changes, too`() async throws {
    let events = try client.events("/events")
    for _ in 0..<300 {
      _ = client.call("POST", "/cart")
      try client.engine.session.setState("cart", to: "empty")
    }
    let text = String(decoding: await events.next() ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "event: states").count == 2 && !text.contains("event: gap"))
    client.engine.session.reset()
    let reset = String(decoding: await events.next() ?? [], as: UTF8.self)
    #expect(reset.contains("event: states\ndata: {\"cart\":\"empty\"}"), "\(reset)")
  }

  @Test func `a state is set by name, and reset with the rest`() async throws {
    let set = try await client.answer("PUT", "/states/cart", body: #"{"value": "filled"}"#)
    #expect(set.status == 200 && set["name"] == "cart" && set["value"] == "filled", "\(set.text)")
    #expect(client.call("GET", "/cart").responseName == "Filled")
    #expect(try await client.answer("DELETE", "/selections").status == 204)
    #expect(client.call("GET", "/cart").responseName == "Empty")
  }

  @Test(arguments: [("card", "filled", "cart"), ("cart", "Filled", "filled")])
  func `unknown states and values are refused with the nearest name`(name: String, value: String, nearest: String)
    async throws
  {
    let answer = try await client.answer("PUT", "/states/\(name)", body: "{\"value\": \"\(value)\"}")
    #expect(answer.status == 404)
    #expect(answer.text.contains("did you mean '\(nearest)'?"), "\(answer.text)")
  }

  @Test func `a spec at run time can use the states of files and declare others, but none twice`() async throws {
    func put(_ name: String, _ text: String) async throws -> ControlReply {
      try await client.answer("PUT", "/specs/\(name)", body: "mockspec: 1\n\(text)\n", type: "application/yaml")
    }
    let pay = "requests: {Pay: {match: POST /pay, when: {cart: filled}, responses: {Paid: {set: {paid: yes}}}}}"
    #expect(try await put("x", pay).status == 422)
    let added = try await put("x", "states: {paid: [no, yes]}\n\(pay)")
    #expect(added.status == 201, "\(added.text)")
    #expect(client.call("POST", "/pay").requestName == nil)
    _ = client.call("POST", "/cart")
    #expect(client.call("POST", "/pay").responseName == "Paid")
    #expect(try await client.answer("GET", "/state")["states", "1", "value"] == "yes")
    // Again, with the state that it declares itself.
    #expect(try await put("x", "states: {paid: [no, yes]}\n\(pay)").status == 200)
    #expect(try await put("y", "states: {paid: [no, yes]}").status == 409)
    #expect(try await put("y", "states: {cart: [a, b]}").status == 409)
    #expect(try await put("y", "requests: {Q: {match: /q, when: {paid: yes}, responses: {R: {}}}}").status == 201)
    #expect(client.call("GET", "/q").responseName == "R")
    #expect(try await client.answer("DELETE", "/specs/x").status == 204)
    #expect(client.call("GET", "/q").requestName == nil)
  }
}
