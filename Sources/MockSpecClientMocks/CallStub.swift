public import Foundation
public import HTTPTypes
public import MockSpec
public import MockSpecClient
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a call of a stubbed client is answered.
///
/// ```swift
/// let github = ServiceClient<GitHub>(mocks: mocks) { call in
///   switch call {
///   case .zen: .never
///   case .profile: .after(.milliseconds(300))
///   }
/// }
/// var options = github.options
/// options.stub = .response("Busy")
/// let profile = try await github.response(of: .profile("octocat"), options: options)
/// ```
///
/// Replies, errors and samples have the delay of the interceptor's settings, unless `after(_:)` sets one.
public struct CallStub: Sendable, Hashable {
  /// Where the reply comes from.
  enum Source: Sendable, Hashable {
    case never
    case specs
    /// - Parameter request: `nil` for that of the call's `requestName`.
    case response(String, request: String?)
    case reply(SampleResponse)
    case error(URLFailure)
    case sample
  }

  let source: Source
  private(set) var delay: Duration?

  private init(_ source: Source) { self.source = source }

  /// The call isn't stubbed: the interceptor's own URLSession sends it to the real network, and the journal lists it as
  /// passed through. The client's delegate isn't asked about certificates.
  public static let never = CallStub(.never)

  /// The interceptor answers from its specs, its selections and the client's scene. If no mock matches, the call's
  /// `sample` answers, if there is one.
  public static let specs = CallStub(.specs)

  /// The same as ``specs``, without the delays of the specs.
  public static let immediate = specs.after(.zero)

  /// The same as ``specs``, with a delay that overrides those of the specs.
  public static func after(_ delay: Duration) -> CallStub { specs.after(delay) }

  /// A response of the request that the call's `requestName` names.
  ///
  /// The call fails if there is no such request or response, or if another request matches it. In process, this doesn't
  /// advance a sequence.
  public static func response(_ name: String) -> CallStub { CallStub(.response(name, request: nil)) }

  /// A response whose name the compiler checks: a member that `mockspec generate swift` writes. It doesn't need the
  /// call's `requestName`.
  ///
  ///     options.stub = .select(.zen(.busy))
  public static func select(_ selection: MockSelection) -> CallStub {
    CallStub(.response(selection.response, request: selection.request.name))
  }

  /// A reply that is given in code, instead of those of the specs.
  ///
  /// - Parameter reply: The reply, with a status from 200 to 599.
  public static func reply(_ reply: SampleResponse) -> CallStub { CallStub(.reply(reply)) }

  /// A reply with any body that is given in code, instead of those of the specs.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - headers: The fields of the head.
  ///   - body: The body.
  public static func reply(status: Int = 200, headers: HTTPFields = [:], body: Data = Data()) -> CallStub {
    reply(SampleResponse(status: status, headers: headers, body: body))
  }

  /// A reply with a text that is given in code, instead of those of the specs.
  ///
  /// - Parameters:
  ///   - status: The status, from 200 to 599.
  ///   - headers: The fields of the head. A `Content-Type` overrides that of plain text.
  ///   - text: The body, sent in UTF-8.
  public static func reply(status: Int = 200, headers: HTTPFields = [:], text: String) -> CallStub {
    reply(SampleResponse(status: status, headers: headers, text: text))
  }

  /// The call fails with a `URLError`.
  public static func error(_ code: URLError.Code) -> CallStub { error(URLFailure(code)) }

  /// The call fails with any error.
  public static func error(_ failure: URLFailure) -> CallStub { CallStub(.error(failure)) }

  /// The call's `sample`, even if a spec matches. The call fails if it has none.
  public static let sample = CallStub(.sample)

  /// Returns the stub with a delay that overrides that of the response.
  ///
  /// The time counts against the timeout of the call, and ends with its cancellation.
  public func after(_ delay: Duration) -> CallStub {
    var stub = self
    stub.delay = delay
    return stub
  }
}

private enum StubKey: CallOptionKey {
  static var defaultValue: CallStub? { nil }
}

extension CallOptions {
  /// The stub that answers the call if its client is stubbed; `nil` for the one that the client chooses.
  public var stub: CallStub? {
    get { self[StubKey.self] }
    set { self[StubKey.self] = newValue }
  }
}
