import Foundation
import HTTPTypes
import MockSpecClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service with one call, whose properties tests choose.
struct DeclaredCall: RemoteService {
  var baseURL = URL(string: "https://api.example.com")!
  var path: RequestPath = "/items"
  var method = HTTPRequest.Method.get
  var headers: HTTPFields = [:]
  var content = RequestContent.none
  var acceptedStatus = AcceptedStatus.success
  var destination = ResponseDestination.memory
}

extension DeclaredCall {
  init(_ method: HTTPRequest.Method, _ content: RequestContent, headers: HTTPFields = [:]) {
    (self.method, self.content, self.headers) = (method, content, headers)
  }

  /// The query of the prepared call.
  var query: String? {
    get throws { try prepared().request.url?.query(percentEncoded: true) }
  }

  /// The body of the prepared call, as text.
  var body: String? {
    get throws { try prepared().body.bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// What the prepared call has as its `Content-Type`.
  var contentType: String? {
    get throws { try prepared().request.value(forHTTPHeaderField: "Content-Type") }
  }

  /// What `prepared()` throws.
  var failure: RequestEncodingError? {
    do throws(RequestEncodingError) {
      _ = try prepared()
      return nil
    } catch { return error }
  }
}

extension RequestBody {
  var bytes: Data? {
    get throws {
      switch self {
      case .none: nil
      case .data(let data): data
      case .file(let url): try Data(contentsOf: url)
      case .temporaryFile(let file): try Data(contentsOf: file.url)
      }
    }
  }
}
