import Dispatch
import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RemoteService {
  /// Returns the call as it is sent.
  ///
  /// It blocks while the files of a multipart body are copied.
  ///
  /// - Throws: ``RequestEncodingError``, if the call can't be sent as it is declared.
  public func prepared() throws(RequestEncodingError) -> PreparedRequest { try prepared(content) { false } }

  /// Returns the call as it is sent. Files of a multipart body are copied on a thread that may block, until the task is
  /// cancelled.
  func preparedWithoutBlocking() async throws(RequestEncodingError) -> PreparedRequest {
    let content = content
    guard case .multipart(let parts, _) = content.payload, parts.contains(where: \.isFile) else {
      return try prepared(content) { false }
    }
    let isCancelled = Atomic(false)
    let result: Result<PreparedRequest, RequestEncodingError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            returning: Result { () throws(RequestEncodingError) in
              try self.prepared(content) { isCancelled.load(ordering: .relaxed) }
            })
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  private func prepared(
    _ content: RequestContent, isCancelled: () -> Bool
  ) throws(RequestEncodingError) -> PreparedRequest {
    do throws(EncodingProblem) {
      let encoded = try EncodedContent(content, method: method, headers: headers, isCancelled: isCancelled)
      let url = try RequestURL.make(base: baseURL, path: path, query: encoded.query)
      var request = URLRequest(url: url)
      if method != .get { request.httpMethod = method.rawValue }
      // Several values of one field are joined to a list (RFC 9110 §5.3), since URLRequest can't hold them separately.
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
