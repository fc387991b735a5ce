import Foundation
import HTTPTypes

/// The encoded content of a request.
struct EncodedContent {
  var query = ""
  var headers: HTTPFields
  var body = RequestBody.none

  /// - Parameter isCancelled: Whether the content isn't needed any more. Called while files are copied.
  init(
    _ content: RequestContent, method: HTTPRequest.Method, headers: HTTPFields, isCancelled: () -> Bool
  ) throws(EncodingProblem) {
    // URLSession sends these fields as they are, even if they don't match the body.
    for name in [HTTPField.Name.contentLength, .transferEncoding] where headers[name] != nil {
      throw EncodingProblem(.headers, "'\(name)' is set by URLSession: remove it from 'headers'")
    }
    // As URLRequest sends it.
    let method = HTTPRequest.Method(method.rawValue.uppercased()) ?? method
    self.headers = headers
    var queryParameters = content.query
    switch content.payload {
    case .none: break
    case .data(let result, let contentType):
      try setBody(method, contentType) { () throws(EncodingProblem) in
        do {
          return .data(try result.get())
        } catch {
          throw EncodingProblem(.body, "its value can't be encoded: \(Self.summary(of: error))", underlying: error)
        }
      }
    case .form(let form):
      try setForm(form, method)
    case .dependent(let parameters):
      if [.get, .head, .delete].contains(method) {
        queryParameters.insert(parameters, at: 0)
      } else {
        try setForm(parameters, method)
      }
    case .multipart(let parts, let boundary):
      let multipart = try MultipartEncoding(parts, boundary: boundary)
      if let own = headers[.contentType], !own.contains(multipart.boundary) {
        throw EncodingProblem(
          .headers, "'Content-Type: \(own)' hasn't the boundary of the multipart body: remove it from 'headers'")
      }
      try setBody(method, multipart.contentType) { () throws(EncodingProblem) in
        try multipart.body(isCancelled: isCancelled)
      }
    case .file(let url, let contentType):
      try setBody(method, contentType) { () throws(EncodingProblem) in
        do throws(FileProblem) {
          close(try openRegularFile(url))
          return .file(url)
        } catch { throw EncodingProblem(.body, error.description) }
      }
    }
    for parameters in queryParameters {
      let text = try parameters.query()
      if !text.isEmpty { query += query.isEmpty ? text : "&" + text }
    }
  }

  /// Returns a summary of an encoder's error, without the value, which may be secret.
  private static func summary(of error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(type(of: error))" }
    return context.summary
  }

  private mutating func setForm(
    _ parameters: RequestContent.Parameters, _ method: HTTPRequest.Method
  ) throws(EncodingProblem) {
    try setBody(method, "application/x-www-form-urlencoded") { () throws(EncodingProblem) in
      .data(Data(try parameters.form().utf8))
    }
  }

  private mutating func setBody(
    _ method: HTTPRequest.Method, _ contentType: String, _ make: () throws(EncodingProblem) -> RequestBody
  ) throws(EncodingProblem) {
    try EncodingProblem.requireBodyAllowed(method.rawValue)
    if headers[.contentType] == nil {
      guard HTTPField.isValidValue(contentType) else {
        throw EncodingProblem(.headers, "\(contentType.debugDescription) isn't a Content-Type, as in 'text/plain'")
      }
      headers[.contentType] = contentType
    }
    body = try make()
  }
}
