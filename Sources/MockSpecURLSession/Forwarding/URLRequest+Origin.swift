import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Creates the request for another origin, without its body; `nil` if it has no valid URL there.
  init?(_ call: MockCall, to origin: Origin) {
    guard let url = URL(string: origin.description + call.path + (call.query.map { "?" + $0 } ?? "")) else {
      return nil
    }
    self.init(url: url)
    httpMethod = call.method
    for field in call.ownFields.endToEnd where field.name != .contentLength && field.name.canonicalName != "host" {
      addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
  }

  /// Returns the request without its body and the fields for MockSpec, and with those of the session's configuration.
  func passedThrough(with additional: [AnyHashable: Any]) -> URLRequest {
    var request = self
    (request.httpBody, request.httpBodyStream) = (nil, nil)
    for (name, value) in additional where request.value(forHTTPHeaderField: "\(name)") == nil {
      request.setValue("\(value)", forHTTPHeaderField: "\(name)")
    }
    for name in request.allHTTPHeaderFields?.keys.filter({ HTTPField.Name($0)?.isControl == true }) ?? [] {
      request.allHTTPHeaderFields?[name] = nil
    }
    return request
  }
}
