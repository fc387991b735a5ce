import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls of a test.
struct Site: RemoteService {
  var baseURL: URL
  var path: RequestPath = "/"
  var method: HTTPRequest.Method = .get
  var headers: HTTPFields = [:]
  var acceptedStatus: AcceptedStatus = .success
  var destination: ResponseDestination = .memory

  /// Lives as long as its calls.
  private let server: HTTPServer

  init(_ server: HTTPServer, _ path: RequestPath = "/", method: HTTPRequest.Method = .get) {
    (baseURL, self.path, self.method, self.server) = (server.url, path, method, server)
  }
}

extension ServiceClient where Service == Site {
  static func test(
    _ middleware: [any Middleware] = [], delegate: (any URLSessionTaskDelegate)? = nil, shared: Bool = false,
    connections: Int = 6
  ) -> ServiceClient<Site> {
    let configuration = URLSessionConfiguration.test
    configuration.httpMaximumConnectionsPerHost = connections
    return ServiceClient(
      configuration: configuration, delegate: delegate, middleware: middleware,
      options: CallOptions(sharesEqualRequests: shared))
  }
}

/// Sets the body of requests.
struct BodyMiddleware: Middleware {
  let body: RequestBody

  func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws { request.body = body }
}
