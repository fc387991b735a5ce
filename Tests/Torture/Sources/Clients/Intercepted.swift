import Foundation
import MockSpecURLSession
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An interceptor of the tree, and its session.
final class Intercepted: Sendable {
  let interceptor: MockInterceptor
  private let session: URLSession

  init(tree: String, watch: Bool) async throws {
    interceptor = try await MockInterceptor(specs: .folder(URL(fileURLWithPath: tree)), watch: watch)
    let configuration = interceptor.sessionConfiguration()
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  /// Ends the session.
  func end() { session.finishTasksAndInvalidate() }

  func ask(_ name: String) async -> Outcome {
    var request = URLRequest(url: URL(string: "http://localhost/\(name)")!)
    if let body = CallBody.text(for: name) {
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    do {
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return status == 200 ? .body([UInt8](data)) : .failure("status \(status)")
    } catch MockSpecError.unmatched {
      return .notFound
    } catch {
      return .failure("\(error)")
    }
  }
}

/// Counts of the interceptor's events.
final class EventCounts: Sendable {
  private let counts = Mutex<(reloads: Int, rejections: Int)>((0, 0))

  var reloads: Int { counts.withLock { $0.reloads } }
  var rejections: Int { counts.withLock { $0.rejections } }

  /// Counts events until the interceptor ends.
  func follow(_ interceptor: MockInterceptor) async {
    for await event in interceptor.events {
      counts.withLock {
        switch event {
        case .reloaded: $0.reloads += 1
        case .rejected: $0.rejections += 1
        default: break
        }
      }
    }
  }
}
