import Foundation
import MockSpec
import Synchronization
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Bodies that code makes while they are sent.
@Suite(.timeLimit(.minutes(20)))
struct StreamTests {
  struct Mistake: Error {}

  private func load(
    _ form: Form, status: Int = 200, headers: KeyValuePairs<String, String> = [:], _ texts: String...,
    then error: (any Error)? = nil
  ) async throws -> Form.Outcome {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in
          MockReply(
            status: status, headers: headers,
            pieces: AsyncThrowingStream<Data, any Error> { pieces in
              for text in texts { pieces.yield(Data(text.utf8)) }
              pieces.finish(throwing: error)
            })
        }
      },
      MockedRequest("B", "/b") { MockedResponse("R", text: "moved") })
    return await form.load(URLRequest("/a"), mocks.sessionConfiguration())
  }

  @Test func `a delegate gets each piece in one call`() async throws {
    let outcome = try await load(.delegate, headers: ["Content-Length": "1"], "abc", "", "d", "ef")
    #expect(outcome.events == ["response", "data", "data", "data", "complete"])
    #expect(outcome.body == Data("abcdef".utf8) && outcome.error == nil)
    #expect(outcome.response?.value(forHTTPHeaderField: "Content-Length") == nil)
  }

  @Test(arguments: Form.allCases, [200, 401])
  func `the whole body arrives`(form: Form, status: Int) async throws {
    let outcome = try await load(form, status: status, "abc", "d")
    #expect(outcome.body == Data("abcd".utf8))
    #expect(outcome.response?.statusCode == status && outcome.error == nil)
  }

  @Test(arguments: Form.allCases)
  func `a redirect is followed when its body has arrived`(form: Form) async throws {
    let outcome = try await load(form, status: 302, headers: ["Location": "/b"], "abc", "d")
    #expect(outcome.body == Data("moved".utf8))
  }

  @Test(arguments: Form.allCases)
  func `the error of the sequence is the call's error`(form: Form) async throws {
    let outcome = try await load(form, "abc", then: URLError(.networkConnectionLost))
    #expect((outcome.error as? URLError)?.code == .networkConnectionLost)
    if form == .delegate { #expect(outcome.events == ["response", "data", "complete"]) }
  }

  @Test func `the sequence is cancelled with the task`() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in
          let (pieces, piece) = AsyncStream.makeStream(of: Data.self)
          piece.onTermination = { _ in end.yield() }
          piece.yield(Data("first".utf8))
          return MockReply(pieces: pieces)
        }
      })
    let recorder = TaskRecorder(data: { $0.cancel() })
    let session = URLSession(configuration: mocks.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.dataTask(with: URLRequest("/a")).resume()
    #expect((await recorder.answer.error as? URLError)?.code == .cancelled)
    for await _ in ended { break }
    withExtendedLifetime(mocks) {}
  }

  @Test func `silence of the sequence times out`() async throws {
    let (pieces, piece) = AsyncStream.makeStream(of: Data.self)
    piece.yield(Data("first".utf8))
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(MockedRequest("A", "/a") { MockedResponse("R") { _ in MockReply(pieces: pieces) } })
    let outcome = await Form.delegate.load(URLRequest("/a", timeout: 0.1), mocks.sessionConfiguration())
    #expect((outcome.error as? URLError)?.code == .timedOut)
    #expect(outcome.events == ["response", "data", "complete"])
  }
}
