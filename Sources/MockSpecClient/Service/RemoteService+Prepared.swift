import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RemoteService {
  /// Returns the request of the call.
  ///
  /// - Throws: `URLError.badURL` if the base URL and the path don't make a URL.
  public func prepared() throws -> PreparedRequest {
    let base = baseURL.absoluteString
    let text = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path.encoded
    guard let url = URL(string: text, encodingInvalidCharacters: false) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    return PreparedRequest(request: request, destination: destination)
  }
}
