public import Foundation
public import MockSpec

extension MockedResponse {
  /// Creates a response that makes the call fail with a `URLError`.
  ///
  /// - Parameters:
  ///   - name: The name by which the response is selected.
  ///   - error: The code of the error.
  ///   - delay: How long the call waits before it fails.
  public init(_ name: String, error: URLError.Code, delay: Duration = .zero) {
    self.init(name, error: URLFailure(error), delay: delay)
  }
}

extension URLFailure {
  /// Creates the failure of a code, which may have no name in the spec language.
  package init(_ code: URLError.Code) {
    self = code.name.map(URLFailure.urlError) ?? .custom(domain: NSURLErrorDomain, code: code.rawValue, message: nil)
  }
}
