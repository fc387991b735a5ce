import TestSupport
import Testing

@testable import MockSpec

/// The specs of the guide *State* do what it says, and what the examples of the other tools do.
struct StateGuideTests {
  /// - Parameter name: A text that only one spec has.
  static func engine(_ name: String) throws -> MockEngine {
    let blocks = try Article("Sources/MockSpec/Documentation.docc/State.md").blocks.filter { $0.language == "yaml" }
    let named = blocks.filter { $0.text.contains(name) }
    try #require(named.count == 1)
    return MockEngine(try #require(try ExampleTests.load(named[0]).sets))
  }

  private static func answers(_ calls: [(call: String, body: String)], of name: String) throws -> [String] {
    let engine = try engine(name)
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
      try Self.answers(calls.map { ($0, "") }, of: "Nothing to pay") == [
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
    let session = try Self.engine("team: core").session
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
        [("GET /todo/items", ""), ("POST /todo/items", "Sleep"), add, ("GET /todo/items", ""), add], of: "to-do list")
        == ["One", "unmatched", "Created", "Two", "unmatched"])
  }

  @Test func `MockServer's order needs a sign-in and moves on with each call`() throws {
    let calls = ["GET /orders/1", "POST /login"] + Array(repeating: "GET /orders/1", count: 4)
    #expect(
      try Self.answers(calls.map { ($0, "") }, of: "Order of a stranger") == [
        "Unauthorized", "Welcome", "Placed", "Shipped", "Delivered", "Delivered",
      ])
  }
}

/// The collections of the guide do what the examples of the other tools do.
struct CollectionGuideTests {
  /// Returns the statuses and bodies of calls such as `POST /users {"name": "Ada"}`.
  private static func answers(of name: String, _ calls: String...) throws -> [String] {
    let engine = try StateGuideTests.engine(name)
    return try calls.map { call in
      let words = call.split(separator: " ", maxSplits: 2).map(String.init)
      let decision = engine.decide(
        try MockCall(method: words[0], url: words[1], fields: [], body: words.count > 2 ? Array(words[2].utf8) : []))
      guard case .reply(let reply) = decision.outcome else { return "\(decision.outcome)" }
      return "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
    }
  }

  private static func ids(_ answer: String, named name: String = "id") -> [String] {
    answer.matches(of: /"(\w+)":"?([\w-]+)"?[,}]/).filter { $0.1 == name }.map { String($0.2) }
  }

  @Test func `json-server's resources have pages, an order, conditions and nested members`() throws {
    let answers = try Self.answers(
      of: "posts:", "GET /posts?_page=2&_per_page=2", "GET /posts?_sort=-views,title",
      "GET /posts?author.name=Ada&_sort=views",
      "GET /comments?postId=2", "GET /posts?views:gt=100", "GET /posts/3", "GET /posts/9")
    #expect(answers.dropLast(2).map { Self.ids($0) } == [["3"], ["2", "1", "3"], ["3", "1"], ["2"], ["2"]])
    #expect(answers[5].hasPrefix(#"200 {"id":3,"title":"Goodbye""#) && answers[6].hasPrefix("404 "))
    #expect(
      try Self.answers(
        of: "posts:", #"POST /posts {"title": "New"}"#, #"PUT /posts/4 {"title": "Newer"}"#,
        #"PATCH /posts/4 {"views": 1}"#,
        "DELETE /posts/4", "GET /posts/4", "GET /profile"
      ).map { String($0.prefix(40)) } == [
        #"201 {"id":4,"title":"New"}"#, #"200 {"id":4,"title":"Newer"}"#, #"200 {"id":4,"title":"Newer","views":1}"#,
        "204 ",
        #"404 {"title":"Not Found","status":404,"d"#, #"200 {"name":"Ada"}"#,
      ])
  }

  @Test func `Mockoon's CRUD route has its own id, derived ids, and a route that overrides it`() throws {
    let answers = try Self.answers(
      of: "Keep users", "GET /users/b2", #"POST /users {"name": "Linus"}"#, "GET /users?sort=name&page=2&limit=2",
      "GET /users?plan.name=team", "DELETE /users/a1", "GET /users/a1")
    #expect(answers.map { $0.prefix(3) } == ["200", "201", "200", "200", "403", "200"])
    let id = try #require(Self.ids(answers[1], named: "uuid").first)
    #expect(id.count == 36 && Self.ids(answers[2], named: "uuid") == [id])
    #expect(Self.ids(answers[3], named: "uuid") == ["b2"])
  }

  @Test func `MockServer's lists of responses and its data store`() throws {
    let engine = try StateGuideTests.engine("Orders:")
    #expect(
      (0..<4).map { _ in engine.answer("GET /status") } == ["Fine", "Degraded", "Fine", "Fine"].map { "Status: \($0)" })
    #expect(
      (0..<5).map { _ in engine.answer("GET /orders") }.map { $0.contains("Fine") } == [true, true, true, false, false])
    #expect(
      try Self.answers(
        of: "Orders:", #"POST /users {"name": "Bob"}"#, #"PUT /users/2 {"name": "Rob"}"#, "DELETE /users/1",
        "GET /users"
      )
        == [#"201 {"id":2,"name":"Bob"}"#, #"200 {"id":2,"name":"Rob"}"#, "204 ", #"200 [{"id":2,"name":"Rob"}]"#])
  }
}
