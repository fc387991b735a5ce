public import Foundation
public import MockSpec

extension MockedResponse {
  /// The request fails with a `URLError`.
  public init(_ name: String, error: URLError.Code, delay: Duration = .zero) {
    let failure = error.name.map(URLFailure.urlError)
    self.init(
      name, error: failure ?? .custom(domain: NSURLErrorDomain, code: error.rawValue, message: nil), delay: delay)
  }
}
