import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The three ways to load with URLSession, which take different paths through it.
enum Form: String, CaseIterable, CustomTestStringConvertible {
  case async, completionHandler, delegate

  var testDescription: String { rawValue }

  struct Outcome: Sendable {
    var body = Data()
    var response: HTTPURLResponse?
    var error: (any Error)?
    /// What a delegate was told, in order.
    var events: [String] = []
  }

  /// - Parameter started: Gets the task where the form has one.
  func load(
    _ request: URLRequest, _ configuration: URLSessionConfiguration,
    started: @Sendable (URLSessionTask) -> Void = { _ in }
  ) async -> Outcome {
    switch self {
    case .async:
      let session = URLSession(configuration: configuration)
      do {
        let (body, response) = try await session.data(for: request)
        return Outcome(body: body, response: response as? HTTPURLResponse)
      } catch {
        return Outcome(error: error)
      }
    case .completionHandler:
      let session = URLSession(configuration: configuration)
      return await withCheckedContinuation { continuation in
        let task = session.dataTask(with: request) { body, response, error in
          continuation.resume(
            returning: Outcome(body: body ?? Data(), response: response as? HTTPURLResponse, error: error))
        }
        task.resume()
        started(task)
      }
    case .delegate:
      let recorder = TaskRecorder()
      let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
      let task = session.dataTask(with: request)
      task.resume()
      started(task)
      return await recorder.answer
    }
  }
}
