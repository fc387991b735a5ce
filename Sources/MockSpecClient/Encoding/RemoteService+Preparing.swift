import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RemoteService {
  /// Returns the call as it is sent.
  ///
  /// It blocks while the files of a multipart body are copied.
  ///
  /// - Throws: ``RequestEncodingError``, if the call can't be sent as it is declared.
  public func prepared() throws(RequestEncodingError) -> PreparedRequest {
    do throws(EncodingProblem) {
      let content = content
      let encoded = try EncodedContent(content, method: method, headers: headers)
      let url = try RequestURL.make(base: baseURL, path: path, query: encoded.query)
      var request = URLRequest(url: url)
      if method != .get { request.httpMethod = method.rawValue }
      // Several values of one field are one list (RFC 9110 §5.3), which is what URLRequest can hold.
      for name in Set(encoded.headers.lazy.map(\.name)) {
        request.setValue(encoded.headers[name], forHTTPHeaderField: name.rawName)
      }
      return PreparedRequest(request: request, body: encoded.body, destination: destination)
    } catch {
      throw RequestEncodingError(error, service: self)
    }
  }
}

extension PreparedRequest {
  /// Checks the body, which middleware may have changed, and its file, which may have changed, too: URLSession on Linux
  /// never ends a task whose file has become a folder.
  ///
  /// - Throws: ``RequestEncodingError``.
  func validateBody(for service: any RemoteService) throws(RequestEncodingError) {
    do throws(EncodingProblem) {
      if case .none = body, request.httpBody == nil { return }
      try EncodingProblem.requireBodyAllowed(request.httpMethod ?? "GET")
      guard case .file(let url) = body else { return }
      do throws(FileProblem) { close(try openRegularFile(url)) } catch {
        throw EncodingProblem(.body, error.description)
      }
    } catch { throw RequestEncodingError(error, service: service) }
  }
}
