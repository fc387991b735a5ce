import Foundation
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures that block their thread.
@Suite(.timeLimit(.minutes(20)))
struct BlockingClosureTests {
  private let mocks: MockInterceptor
  private let session: URLSession
  private let gate = DispatchSemaphore(value: 0)
  private let entered: AsyncStream<Void>

  init() throws {
    let (entered, enter) = AsyncStream.makeStream(of: Void.self)
    let gate = gate
    @Sendable func wait() { gate.wait() }
    mocks = try MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Blocked", "/blocked") {
        MockedResponse("R") { _ in
          enter.yield()
          wait()
          return MockReply(text: "late")
        }
      },
      MockedRequest("Free", "/free") { MockedResponse("R") { _ in MockReply(text: "at once") } })
    session = URLSession(configuration: mocks.sessionConfiguration())
    self.entered = entered
  }

  private func data(_ path: String, timeout: TimeInterval = 600) async throws -> String {
    let request = URLRequest(url: URL(string: "https://api.example.com\(path)")!, timeoutInterval: timeout)
    return String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  @Test func `a closure that blocks doesn't delay other calls, or its cancellation`() async throws {
    let blocked = Task { try await data("/blocked") }
    for await _ in entered { break }
    #expect(try await data("/free") == "at once")
    blocked.cancel()
    let error = await #expect(throws: URLError.self) { try await blocked.value }
    #expect(error?.code == .cancelled)
    gate.signal()
  }

  @Test func `a closure that blocks doesn't delay its timeout`() async throws {
    let error = await #expect(throws: URLError.self) { try await data("/blocked", timeout: 0.1) }
    #expect(error?.code == .timedOut)
    gate.signal()
  }
}
