import Foundation
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct WaitingForCallsTests {
  private let mocks: MockInterceptor
  private let session: URLSession
  private let url = URL(string: "https://api.example.com/item")!

  init() throws {
    mocks = try MockInterceptor(
      specs: .inline(
        "mockspec: 1\nrequests: {Item: {match: GET /item, responses: {R: {}}}, Other: {match: /o, responses: {R: {}}}}")
    )
    session = URLSession(configuration: mocks.sessionConfiguration())
  }

  @Test func `earlier and later calls count`() async throws {
    _ = try await session.data(from: url)
    async let waiting = mocks.calls(to: "Item", atLeast: 3, within: .seconds(3600))
    for _ in 0..<2 { _ = try await session.data(from: url) }
    #expect(try await waiting.map(\.number) == [1, 2, 3])
    #expect(try await mocks.calls(to: "Item", atLeast: 2).count == 3)
    #expect(try await mocks.calls(to: "Other", atLeast: 0).isEmpty)
  }

  @Test func `after the time, the error lists the calls`() async throws {
    _ = try await session.data(from: url)
    let error = await #expect(throws: MissingCallsError.self) {
      try await mocks.calls(to: "Item", atLeast: 2, within: .milliseconds(1))
    }
    #expect(
      error?.description == """
        within 0.001 seconds, expected at least 2 calls to 'Item', found 1
          GET https://api.example.com/item → 200 (Item: R, by default)
        """)
  }

  @Test func `an unknown name is an error at once`() async throws {
    await #expect(throws: UnknownNameError.self) {
      try await mocks.calls(to: "Itm", atLeast: 1, within: .seconds(3600))
    }
  }

  @Test func `waiting ends with the task`() async throws {
    let waiting = Task { try await mocks.calls(to: "Item", atLeast: 1, within: .seconds(3600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
