public import Foundation
public import HTTPTypes

/// A remote service, declared once: each value is one of its calls.
///
/// ```swift
/// enum GitHub: RemoteService {
///   case zen
///   case profile(String)
///
///   var baseURL: URL { URL(string: "https://api.github.com")! }
///   var path: RequestPath {
///     switch self {
///     case .zen: "/zen"
///     case .profile(let name): "/users/\(name)"
///     }
///   }
/// }
/// ```
public protocol RemoteService: Sendable {
  /// The URL of the service, absolute and without a fragment. Its path precedes that of each call, with one slash
  /// between them, and its query precedes the parameters of each call.
  var baseURL: URL { get }
  /// The path of the call. Interpolated values are percent-encoded (RFC 3986 §3.3), so that each stays one segment.
  var path: RequestPath { get }
  /// The method; by default, GET.
  var method: HTTPRequest.Method { get }
  /// The fields that are sent; by default, none. A `Content-Type` overrides that of the content.
  var headers: HTTPFields { get }
  /// The content that is sent; by default, none.
  var content: RequestContent { get }
  /// The status codes with which the call succeeds; by default, 200 to 299.
  var acceptedStatus: AcceptedStatus { get }
  /// Where the response's body goes; by default, into memory.
  var destination: ResponseDestination { get }
  /// The name of the call's request in the specs, in which a stub looks up a response. By default, `nil`: the call is
  /// matched only by the content that it sends.
  var requestName: String? { get }
  /// The reply to the call if it is stubbed and no spec matches it; `nil` for none.
  var sample: SampleResponse? { get throws }
}

extension RemoteService {
  /// GET.
  public var method: HTTPRequest.Method { .get }
  /// No fields.
  public var headers: HTTPFields { [:] }
  /// Nothing.
  public var content: RequestContent { .none }
  /// 200 to 299.
  public var acceptedStatus: AcceptedStatus { .success }
  /// Into memory.
  public var destination: ResponseDestination { .memory }
  /// No name.
  public var requestName: String? { nil }
  /// Nothing.
  public var sample: SampleResponse? { nil }
}
