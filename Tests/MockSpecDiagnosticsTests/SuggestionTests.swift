import MockSpecDiagnostics
import Testing

struct SuggestionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var known: [String]
    var nearest: String?

    var testDescription: String { "\(name) → \(nearest ?? "nothing")" }
  }

  @Test(arguments: [
    Case(name: "staus", known: ["headers", "status", "delay"], nearest: "status"),
    Case(name: "statuss", known: ["status"], nearest: "status"),
    Case(name: "stetus", known: ["status"], nearest: "status"),
    Case(name: "sttaus", known: ["status"], nearest: "status"),
    Case(name: "STATUS", known: ["status"], nearest: "status"),
    Case(name: "Lgoin", known: ["Logout", "Login"], nearest: "Login"),
    Case(name: "naïve", known: ["naive"], nearest: "naive"),
    Case(name: "ur", known: ["url"], nearest: "url"),
    Case(name: "abc", known: ["abd", "abe"], nearest: "abd"),
    Case(name: "colour", known: ["status", "delay"], nearest: nil),
    Case(name: "min", known: ["max"], nearest: nil),
    Case(name: "a", known: ["b"], nearest: nil),
    Case(name: "", known: ["a"], nearest: nil),
    Case(name: "a", known: [], nearest: nil),
    Case(name: String(repeating: "a", count: 65), known: [String(repeating: "a", count: 64)], nearest: nil),
    Case(name: String(repeating: "a", count: 64), known: [String(repeating: "a", count: 65)], nearest: nil),
  ])
  func `the nearest name is suggested if it is near enough`(test: Case) {
    #expect(Suggestion.nearest(to: test.name, among: test.known) == test.nearest)
  }

  @Test func `with several near names, none is suggested as the only one`() {
    #expect(Suggestion.only(to: "staus", among: ["headers", "status"]) == "status")
    #expect(Suggestion.only(to: "abc", among: ["abd", "abe"]) == nil)
    #expect(Suggestion.only(to: "colour", among: ["status"]) == nil)
  }

  @Test func `very long names aren't compared`() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(Suggestion.nearest(to: long, among: [long, "a"]) == nil)
    #expect(Suggestion.nearest(to: "b", among: [long]) == nil)
  }
}
