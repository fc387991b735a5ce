#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The upload of a file from a stream.
  ///
  /// On Linux, the process stops if a task of `uploadTask(with:fromFile:)` ends while URLSession waits for the file to be read,
  /// as it does after most cancellations. A stream is read without waiting. The bytes on the wire are the same.
  struct FileUpload {
    private static let fields = ["Content-Length", "Transfer-Encoding", "Expect", "Content-Type"]

    private let url: URL
    private let size: Int64

    /// - Returns: `nil` if the file can't be read, which `uploadTask(with:fromFile:)` reports.
    init?(_ url: URL) {
      var status = stat()
      guard stat(url.path, &status) == 0 else { return nil }
      (self.url, size) = (url, Int64(status.st_size))
    }

    /// Creates a task, which gets its stream from ``stream``.
    func task(in session: URLSession, with request: URLRequest) -> URLSessionUploadTask {
      var request = request
      request.setValue("\(size)", forHTTPHeaderField: "Content-Length")
      // A field with a blank value isn't sent. Without such a value, URLSession adds these fields for a stream.
      for name in Self.fields.dropFirst() where request.value(forHTTPHeaderField: name) == nil {
        request.setValue(" ", forHTTPHeaderField: name)
      }
      return session.uploadTask(withStreamedRequest: request)
    }

    /// Removes the fields that ``task(in:with:)`` has added, which URLSession keeps in the request of a redirect.
    static func removeFields(from next: inout URLRequest, of request: URLRequest) {
      for name in fields where next.value(forHTTPHeaderField: name) != nil {
        next.setValue(request.value(forHTTPHeaderField: name), forHTTPHeaderField: name)
      }
    }

    var stream: InputStream? { InputStream(url: url) }
  }

  extension URLSessionConfiguration {
    /// Whether a URLProtocol of another module answers calls. URLSession gives it the body itself.
    var isIntercepted: Bool {
      let own = Set((URLSessionConfiguration.default.protocolClasses ?? []).map { ObjectIdentifier($0) })
      return protocolClasses?.contains { !own.contains(ObjectIdentifier($0)) } ?? false
    }
  }
#endif
