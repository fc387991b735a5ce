public import Foundation
public import MockSpec

/// What a request gets when MockSpec itself, and not a response of a spec, ends it.
///
/// Match it by code, `catch MockSpecError.unmatched`, wherever the error comes from. On Linux URLSession hands errors
/// through untouched, so `catch let error as MockSpecError` works in all its forms (async, completion handler,
/// delegate). On Darwin they arrive as an `NSError` of ``errorDomain`` with the same code and description, since the
/// loading system keeps only those.
public struct MockSpecError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// No request of the project matches.
    public static let unmatched = Code(rawValue: 1)
    /// The request's `Mockspec-Response` field is wrong.
    public static let rejected = Code(rawValue: 2)
    /// The request came from a session whose mocks don't exist any more.
    public static let ended = Code(rawValue: 3)
    /// The request's body can't be read, or has more than 64 MiB.
    public static let unreadableBody = Code(rawValue: 4)
    /// URLSession has no way to mock a task of this kind.
    public static let unsupportedTask = Code(rawValue: 5)
    /// The response's template wants something that the request doesn't have.
    public static let template = Code(rawValue: 6)
    /// A closure gave what isn't an HTTP answer.
    public static let invalidReply = Code(rawValue: 7)

    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Lets `catch MockSpecError.unmatched` find the error behind an `NSError` as well.
    public static func ~= (code: Code, error: any Error) -> Bool {
      if let error = error as? MockSpecError { return error.code == code }
      let error = error as NSError
      return error.domain == MockSpecError.errorDomain && error.code == code.rawValue
    }
  }

  public static var unmatched: Code { .unmatched }
  public static var rejected: Code { .rejected }
  public static var ended: Code { .ended }
  public static var unreadableBody: Code { .unreadableBody }
  public static var unsupportedTask: Code { .unsupportedTask }
  public static var template: Code { .template }
  public static var invalidReply: Code { .invalidReply }

  public let code: Code
  /// Lines for a person; the first one stands alone.
  public let message: String
  public let url: URL?
  /// Which requests came near, and why none of them matches; only for ``unmatched``.
  public let explanation: Explanation?

  init(_ code: Code, _ message: String, url: URL?, explanation: Explanation? = nil) {
    self.code = code
    self.message = message
    self.url = url
    self.explanation = explanation
  }
}

extension MockSpecError: CustomNSError, LocalizedError, CustomStringConvertible {
  public static var errorDomain: String { "MockSpec" }
  /// The key in `userInfo` of the ``Explanation`` as JSON, a `String`.
  public static var explanationKey: String { "MockSpecExplanation" }
  public var errorCode: Int { code.rawValue }

  public var errorUserInfo: [String: Any] {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let explanation { userInfo[Self.explanationKey] = explanation.json }
    if let url { userInfo.merge(url.failingURLUserInfo) { $1 } }
    return userInfo
  }

  public var errorDescription: String? { message }
  public var description: String { message }
}

extension MockSpecError {
  static func unmatched(_ explanation: Explanation, url: URL) -> MockSpecError {
    MockSpecError(.unmatched, explanation.text, url: url, explanation: explanation)
  }

  static func ended(url: URL) -> MockSpecError {
    MockSpecError(
      .ended, "the mocks of this session have ended: keep their MockInterceptor as long as the session is used",
      url: url)
  }

  static func bodyTooLarge(url: URL) -> MockSpecError {
    let limit = BodyReading.limit >> 20
    return MockSpecError(
      .unreadableBody, "the request's body has more than \(limit) MiB, the most that is read", url: url)
  }

  static func unreadableBody(_ source: String, url: URL) -> MockSpecError {
    MockSpecError(.unreadableBody, "the request's body can't be read from \(source)", url: url)
  }

  static func unrepeatableBody(url: URL) -> MockSpecError {
    MockSpecError(
      .unreadableBody, "the request passes through, but its body stream has been read and can't be sent again", url: url
    )
  }

  static func webSocket(url: URL) -> MockSpecError {
    MockSpecError(.unsupportedTask, "WebSocket tasks can't be mocked in process", url: url)
  }

  static func download(url: URL) -> MockSpecError {
    MockSpecError(
      .unsupportedTask, "download tasks can't be mocked with this version of FoundationNetworking; use a data task",
      url: url)
  }
}
