import Foundation
import MockSpecClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls of a client with a token that is refreshed.
final class ClientCaller: Caller {
  private struct Site: RemoteService {
    let baseURL: URL
    var path: RequestPath
  }

  private let url: URL
  private let client: ServiceClient<Site>

  init(_ url: URL) {
    self.url = url
    let plain = ServiceClient<Site>(configuration: .load)
    let tokens = AccessTokenMiddleware(.bearer("0"), retryLimit: 10) { _ in
      .bearer(try await plain.response(of: Site(baseURL: url, path: "/token")).text())
    }
    client = ServiceClient(configuration: .load, middleware: [tokens])
  }

  func text(of number: Int) async throws -> String {
    do {
      return try await client.response(of: Site(baseURL: url, path: "/\(number)")).text()
    } catch {
      throw error.isCancelled ? CancellationError() : error
    }
  }
}

extension URLSessionConfiguration {
  static var load: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = 32
    configuration.timeoutIntervalForRequest = 600
    return configuration
  }
}
