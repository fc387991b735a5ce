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
  /// The path of the call. What is interpolated is percent-encoded (RFC 3986 §3.3), so that it stays one segment.
  var path: RequestPath { get }
  /// The method; by default, GET.
  var method: HTTPRequest.Method { get }
  /// The fields that are sent; by default, none. A `Content-Type` overrides that of the content.
  var headers: HTTPFields { get }
  /// What is sent; by default, nothing.
  var content: RequestContent { get }
  /// The status codes with which the call succeeds; by default, 200 to 299.
  var acceptedStatus: AcceptedStatus { get }
  /// Where the response's body goes; by default, into memory.
  var destination: ResponseDestination { get }
  /// The name of the call's request in the specs, within which a stub names a response; by default, `nil`: the call is only
  /// matched by what is sent.
  var requestName: String? { get }
  /// What answers the call if it is stubbed and there is no spec for it; `nil` if nothing does.
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
