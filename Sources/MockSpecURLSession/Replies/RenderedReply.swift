import Foundation
import HTTPTypes
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reply in the form that URLSession needs, shared by all calls that get the reply.
final class RenderedReply: ReplyForm {
  let status: Int
  /// The fields, with `Content-Length`, which a server would have added. `HTTPURLResponse` has one value for each name, so
  /// the values of repeated fields are joined with `, `.
  let fields: [String: String]
  /// The values of `Set-Cookie`, one by one.
  let cookies: [String]
  let body: Data
  private let latest: Mutex<URLResponse?>

  convenience init(_ reply: Reply) {
    self.init(
      reply.status, reply.fields.withoutFraming, reply.content,
      contentLength: reply.describesLength ? reply.size : nil)
  }

  /// Creates the part of a reply that is sent before its connection breaks.
  convenience init(_ part: Reply.Part) {
    var length: Int?
    if case .length(let count) = part.framing { length = count }
    self.init(part.status, part.fields, part.body.rest, contentLength: length)
  }

  /// Creates a reply, still without its body, from the response of a real server.
  ///
  /// - Parameter response: The response, which may be one of a protocol other than HTTP.
  init(_ response: URLResponse) {
    let http = response as? HTTPURLResponse
    status = http?.statusCode ?? 200
    var fields: [String: String] = [:]
    for (name, value) in http?.allHeaderFields ?? [:] { fields["\(name)"] = "\(value)" }
    self.fields = fields
    // Joined, as Foundation can parse them.
    cookies = fields.filter { $0.key.lowercased() == "set-cookie" }.map(\.value)
    body = Data()
    latest = Mutex(response)
  }

  /// Creates a reply with the body of another one replaced.
  init(_ head: RenderedReply, body: Data) {
    (status, fields, cookies, self.body) = (head.status, head.fields, head.cookies, body)
    latest = Mutex(head.latest.withLock { $0 })
  }

  init(_ status: Int, _ replyFields: HTTPFields, _ body: ArraySlice<UInt8>, contentLength: Int?) {
    latest = Mutex(nil)
    self.status = status
    self.body = Data(body)
    cookies = replyFields[values: .setCookie]
    var spelling: [String: String] = [:]
    var fields: [String: String] = [:]
    for field in replyFields {
      let name = spelling[field.name.canonicalName, default: field.name.rawName]
      spelling[field.name.canonicalName] = name
      fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
    }
    if let contentLength { fields["Content-Length"] = String(contentLength) }
    self.fields = fields
  }

  /// Returns the response for a URL.
  ///
  /// The last response is kept for further calls with its URL, since creating one takes 4 µs on Linux, about as long as the
  /// rest of a call.
  func response(for url: URL) -> URLResponse? {
    if let known = latest.withLock({ $0 }), known.url == url { return known }
    let new = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    latest.withLock { $0 = new }
    return new
  }
}

extension Reply {
  /// RFC 9110 §8.6 forbids the field in 1xx and 204; in a 304 it would describe a body that isn't known.
  fileprivate var describesLength: Bool { status >= 200 && status != 204 && status != 304 }
}
