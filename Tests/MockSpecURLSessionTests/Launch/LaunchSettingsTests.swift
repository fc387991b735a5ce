import MockSpec
import Testing

@testable import MockSpecURLSession

struct LaunchSettingsTests {
  static let variables = [
    "MOCKSPEC_SPECS": "specs", "MOCKSPEC_SCENE": "Airplane mode",
    "MOCKSPEC_SELECT": "Login=Offline, Item%20details=Not%2C%20found",
  ]

  static func names(_ settings: LaunchSettings) -> [String] {
    settings.selections.map { "\($0.selection.request)→\($0.selection.response)" }
  }

  @Test func `the environment steers`() throws {
    let settings = try LaunchSettings(environment: Self.variables, arguments: ["app"])
    #expect(settings.specs == ["specs"])
    #expect(settings.scenes.map(\.text) == ["Airplane mode"])
    #expect(Self.names(settings) == ["Login→Offline", "Item details→Not, found"])
    #expect(!settings.isEmpty)
  }

  @Test func `an argument replaces the variable of its kind`() throws {
    let arguments = ["app", "-mockspec-scene", "Other", "-mockspec-select", "A=B=C"]
    let settings = try LaunchSettings(environment: Self.variables, arguments: arguments)
    #expect(settings.specs == ["specs"])
    #expect(settings.scenes.map(\.text) == ["Other"])
    #expect(Self.names(settings) == ["A→B=C"])
  }

  @Test func `arguments add up`() throws {
    let arguments = [
      "app", "-mockspec-select", "A=B", "-mockspec-specs", "one", "other", "-mockspec-scene", "First",
      "-mockspec-select", "C=D,A=E", "-mockspec-specs", "two", "-mockspec-scene", "Second",
    ]
    let settings = try LaunchSettings(environment: [:], arguments: arguments)
    #expect(settings.specs == ["one", "two"])
    #expect(settings.scenes.map(\.text) == ["First", "Second"])
    #expect(Self.names(settings) == ["A→B", "C→D", "A→E"])
  }

  @Test func `numbered variables add up in the order of their numbers`() throws {
    let variables = ["MOCKSPEC_SPECS_10": "three", "MOCKSPEC_SPECS_2": "two", "MOCKSPEC_SPECS": "one"]
    let settings = try LaunchSettings(environment: variables, arguments: [])
    #expect(settings.specs == ["one", "two", "three"])
  }

  @Test func `nothing asked is nothing changed`() throws {
    let settings = try LaunchSettings(environment: ["MOCKSPEC_TOKEN": "x"], arguments: ["app", "-mock"])
    #expect(settings.isEmpty)
    #expect(try MockInterceptor.from(settings) == nil)
  }

  @Test(arguments: [
    (["-mockspec-select", "Login"], "-mockspec-select (argument 1): expected 'request=response', found 'Login'"),
    (["-mockspec-state", "cart"], "-mockspec-state (argument 1): expected 'state=value', found 'cart'"),
    (["-mockspec-select"], "-mockspec-select (argument 1): expected a value, found no more arguments"),
    (
      ["-mockspec-select", "-mockspec-scene", "A"],
      "-mockspec-select (argument 1): expected a value, found '-mockspec-scene'"
    ),
    (
      ["-v", "-mockspec-selct", "A=B"],
      "-mockspec-selct (argument 2): unknown argument; did you mean '-mockspec-select'?"
    ),
    (
      ["-mockspec-x", "A=B"],
      """
      -mockspec-x (argument 1): unknown argument; known: -mockspec-specs, -mockspec-scene, -mockspec-state, \
      -mockspec-select, -mockspec-mocks
      """
    ),
  ])
  func `what isn't valid is an error that names the argument`(arguments: [String], message: String) {
    let error = #expect(throws: MockLaunchError.self) {
      try LaunchSettings(environment: [:], arguments: ["app"] + arguments)
    }
    #expect(error?.description == message)
  }

  @Test func `an empty variable isn't set, and an empty argument is an error`() throws {
    let variables = ["MOCKSPEC_SPECS": "", "MOCKSPEC_SCENE": "", "MOCKSPEC_SELECT": "", "MOCKSPEC_MOCKS": ""]
    #expect(try LaunchSettings(environment: variables, arguments: ["app"]).isEmpty)
    let error = #expect(throws: MockLaunchError.self) {
      try LaunchSettings(environment: [:], arguments: ["app", "-mockspec-specs", ""])
    }
    #expect(error?.description == "-mockspec-specs (argument 1): expected a value, found an empty text")
  }

  @Test(arguments: [
    "MOCKSPEC_MOCKS_01", "MOCKSPEC_MOCKS_+1", "MOCKSPEC_MOCKS_0", "MOCKSPEC_SELECT_", "MOCKSPEC_SPECS_A",
  ])
  func `a variable with something else than a number is an error`(name: String) {
    let error = #expect(throws: MockLaunchError.self) {
      try LaunchSettings(environment: [name: "x"], arguments: ["app"])
    }
    #expect(error?.description.hasPrefix("\(name): expected a number from 1 after 'MOCKSPEC_") == true)
  }

  @Test func `a name can begin with a combining mark`() throws {
    let settings = try LaunchSettings(environment: [:], arguments: ["app", "-mockspec-select", "L=\u{301}x,\u{302}=y"])
    #expect(Self.names(settings) == ["L→\u{301}x", "\u{302}→y"])
  }

  @Test func `control characters of arguments are made visible`() {
    let error = #expect(throws: MockLaunchError.self) {
      try LaunchSettings(environment: [:], arguments: ["app", "-mockspec-\u{1B}[2J\n", "x"])
    }
    #expect(error?.description.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test func `an error names the variable`() {
    let error = #expect(throws: MockLaunchError.self) {
      try LaunchSettings(environment: ["MOCKSPEC_SELECT_2": "Login"], arguments: [])
    }
    #expect(error?.description == "MOCKSPEC_SELECT_2: expected 'request=response', found 'Login'")
  }

  private static let spec = """
    mockspec: 1
    states: {cart: [empty, filled, paid], user: [signed out, signed in]}
    requests: {A: {match: /a, responses: {R: {}}}}
    """

  @Test func `states are set, the last value of one`() throws {
    let engine = MockEngine(try ResponseSets.load(text: Self.spec))
    let variables = ["MOCKSPEC_STATE": "cart=filled, user=signed%20in", "MOCKSPEC_STATE_1": "cart=paid"]
    let settings = try LaunchSettings(environment: variables, arguments: [])
    #expect(!settings.isEmpty)
    try settings.apply(to: engine.session)
    #expect(engine.session.states == ["cart": "paid", "user": "signed in"])
    let launch = MockLaunch().setState("cart", to: "filled").setState(MockState("user", value: "signed in"))
    #expect(try launch.environment == ["MOCKSPEC_STATE": "cart=filled,user=signed%20in"])
    try LaunchSettings(environment: [:], arguments: ["app"] + launch.arguments).apply(to: engine.session)
    #expect(engine.session.states == ["cart": "filled", "user": "signed in"])
  }

  @Test func `mocks that are handed over use the states of the app's specs`() throws {
    func settings(_ value: String) throws -> LaunchSettings {
      let request = #"{"match": "/b", "when": {"cart": "\#(value)"}, "responses": {"R": {}}}"#
      let mocks = #"[{"mockspec": 1, "requests": {"B": \#(request)}}]"#
      return try LaunchSettings(environment: ["MOCKSPEC_MOCKS": mocks], arguments: [])
    }
    let session = MockEngine(try ResponseSets.load(text: Self.spec)).session
    let error = try #require(throws: SpecError.self) { try settings("payed").apply(to: session) }
    #expect(error.diagnostics.map(\.code) == ["unknown-state-value"])
    #expect(error.description.contains("MOCKSPEC_MOCKS"))
    try settings("payed").apply(to: session, knowsStates: false)
    try settings("paid").apply(to: session)
  }

  @Test(arguments: [
    (["-mockspec-select", "A=S"], "-mockspec-select (argument 1): request 'A' has no response 'S'"),
    (["-mockspec-scene", "B"], "-mockspec-scene (argument 1): no scene is named 'B'"),
    (["-mockspec-state", "b=x"], "-mockspec-state (argument 1): no state is named 'b'"),
    (["-mockspec-state", "cart=payed"], "-mockspec-state (argument 1): state 'cart' has no value 'payed'"),
  ])
  func `names that aren't there are errors that name the argument`(arguments: [String], message: String) throws {
    let engine = MockEngine(try ResponseSets.load(text: Self.spec))
    let settings = try LaunchSettings(environment: [:], arguments: ["app"] + arguments)
    let error = #expect(throws: MockLaunchError.self) { try settings.apply(to: engine.session) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
