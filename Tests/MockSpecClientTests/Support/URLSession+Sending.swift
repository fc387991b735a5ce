import Foundation
import MockSpecClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and waits for its answer.
  static func send(_ request: URLRequest, _ body: RequestBody = .none) async throws {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let end: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { _, _, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
      var request = request
      switch body {
      case .none: session.dataTask(with: request, completionHandler: end).resume()
      case .data(let data):
        request.httpBody = data
        session.dataTask(with: request, completionHandler: end).resume()
      case .file(let url): session.uploadTask(with: request, fromFile: url, completionHandler: end).resume()
      case .temporaryFile(let file):
        session.uploadTask(with: request, fromFile: file.url, completionHandler: end).resume()
      }
    }
    withExtendedLifetime(body) {}
  }
}

extension RecordingServer {
  /// Sends a request by URLSession and returns what arrived.
  func recording(_ request: URLRequest, _ body: RequestBody = .none) async throws -> [WireRequest] {
    try await URLSession.send(request, body)
    return takeRequests()
  }

  /// Makes a declared call and returns what arrived.
  func recording(_ call: DeclaredCall) async throws -> [WireRequest] {
    var call = call
    call.baseURL = url
    _ = try await ServiceClient<DeclaredCall>(configuration: .ephemeral).response(of: call)
    return takeRequests()
  }
}
