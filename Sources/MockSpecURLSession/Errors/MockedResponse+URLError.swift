public import Foundation
public import MockSpec

extension MockedResponse {
  /// Creates a response that makes the request fail with a `URLError`.
  ///
  /// - Parameters:
  ///   - name: The name by which the response is selected.
  ///   - error: The code of the error.
  ///   - delay: How long the request waits before it fails.
  public init(_ name: String, error: URLError.Code, delay: Duration = .zero) {
    let failure = error.name.map(URLFailure.urlError)
    self.init(
      name, error: failure ?? .custom(domain: NSURLErrorDomain, code: error.rawValue, message: nil), delay: delay)
  }
}
