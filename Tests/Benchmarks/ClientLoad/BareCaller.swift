import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls of a URLSession that do the same without a client.
final class BareCaller: Caller {
  private struct State {
    var token = "0"
    var refresh: Task<String, any Error>?
  }

  private let url: URL
  private let session = URLSession(configuration: .load)
  /// Tasks are created and cancelled on one queue, as URLSession on Linux requires.
  private let queue = DispatchQueue(label: "ClientLoad.bare")
  private let state = Mutex(State())

  init(_ url: URL) { self.url = url }

  func text(of number: Int) async throws -> String {
    while true {
      let token = state.withLock { $0.token }
      var request = URLRequest(url: url.appendingPathComponent("\(number)"))
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
      let (status, text) = try await send(request)
      if status == 200 { return text }
      try await refresh(token)
    }
  }

  /// Replaces a token, once for all calls that wait for it.
  private func refresh(_ refused: String) async throws {
    let refresh: Task<String, any Error>? = state.withLock { state in
      guard state.token == refused else { return nil }
      let refresh =
        state.refresh ?? Task { try await self.send(URLRequest(url: self.url.appendingPathComponent("token"))).1 }
      state.refresh = refresh
      return refresh
    }
    guard let new = try await refresh?.value else { return }
    state.withLock { if $0.token == refused { ($0.token, $0.refresh) = (new, nil) } }
  }

  private func send(_ request: URLRequest) async throws -> (Int, String) {
    let (session, queue, call) = (session, queue, Call())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          guard !call.isCancelled.withLock({ $0 }) else {
            return continuation.resume(throwing: CancellationError())
          }
          let task = session.dataTask(with: request) { data, response, error in
            call.task.withLock { $0 = nil }
            if let error {
              let isCancelled = (error as? URLError)?.code == .cancelled
              return continuation.resume(throwing: isCancelled ? CancellationError() : error)
            }
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            continuation.resume(returning: (status, String(decoding: data ?? Data(), as: UTF8.self)))
          }
          call.task.withLock { $0 = task }
          task.resume()
        }
      }
    } onCancel: {
      queue.async {
        call.isCancelled.withLock { $0 = true }
        call.task.withLock { $0 }?.cancel()
      }
    }
  }

  private final class Call: Sendable {
    let task = Mutex<URLSessionTask?>(nil)
    let isCancelled = Mutex(false)
  }
}
