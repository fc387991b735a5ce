import Foundation
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
  let environment = InterceptionEnvironment { request in
    switch request.path {
    case "/fails": .failure(.urlError(.networkConnectionLost))
    case "/empty": .reply(204)
    default: .reply("downloaded", delay: .milliseconds(10))
    }
  }
  var session: URLSession { URLSession(configuration: environment.sessionConfiguration()) }

  @Test(arguments: [("/a", "downloaded"), ("/empty", "")])
  func `an async download puts the body into a file`(path: String, body: String) async throws {
    let (file, _) = try await session.download(for: URLRequest(path))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == body)
  }

  @Test func `a download with a completion handler puts the body into a file`() async throws {
    let body: String? = await withCheckedContinuation { continuation in
      let task = session.downloadTask(with: URLRequest("/a")) { file, _, _ in
        continuation.resume(returning: file.flatMap { try? String(contentsOf: $0, encoding: .utf8) })
      }
      task.resume()
    }
    #expect(body == "downloaded")
  }

  @Test func `a download's delegate gets the file`() async {
    let recorder = TaskRecorder()
    let session = URLSession(
      configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.downloadTask(with: URLRequest("/a")).resume()
    let answer = await recorder.answer
    #expect(answer.events == ["file", "complete"])
    #expect(answer.body == Data("downloaded".utf8))
    #expect(answer.response?.statusCode == 200)
  }

  @Test func `a download fails as a data task does`() async {
    let error = await #expect(throws: URLError.self) { try await session.download(for: URLRequest("/fails")) }
    #expect(error?.code == .networkConnectionLost)
  }
}
