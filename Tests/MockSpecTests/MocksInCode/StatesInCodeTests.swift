import HTTPTypes
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// States in requests built in code. Specs declare them.
struct StatesInCodeTests {
  private static let spec = """
    states:
      cart: [empty, filled, paid]
      user: [signed out, signed in]
    requests: {}
    """

  private static func engine(_ requests: MockedRequest...) throws -> MockEngine {
    let engine = try Specs.engine(spec)
    try engine.session.add(requests)
    return engine
  }

  private static func problems(_ request: MockedRequest, in spec: String = spec) throws -> [String] {
    let engine = try Specs.engine(spec)
    do {
      try engine.session.add(request)
      return []
    } catch {
      #expect(engine.session.requests.isEmpty)
      return error.problems
    }
  }

  @Test func `requests in code have conditions on states, and their responses set them`() throws {
    let engine = try Self.engine(
      MockedRequest("Add", .post, "/cart/items") { MockedResponse("Added").setting(["cart": "filled"]) },
      MockedRequest("Cart", .get, "/cart") {
        MockedResponse("Empty").when(["cart": "empty"])
        MockedResponse("Filled").when(["cart": ["filled", "paid"]])
      },
      MockedRequest("Pay", .post, "/cart/payment", when: ["cart": "filled"]) {
        MockedResponse("Paid").setting(["cart": "paid"])
      },
      MockedRequest("Nothing to pay", "POST /cart/payment", priority: -1) { MockedResponse("Refused") })
    #expect(engine.answer("GET /cart") == "Cart: Empty")
    #expect(engine.answer("POST /cart/payment") == "Nothing to pay: Refused")
    #expect(engine.answer("POST /cart/items") == "Add: Added")
    #expect(engine.answer("GET /cart") == "Cart: Filled")
    #expect(engine.answer("POST /cart/payment") == "Pay: Paid")
    #expect(engine.answer("GET /cart") == "Cart: Filled")
    #expect(engine.session.states == ["cart": "paid", "user": "signed out"])
  }

  @Test func `a condition needs one of the values of each of its states`() throws {
    let engine = try Self.engine(
      MockedRequest("A", [.get], "/a", when: ["cart": ["filled", "paid"], "user": "signed in"]) { MockedResponse("R") },
      MockedRequest(
        "B", "/b", when: [MockState("cart", value: "empty"), .init("cart", value: "paid")]
      ) { MockedResponse("R") })
    #expect(["GET /a", "GET /b"].map { engine.answer($0) } == ["unmatched", "B: R"])
    try engine.session.setState("user", to: "signed in")
    #expect(["GET /a", "GET /b"].map { engine.answer($0) } == ["unmatched", "B: R"])
    try engine.session.setState(MockState("cart", value: "filled"))
    #expect(["GET /a", "GET /b"].map { engine.answer($0) } == ["A: R", "unmatched"])
    try engine.session.setState(MockState("cart", value: "paid"))
    #expect(["GET /a", "GET /b"].map { engine.answer($0) } == ["A: R", "B: R"])
  }

  @Test func `responses of all kinds have states`() throws {
    let engine = try Self.engine(
      MockedRequest("Closure", "/closure") {
        MockedResponse("One") { _ in MockReply() }.when(["cart": "empty"]).setting(["cart": "filled"])
        MockedResponse("Two", fault: .hang).setting([MockState("cart", value: "paid")])
      },
      MockedRequest("Template", "/template") {
        MockedResponse("R", text: "{{request.path}}").templated().setting(["user": "signed in"])
      })
    #expect(
      ["GET /closure", "GET /closure", "GET /template"].map { engine.answer($0) } == [
        "Closure: One", "Closure: Two", "Template: R",
      ])
    #expect(engine.session.states == ["cart": "paid", "user": "signed in"])
    #expect(engine.session.calls.map { $0.changes } == [["cart": "filled"], ["cart": "paid"], ["user": "signed in"]])
  }

  @Test func `unknown states and values are refused with the nearest ones`() throws {
    let state = MockedRequest("A", "/a", when: ["card": "paid"]) { MockedResponse("R") }
    #expect(try Self.problems(state) == ["no state is named 'card': did you mean 'cart'?"])
    let value = MockedRequest("A", "/a") { MockedResponse("R").setting(["cart": "payed"]) }
    #expect(
      try Self.problems(value) == ["response 'R': state 'cart' has no value 'payed': its values: empty, filled, paid"])
    let none = MockedRequest("A", "/a") { MockedResponse("R").when(["cart": "paid"]) }
    #expect(try Self.problems(none, in: "requests: {}").count == 1)
  }

  @Test func `what a spec can't have, code can't have`() throws {
    let sequence = MockedRequest("A", "/a", sequence: ["R"]) { MockedResponse("R").when(["cart": "paid"]) }
    #expect(try Self.problems(sequence).count == 1)
    let empty = MockedRequest("A", "/a", when: ["cart": []]) { MockedResponse("R") }
    #expect(try Self.problems(empty).count == 1)
    let repeated = MockedRequest("A", "/a", when: ["cart": ["paid", "paid"]]) { MockedResponse("R") }
    #expect(try Self.problems(repeated).count == 1)
  }

  @Test func `states that specs added at run time declare can be used`() throws {
    let engine = try Specs.engine("requests: {}")
    let text = "mockspec: 1\nstates: {cart: [empty, paid]}\nrequests: {B: {match: /b, responses: {R: {}}}}"
    try engine.session.put("a", Array(text.utf8), .yaml)
    try engine.session.add(MockedRequest("A", "/a", when: ["cart": "empty"]) { MockedResponse("R") })
    #expect(engine.answer("GET /a") == "A: R")
  }

  @Test func `the last value of a state is set`() {
    let states: MockStates = [MockState("cart", value: "filled"), MockState("cart", value: "paid")]
    #expect(states == ["cart": "paid"])
    #expect(MockState("cart", value: "paid").description == "cart=paid")
  }

  @Test func `a call's text has what it changed`() throws {
    let engine = try Self.engine(
      MockedRequest("Pay", .post, "/pay") { MockedResponse("Paid", status: 204).setting(["cart": "paid"]) })
    _ = engine.answer("POST /pay")
    #expect(
      engine.session.calls.map(\.description) == [
        "POST https://api.example.com/pay → 204 (Pay: Paid, by default), set cart=paid"
      ])
  }
}
