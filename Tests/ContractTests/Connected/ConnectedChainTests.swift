import Foundation
import MockSpec
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interceptors that ask a server, in one configuration with others, and many of them at once.
@Suite(.timeLimit(.minutes(20)))
struct ConnectedChainTests {
  private static func local(_ path: String) throws -> MockInterceptor {
    let mocks = try MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Local", path) {
        MockedResponse("R", text: "local")
        MockedResponse("Closure") { _ in MockReply(text: "closure") }
      })
    return mocks
  }

  @Test(arguments: [false, true])
  func `in a chain, the server is asked for what the others lack, or the others for what it lacks`(
    isAskedLast: Bool
  ) async throws {
    let served = try await ServedMocks(ConnectedTests.spec)
    try served.engine.session.updateSettings { $0.scenes = ["Down": ["Item": "Slow"]] }
    let (connected, local) = (try MockInterceptor.patient(served.url), try Self.local("/local"))
    var configuration = URLSessionConfiguration.ephemeral
    for mocks in isAskedLast ? [connected, local] : [local, connected] { mocks.install(in: &configuration) }
    let session = URLSession(configuration: configuration)
    #expect(try await ConnectedTests.body(session, "/items/1") == "item")
    #expect(try await ConnectedTests.body(session, "/local") == "local")
    let both = ["Mockspec-Response": "Local=Closure,Item=Slow"]
    #expect(try await ConnectedTests.body(session, "/items/1", fields: both) == "slow")
    #expect(try await ConnectedTests.body(session, "/local", fields: both) == "closure")
    // A scene of the server.
    #expect(try await ConnectedTests.body(session, "/local", fields: ["Mockspec-Scene": "Down"]) == "local")
    #expect(try await ConnectedTests.body(session, "/items/1", fields: ["Mockspec-Scene": "Down"]) == "slow")
    let unmatched = await #expect(throws: (any Error).self) { try await ConnectedTests.body(session, "/neither") }
    #expect(unmatched.map { MockSpecError.unmatched ~= $0 } == true)
    #expect((isAskedLast ? connected : local).unmatchedCalls.map(\.path) == ["/neither"])
    #expect((isAskedLast ? local : connected).unmatchedCalls.isEmpty)
    #expect(connected.calls.compactMap(\.requestName) == ["Item", "Item", "Item"])
    await served.stop()
  }

  @Test func `two servers can be asked in turn, and a lost one fails the call`() async throws {
    let first = try await ServedMocks("mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: first}}}}")
    let second = try await ServedMocks("mockspec: 1\nrequests: {B: {match: /b, responses: {R: {text: second}}}}")
    let (later, earlier) = (try MockInterceptor.patient(second.url), try MockInterceptor.patient(first.url))
    var configuration = URLSessionConfiguration.ephemeral
    later.install(in: &configuration)
    earlier.install(in: &configuration)
    let session = URLSession(configuration: configuration)
    #expect(try await ConnectedTests.body(session, "/a") == "first")
    #expect(try await ConnectedTests.body(session, "/b") == "second")
    await first.stop()
    let error = await #expect(throws: (any Error).self) { try await ConnectedTests.body(session, "/b") }
    #expect(error.map { MockSpecError.serverUnavailable ~= $0 } == true)
    await second.stop()
  }

  @Test func `many clients in parallel have their own sessions and selections`() async throws {
    let count = TestScale.count(50, long: 200)
    let responses = (0..<count).map { "R\($0): {text: '\($0)'}" }.joined(separator: ", ")
    let served = try await ServedMocks(
      "mockspec: 1\nrequests: {A: {match: GET /who, responses: {\(responses)}}, B: {match: POST /who, responses: {R: {template: true, text: '{{request.body}}'}}}}"
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let mocks = try MockInterceptor.patient(served.url, session: "client-\(number)")
          try await blocking { try mocks.select("R\(number)", for: "A") }
          let session = ConnectedTests.session(mocks)
          try await withThrowingTaskGroup(of: Void.self) { group in
            for call in 0..<10 {
              group.addTask {
                #expect(try await ConnectedTests.body(session, "/who") == "\(number)")
                let text = "\(number) \(call)"
                let answer = try await ConnectedTests.body(session, "/who", method: "POST", body: Data(text.utf8))
                #expect(answer == text)
              }
            }
            try await group.waitForAll()
          }
          #expect(try mocks.calls(to: "A").count == 10 && mocks.count(of: "B") == 10)
          session.invalidateAndCancel()
        }
      }
      try await group.waitForAll()
    }
    #expect(served.engine.sessions.count == count)
    #expect(served.engine.sessions.allSatisfy { $0.callCount == 20 })
    await served.stop()
  }
}
