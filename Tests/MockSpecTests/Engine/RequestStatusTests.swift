import TestSupport
import Testing

@testable import MockSpec

struct RequestStatusTests {
  private func summary(_ session: MockSession) -> [String] {
    session.requests.map { status in
      let next = status.next.map { next in
        "\(next.response) by \(next.reason.rawValue)" + (next.step.map { " \($0.number)/\($0.count)" } ?? "")
      }
      return "\(status.name): \(next ?? "none")"
    }
  }

  @Test func `each request tells what answers next and why, and asking changes nothing`() throws {
    let engine = try SelectionTests.project()
    let session = engine.session
    #expect(summary(session) == ["Login: Success by default", "Items: Empty by sequence 1/1"])
    #expect(summary(session) == ["Login: Success by default", "Items: Empty by sequence 1/1"])
    try session.activate(scene: "Expired")
    #expect(summary(session) == ["Login: Invalid by scene", "Items: Offline by scene"])
    try session.select("Full", for: "Items")
    #expect(summary(session).last == "Items: Full by selection")
  }

  @Test func `those built in code come first, and replace those that they override`() throws {
    let session = try SelectionTests.project().session
    try session.add(MockedRequest("Login", "POST /login") { MockedResponse("Code", status: 204) })
    let first = try #require(session.requests.first)
    #expect(first.name == "Login" && first.isBuiltInCode && first.match == "POST /login")
    #expect(first.responses == [.init(name: "Code", summary: "204, 0 bytes")])
    #expect(first.place.file == "MockSpecTests/RequestStatusTests.swift")
    #expect(session.requests.map(\.isBuiltInCode) == [true, false])
  }

  @Test func `a sequence that has ended and falls through has no next response`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: /a, sequence: [R], afterSequence: fallThrough, responses: {R: {}}}}")
    #expect(summary(engine.session) == ["A: R by sequence 1/1"])
    _ = engine.decide(MockCall("GET /a"))
    #expect(summary(engine.session) == ["A: none"])
  }

  @Test func `the default of a response that is no longer there isn't a selection`() throws {
    let session = try SelectionTests.project().session
    try session.add(MockedRequest("Login", "POST /login") { MockedResponse("Code") })
    try session.select("Code", for: "Login")
    try session.remove("Login")
    #expect(summary(session).contains("Login: Success by default"))
    try session.setEnabled(false, for: "Login")
    #expect(session.requests.first { $0.name == "Login" }?.isEnabled == false)
  }
}
