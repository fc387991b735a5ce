public import Foundation
public import HTTPTypes

/// A call of any service, for a client that makes the calls of several.
///
/// ```swift
/// let client = ServiceClient<AnyService>()
/// let zen = try await client.response(of: AnyService(GitHub.zen)).text()
/// ```
///
/// Middleware gets ``base`` as ``ServiceCall/service``.
public struct AnyService: RemoteService {
  /// The call.
  public let base: any RemoteService

  /// Wraps a call.
  public init(_ base: any RemoteService) { self.base = (base as? AnyService)?.base ?? base }

  /// The base URL of ``base``.
  public var baseURL: URL { base.baseURL }
  /// The path of ``base``.
  public var path: RequestPath { base.path }
  /// The method of ``base``.
  public var method: HTTPRequest.Method { base.method }
  /// The fields of ``base``.
  public var headers: HTTPFields { base.headers }
  /// The content of ``base``.
  public var content: RequestContent { base.content }
  /// The accepted status codes of ``base``.
  public var acceptedStatus: AcceptedStatus { base.acceptedStatus }
  /// The destination of ``base``.
  public var destination: ResponseDestination { base.destination }
  /// The name of ``base``.
  public var requestName: String? { base.requestName }
  /// The sample of ``base``.
  public var sample: SampleResponse? { get throws { try base.sample } }
}
