import TestSupport
import Testing

@testable import MockSpec

/// The specs of the guide *State* do what it says, and what the examples of the other tools do.
struct StateGuideTests {
  private static func engine(_ number: Int) throws -> MockEngine {
    let blocks = try Article("Sources/MockSpec/Documentation.docc/State.md").blocks.filter { $0.language == "yaml" }
    return MockEngine(try #require(try ExampleTests.load(blocks[number]).sets))
  }

  private static func answers(_ calls: [(call: String, body: String)], of number: Int) throws -> [String] {
    let engine = try engine(number)
    return try calls.map { call, body in
      let words = call.split(separator: " ").map(String.init)
      let decision = engine.decide(
        try MockCall(method: words[0], url: words[1], fields: [], body: Array(body.utf8)))
      return decision.responseName ?? "unmatched"
    }
  }

  @Test func `a cart is empty, filled and paid`() throws {
    let calls = [
      "GET /cart", "POST /cart/payment", "POST /cart/items", "GET /cart", "POST /cart/payment", "GET /cart",
      "POST /cart/payment",
    ]
    #expect(
      try Self.answers(calls.map { ($0, "") }, of: 0) == [
        "Empty", "Refused", "Added", "Filled", "Accepted", "Paid", "Refused",
      ])
  }

  @Test func `the explanation in the guide is the one that explain prints`() throws {
    let blocks = try Article("Sources/MockSpec/Documentation.docc/State.md").blocks
    let shown = try #require(blocks.first { $0.text.hasPrefix("$ mockspec explain") })
    let folder = try TemporaryFolder(["specs/cart.mock.yaml": "mockspec: 1\n" + blocks[0].text])
    let engine = MockEngine(try #require(try Specs.load(folder, "specs").sets))
    let call = try MockCall(method: "POST", url: "/cart/payment", fields: [], body: [])
    #expect(engine.explain(call).text + "\n" == shown.text.split(separator: "\n", maxSplits: 1)[1])
  }

  @Test func `scenes set the states of the cart`() throws {
    let project = try Article("Sources/MockSpec/Documentation.docc/State.md").blocks.filter { $0.language == "yaml" }
    let sets = try #require(try ExampleTests.load(project[1]).sets)
    let engine = MockEngine(sets)
    try engine.session.activate(scene: "Card declined")
    #expect(engine.answer("POST /cart/payment") == "Pay: Declined")
    try engine.session.activate(scene: "Paid up")
    #expect(engine.answer("GET /cart") == "Cart: Paid")
  }

  @Test func `what one call stores, the next ones get, as in the guide`() throws {
    let session = try Self.engine(2).session
    let blocks = try Article("Sources/MockSpec/Documentation.docc/State.md").blocks
    let shown = try #require(blocks.first { $0.text.contains("localhost:8080/users/2") })
    var lines = shown.text.split(separator: "\n").map(String.init)
    while !lines.isEmpty {
      let command = lines.removeFirst()
      let output = lines.prefix { !$0.hasPrefix("$ ") }
      lines.removeFirst(output.count)
      let parts = try #require(
        command.wholeMatch(of: /\$ curl (?:-X (\w+) )?'?localhost:8080([^ ']+)'?(?: --json '(.*)')?/), "\(command)")
      let method = parts.1.map(String.init) ?? (parts.3 == nil ? "GET" : "POST")
      let decision = session.decide(
        try MockCall(method: method, url: String(parts.2), fields: [], body: Array((parts.3 ?? "").utf8)))
      guard case .reply(let reply) = decision.outcome else { throw SpecError([]) }
      #expect(String(decoding: reply.body, as: UTF8.self) == output.joined(separator: "\n"), "\(command)")
    }
  }

  @Test func `WireMock's list has one more item after the call that adds it`() throws {
    let add = ("POST /todo/items", "Cancel newspaper subscription")
    #expect(
      try Self.answers(
        [("GET /todo/items", ""), ("POST /todo/items", "Sleep"), add, ("GET /todo/items", ""), add], of: 3)
        == ["One", "unmatched", "Created", "Two", "unmatched"])
  }

  @Test func `MockServer's order needs a sign-in and moves on with each call`() throws {
    let calls = ["GET /orders/1", "POST /login"] + Array(repeating: "GET /orders/1", count: 4)
    #expect(
      try Self.answers(calls.map { ($0, "") }, of: 4) == [
        "Unauthorized", "Welcome", "Placed", "Shipped", "Delivered", "Delivered",
      ])
  }
}
