public import Foundation
public import MockSpec

/// The error of a call that MockSpec itself ends, instead of a response of a spec.
///
/// Catch it by its code, as in `catch MockSpecError.unmatched`, which works on all platforms. On Linux, URLSession passes
/// errors on unchanged, so `catch let error as MockSpecError` works, too. On Darwin, the error arrives as an `NSError` with
/// the domain ``errorDomain`` and the same code and description.
public struct MockSpecError: Error, Sendable {
  /// The cause of an error.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// No request of the project matches the call.
    public static let unmatched = Code(rawValue: 1)
    /// The call's `Mockspec-Response` or `Mockspec-Scene` field is invalid, or its session can't be used.
    public static let rejected = Code(rawValue: 2)
    /// The session's ``MockInterceptor`` no longer exists.
    public static let ended = Code(rawValue: 3)
    /// The call's body can't be read, or is larger than 64 MiB and is needed as a whole.
    public static let unreadableBody = Code(rawValue: 4)
    /// Tasks of this kind can't be mocked with URLSession.
    public static let unsupportedTask = Code(rawValue: 5)
    /// The response's template uses a value that the call doesn't have.
    public static let template = Code(rawValue: 6)
    /// A closure returned something that isn't a valid reply.
    public static let invalidReply = Code(rawValue: 7)
    /// The mock server of an interceptor in connected mode can't be asked: it can't be reached, refuses the call, or isn't a
    /// mock server.
    public static let serverUnavailable = Code(rawValue: 8)

    /// A call of a session that isn't mocked was refused: the trait of the test is strict.
    public static let notMocked = Code(rawValue: 9)

    /// The code of the `NSError`.
    public let rawValue: Int

    /// Creates the code with a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Returns whether an error has a code, for `catch MockSpecError.unmatched`; the error may be an `NSError`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      if let error = error as? MockSpecError { return error.code == code }
      let error = error as NSError
      return error.domain == MockSpecError.errorDomain && error.code == code.rawValue
    }
  }

  /// No request of the project matches the call.
  public static var unmatched: Code { .unmatched }
  /// The call's `Mockspec-Response` or `Mockspec-Scene` field is invalid, or its session can't be used.
  public static var rejected: Code { .rejected }
  /// The session's ``MockInterceptor`` no longer exists.
  public static var ended: Code { .ended }
  /// The call's body can't be read, or is larger than 64 MiB.
  public static var unreadableBody: Code { .unreadableBody }
  /// Tasks of this kind can't be mocked with URLSession.
  public static var unsupportedTask: Code { .unsupportedTask }
  /// The response's template uses a value that the call doesn't have.
  public static var template: Code { .template }
  /// A closure returned something that isn't a valid reply.
  public static var invalidReply: Code { .invalidReply }
  /// The mock server of an interceptor in connected mode can't be asked.
  public static var serverUnavailable: Code { .serverUnavailable }
  /// A call of a session that isn't mocked was refused: the trait of the test is strict.
  public static var notMocked: Code { .notMocked }

  /// The cause.
  public let code: Code
  /// A description of one or more lines, the first of which is a summary.
  public let message: String
  /// The URL of the call.
  public let url: URL?
  /// The nearest requests and why they don't match; `nil` unless the code is ``unmatched``.
  public let explanation: Explanation?

  init(_ code: Code, _ message: String, url: URL?, explanation: Explanation? = nil) {
    self.code = code
    self.message = message
    self.url = url
    self.explanation = explanation
  }
}

extension MockSpecError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The domain of the error as an `NSError`.
  public static var errorDomain: String { "MockSpec" }
  /// The key in `userInfo` of the explanation, which is a `String` of JSON.
  public static var explanationKey: String { "MockSpecExplanation" }
  /// The code of the error as an `NSError`.
  public var errorCode: Int { code.rawValue }

  /// The description, the explanation and the failing URL.
  public var errorUserInfo: [String: Any] {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let explanation { userInfo[Self.explanationKey] = explanation.json }
    if let url { userInfo.merge(url.failingURLUserInfo) { $1 } }
    return userInfo
  }

  /// The message.
  public var errorDescription: String? { message }
  /// The message.
  public var description: String { message }
}

extension MockSpecError {
  static func unmatched(_ explanation: Explanation, url: URL) -> MockSpecError {
    MockSpecError(.unmatched, explanation.text, url: url, explanation: explanation)
  }

  static func ended(url: URL) -> MockSpecError {
    MockSpecError(
      .ended, "the session's MockInterceptor no longer exists; keep it as long as the session is used",
      url: url)
  }

  static func bodyTooLarge(url: URL) -> MockSpecError {
    let limit = BodyLimit.bytes >> 20
    return MockSpecError(
      .unreadableBody, "the request's body is larger than \(limit) MiB, the maximum", url: url)
  }

  static func unreadableBody(_ source: String, url: URL) -> MockSpecError {
    MockSpecError(.unreadableBody, "the request's body can't be read from \(source)", url: url)
  }

  static func webSocket(url: URL) -> MockSpecError {
    MockSpecError(.unsupportedTask, "WebSocket tasks can't be mocked in process", url: url)
  }

  static func notMocked(url: URL?) -> MockSpecError {
    MockSpecError(
      .notMocked, "the call was made with 'URLSession.shared', which isn't mocked, and the test's trait is strict",
      url: url)
  }

  static func redirect(url: URL) -> MockSpecError {
    MockSpecError(
      .unsupportedTask,
      "mocked redirects can't be followed with this version of FoundationNetworking; refuse them in a delegate",
      url: url)
  }

  static func download(url: URL) -> MockSpecError {
    MockSpecError(
      .unsupportedTask, "download tasks can't be mocked with this version of FoundationNetworking; use a data task",
      url: url)
  }
}
