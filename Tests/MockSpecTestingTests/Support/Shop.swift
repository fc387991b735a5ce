import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A small project, and calls to it.
enum Shop {
  static let specs = SpecLocation.inline(
    """
    mockspec: 1
    requests:
      Login:
        match: POST https://api.example.com/login
        responses:
          Success: {json: {token: abc}}
          Offline: {error: notConnectedToInternet}
          Busy: {status: 503}
      Item:
        match: GET https://api.example.com/items/{id}
        responses:
          Found: {json: {id: "{{request.path.id}}"}, template: true}
          Missing: {status: 404}
    """)

  static let cart = SpecLocation.inline(
    """
    mockspec: 1
    states: {cart: [empty, filled, paid], user: [signed out, signed in]}
    requests: {Cart: {match: /cart, responses: {Empty: {when: {cart: empty}}, Other: {}}}}
    """)

  static func request(_ method: String, _ path: String, body: String? = nil) -> URLRequest {
    var request = URLRequest(url: URL(string: "https://api.example.com" + path)!)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  /// Returns the status and the text of an answer, or the code of a `URLError`.
  static func answer(
    _ method: String, _ path: String, body: String? = nil, in session: URLSession = .mocked
  ) async throws -> String {
    do {
      let (data, response) = try await session.data(for: request(method, path, body: body))
      return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
    } catch let error as URLError {
      return "\(error.code.rawValue)"
    }
  }

  static func login(in session: URLSession = .mocked) async throws -> String {
    try await answer("POST", "/login", in: session)
  }

  static let offline = "-1009"
  static let success = #"200 {"token":"abc"}"#
}
