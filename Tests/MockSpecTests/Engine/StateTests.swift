import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// States that requests share: conditions, changes, and what follows for choices, sessions and reloads.
struct StateTests {
  @Test func `what one call sets, the next one sees`() throws {
    let engine = try Specs.engine(ShopSpec.text)
    #expect(engine.answer("GET /cart") == "Cart: Empty")
    #expect(engine.answer("POST /cart/payment") == "Nothing to pay: Refused")
    #expect(engine.answer("POST /cart/items") == "Add item: Added")
    #expect(engine.answer("GET /cart") == "Cart: Filled")
    #expect(engine.answer("POST /cart/payment") == "Pay: Paid")
    #expect(engine.answer("POST /cart/payment") == "Nothing to pay: Refused")
    #expect(engine.session.states == ["cart": "paid"])
    engine.session.reset()
    #expect(engine.answer("GET /cart") == "Cart: Empty")
  }

  @Test func `selection, scene and field override the states of responses, but not those of requests`() throws {
    let engine = try Specs.engine(ShopSpec.text)
    try engine.session.select("Filled", for: "Cart")
    #expect(engine.answer("GET /cart") == "Cart: Filled")
    #expect(engine.answer("GET /cart", [.init("Mockspec-Response")!: "Cart=Broken"]) == "Cart: Broken")
    let paid: HTTPFields = [.init("Mockspec-Response")!: "Pay=Paid"]
    #expect(engine.answer("POST /cart/payment", paid) == "Nothing to pay: Refused")
    #expect(engine.session.states == ["cart": "empty"])
    #expect(engine.answer("POST /cart/items", [.init("Mockspec-Response")!: "Add%20item=Added"]) == "Add item: Added")
    #expect(engine.session.states == ["cart": "filled"])
  }

  @Test func `a request that doesn't match in the present states has no next response`() throws {
    let session = try Specs.engine(ShopSpec.text).session
    func next() -> String? { session.requests.first { $0.name == "Pay" }?.next?.response }
    #expect(next() == nil)
    try session.select("Paid", for: "Pay")
    #expect(next() == nil)
    try session.setState("cart", to: "filled")
    #expect(next() == "Paid")
  }

  @Test func `a response without states is the default of the others`() throws {
    let spec = """
      states: {a: [one, two, three]}
      requests:
        A: {match: /a, responses: {One: {when: {a: one}}, Any: {}, Two: {when: {a: two}}}}
        B: {match: /b, default: Named, responses: {One: {when: {a: one}}, Any: {}, Named: {}}}
        C: {match: /c, responses: {One: {when: {a: one}}}}
      """
    let engine = try Specs.engine(spec)
    #expect(["GET /a", "GET /b", "GET /c"].map { engine.answer($0) } == ["A: One", "B: One", "C: One"])
    try engine.session.setState("a", to: "two")
    #expect(["GET /a", "GET /b", "GET /c"].map { engine.answer($0) } == ["A: Two", "B: Named", "unmatched"])
    try engine.session.setState("a", to: "three")
    #expect(["GET /a", "GET /b", "GET /c"].map { engine.answer($0) } == ["A: Any", "B: Named", "unmatched"])
  }

  @Test func `HEAD sets states, and asking doesn't`() throws {
    let spec = """
      states: {seen: [no, yes]}
      requests: {A: {match: GET /a, responses: {R: {set: {seen: yes}}, S: {when: {seen: yes}}}}}
      """
    let engine = try Specs.engine(spec)
    _ = engine.explain(MockCall("GET /a"))
    _ = engine.session.requests
    #expect(engine.session.states == ["seen": "no"])
    #expect(engine.answer("HEAD /a") == "A: R")
    #expect(engine.answer("GET /a") == "A: S")
  }

  @Test func `sessions have states of their own`() throws {
    let engine = try Specs.engine(ShopSpec.text)
    let other: HTTPFields = [.init("Mockspec-Session")!: "other"]
    _ = engine.answer("POST /cart/items", other)
    #expect(engine.answer("GET /cart", other) == "Cart: Filled")
    #expect(engine.answer("GET /cart") == "Cart: Empty")
  }

  @Test func `the journal has what a call changed`() throws {
    let engine = try Specs.engine(ShopSpec.text)
    for _ in 0..<2 { _ = engine.answer("POST /cart/items") }
    #expect(engine.session.calls.map(\.changes) == [["cart": "filled"], [:]])
    #expect(engine.session.calls.map(\.reason) == [.default, .default])
    _ = engine.answer("GET /cart")
    #expect(engine.session.calls.last?.reason == .state)
  }

  @Test func `unknown states and values say what would be right`() throws {
    let session = try Specs.engine(ShopSpec.text).session
    let state = #expect(throws: UnknownNameError.self) { try session.setState("card", to: "paid") }
    #expect(state?.description == "no state is named 'card': did you mean 'cart'?")
    let value = #expect(throws: UnknownNameError.self) { try session.setState("cart", to: "payed") }
    #expect(value?.description == "state 'cart' has no value 'payed'; known: empty, filled, paid")
  }

  @Test func `each transition is taken once, by however many calls at the same time`() async throws {
    let steps = (0..<100).map { number in
      "    S\(number): {when: {at: \"\(number)\"}, status: 200, set: {at: \"\(number + 1)\"}}"
    }
    let spec = """
      states: {at: [\((0...100).map { "\"\($0)\"" }.joined(separator: ", "))]}
      requests:
        Step:
          match: /step
          responses:
        \(steps.joined(separator: "\n  "))
      """
    let engine = try Specs.engine(spec)
    let answers = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<64 { group.addTask { (0..<4).map { _ in engine.answer("GET /step") } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let taken = answers.filter { $0 != "unmatched" }
    #expect(taken.count == 100)
    #expect(Set(taken).count == 100)
  }

  @Test func `explanations show the states`() throws {
    let engine = try Specs.engine(ShopSpec.text)
    let pay = engine.explain(MockCall("POST /cart/payment"))
    #expect(
      pay.candidates.first?.failed.map { "\($0.kind.rawValue) \($0.name ?? "") \($0.expected) \($0.found)" } == [
        "state cart 'filled' 'empty'"
      ])
    #expect(engine.explain(MockCall("GET /cart")).answer?.why == "the state 'cart' is 'empty'")
  }

  @Test func `the explanation of a call that nothing answers has the states, too`() throws {
    let spec = """
      states: {cart: [empty, filled]}
      requests: {Pay: {match: POST /pay, when: {cart: filled}, responses: {Paid: {set: {cart: filled}}}}}
      """
    let decision = try Specs.engine(spec).decide(MockCall("POST /pay"))
    guard case .unmatched(let explanation) = decision.outcome else {
      Issue.record("\(decision.outcome)")
      return
    }
    #expect(explanation.candidates.first?.failed.map { "\($0.kind.rawValue) \($0.found)" } == ["state 'empty'"])
  }

  @Test func `conditions on states rank as conditions, and exclude each other`() throws {
    let spec = """
      states: {a: [one, two]}
      requests:
        One: {match: /a, when: {a: one}, responses: {R: {set: {a: two}}}}
        Two: {match: /a, when: {a: two}, responses: {R: {}}}
        Any: {match: /b, responses: {R: {}}}
        Later: {match: /b, when: {a: two}, responses: {R: {}}}
      """
    #expect(try Specs.problems(spec) == [])
    let engine = try Specs.engine(spec)
    #expect(
      ["GET /b", "GET /a", "GET /a", "GET /b"].map { engine.answer($0) } == ["Any: R", "One: R", "Two: R", "Later: R"])
  }
}

/// States while files change.
struct StateReloadTests {
  private static func spec(_ values: String, _ when: String = "one") -> String {
    """
    mockspec: 1
    states: {a: [\(values)]}
    requests: {A: {match: /a, responses: {R: {}, S: {when: {a: \(when)}}}}}
    """
  }

  private static func sets(_ text: String) throws -> ResponseSets {
    let folder = try TemporaryFolder(["a.mock.yaml": text])
    return try #require(Specs.load(folder, ".").sets)
  }

  @Test func `a set value stays, and one that no longer exists becomes the initial one with a notice`() throws {
    let engine = MockEngine(try Self.sets(Self.spec("one, two, three")))
    try engine.session.setState("a", to: "two")
    #expect(engine.replace(with: try Self.sets(Self.spec("zero, one, two"))) == [])
    #expect(engine.session.states == ["a": "two"])
    #expect(
      engine.replace(with: try Self.sets(Self.spec("one, three"))) == [
        "the state 'a' has no value 'two' any more; it is 'one' again"
      ])
    #expect(engine.answer("GET /a") == "A: S")
  }

  @Test func `a state that nothing has set follows its declaration, and a set one waits for it`() throws {
    let engine = MockEngine(try Self.sets(Self.spec("one, two", "two")))
    engine.replace(with: try Self.sets(Self.spec("two, one", "two")))
    #expect(engine.answer("GET /a") == "A: S")
    try engine.session.setState("a", to: "one")
    engine.replace(with: try Self.sets("mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}"))
    #expect(engine.session.states == [:])
    engine.replace(with: try Self.sets(Self.spec("two, one", "two")))
    #expect(engine.session.states == ["a": "one"])
  }

  @Test func `a scene sets its states once, and a call's own scene only for that call`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": """
      mockspec: 1
      scenes:
        Two: {states: {a: two}}
        Both: {extends: Two, select: {B: S}}
      """,
      "a.mock.yaml": """
      mockspec: 1
      states: {a: [one, two]}
      requests:
        A: {match: /a, responses: {R: {set: {a: one}}, S: {when: {a: two}}}}
        B: {match: /b, responses: {R: {set: {a: one}}, S: {}}}
      """,
    ])
    let engine = MockEngine(try #require(Specs.load(folder, ".").sets))
    #expect(engine.answer("GET /a", [.init("Mockspec-Scene")!: "Two"]) == "A: S")
    #expect(engine.session.states == ["a": "one"])
    try engine.session.activate(scene: "Both")
    #expect(engine.session.states == ["a": "two"])
    #expect(engine.answer("GET /b") == "B: S")
    try engine.session.setState("a", to: "one")
    #expect(engine.answer("GET /a") == "A: R")
  }
}

/// What is reported about states.
struct StateProblemTests {
  @Test(arguments: [
    ("requests: {A: {match: /a, when: {card: x}, responses: {R: {}}}}", "unknown-state: no state is named 'card'"),
    (
      "states: {a: [one, two]}\nrequests: {A: {match: /a, responses: {R: {set: {a: tow}}, S: {when: {a: one}}}}}",
      "unknown-state-value: state 'a' has no value 'tow'"
    ),
    (
      "states: {a: [one]}\nrequests: {A: {match: /a, sequence: [R], responses: {R: {when: {a: one}}}}}",
      "conflicting-keys: 'when' of a response can't be combined with 'sequence'"
    ),
    ("states: {a: []}", "too-few: expected at least 1 element in a list of values, found none"),
    ("defaults: {}", "missing-key: key 'requests' is missing in a MockSpec file"),
  ]) func `mistakes are reported once`(text: String, problem: String) throws {
    let found = try Specs.problems(text)
    #expect(found == [problem], "\(found)")
  }

  @Test func `a request with alternatives is reported once`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": """
      mockspec: 1
      states: {cart: [empty, filled]}
      requests:
        Add: {match: POST /cart, responses: {Added: {set: {cart: filled}}}}
        Cart: {match: [GET /a, GET /b], responses: {Filled: {when: {cart: filled}}}}
      """
    ])
    let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
    #expect(try loader.load(number: 1).diagnostics.map(\.code) == ["state-without-response"])
  }

  @Test func `values that are the same text are an error`() throws {
    let text = "mockspec: 1\nstates: {a: [1, '1', 2]}\n"
    let found = try SpecLoader(.inline(text)).load(number: 1).diagnostics
    #expect(found.map(\.message) == ["the value '1' is listed twice: values are compared as text"])
    let same = try SpecLoader(.inline("mockspec: 1\nstates: {a: [1, 1, 2]}\n")).load(number: 1).diagnostics
    #expect(same.count == 1)
  }

  @Test func `a file can have nothing but states`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nstates: {a: [one, two]}\n",
      "b.mock.yaml": """
      mockspec: 1
      requests: {A: {match: /a, responses: {R: {when: {a: one}, set: {a: two}}, S: {}}}}
      """,
    ])
    let project = try Specs.load(folder, ".")
    #expect(project.diagnostics.map(\.description) == [])
    #expect(project.sets?.states.values(of: "a") == ["one", "two"])
  }
}
