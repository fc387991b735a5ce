import MockSpec
import Testing

@testable import MockSpecURLSession

struct LaunchSettingsTests {
  static let variables = [
    "MOCKSPEC_SPECS": "specs", "MOCKSPEC_SCENE": "Airplane mode",
    "MOCKSPEC_SELECT": "Login=Offline, Item%20details=Not%2C%20found",
  ]

  @Test func `the environment steers`() throws {
    let settings = try LaunchSettings(environment: Self.variables, arguments: ["app"])
    #expect(settings.specs == "specs")
    #expect(settings.scene == "Airplane mode")
    #expect(settings.selections.map { "\($0.request)→\($0.response)" } == ["Login→Offline", "Item details→Not, found"])
  }

  @Test func `arguments win`() throws {
    let arguments = ["app", "-mockspec-scene", "Other", "-mockspec-select", "A=B=C"]
    let settings = try LaunchSettings(environment: Self.variables, arguments: arguments)
    #expect(settings.scene == "Other")
    #expect(settings.selections.map { "\($0.request)→\($0.response)" } == ["A→B=C"])
  }

  @Test func `nothing asked is nothing changed`() throws {
    let settings = try LaunchSettings(environment: [:], arguments: ["app", "-mockspec-select"])
    #expect(settings.specs == nil)
    #expect(settings.selections.isEmpty)
  }

  @Test func `a selection without its response is an error`() {
    #expect(throws: LaunchSettingsError.self) {
      try LaunchSettings(environment: ["MOCKSPEC_SELECT": "Login"], arguments: [])
    }
  }

  @Test func `names that aren't there are errors`() throws {
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}"))
    let settings = try LaunchSettings(environment: ["MOCKSPEC_SELECT": "A=S"], arguments: [])
    #expect(throws: UnknownNameError.self) { try settings.apply(to: engine.session) }
  }
}
