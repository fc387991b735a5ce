import Foundation
import HTTPTypes
import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A reply in the form that URLSession wants, made once and handed to every request that gets the reply.
final class RenderedReply: Sendable {
  let reply: Reply
  var status: Int { reply.status }
  /// Fields of one name joined by `, `, as `HTTPURLResponse` has room for only one of each, and `Content-Length`, which
  /// a server would have added.
  let fields: [String: String]
  /// The values of `Set-Cookie`, one by one.
  let cookies: [String]
  let body: Data
  private let latest = Mutex<HTTPURLResponse?>(nil)

  init(_ reply: Reply) {
    self.reply = reply
    body = Data(reply.body)
    cookies = reply.fields[values: .setCookie]
    var spelling: [String: String] = [:]
    var fields: [String: String] = [:]
    for field in reply.fields {
      let name = spelling[field.name.canonicalName, default: field.name.rawName]
      spelling[field.name.canonicalName] = name
      fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
    }
    if spelling["content-length"] == nil, reply.describesLength {
      fields["Content-Length"] = String(reply.body.count)
    }
    self.fields = fields
  }

  /// The last one serves as long as the URL stays the same: making one takes 4 µs on Linux, about as much as deciding on
  /// the request and carrying the decision out.
  func response(for url: URL) -> HTTPURLResponse? {
    if let known = latest.withLock({ $0 }), known.url == url { return known }
    let new = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    latest.withLock { $0 = new }
    return new
  }
}

extension Reply {
  /// RFC 9110 §8.6 forbids the field in 1xx and 204; in 304 it would be the length of a body that nobody has.
  fileprivate var describesLength: Bool { status >= 200 && status != 204 && status != 304 }
}
