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

  /// The last one serves as long as the URL stays the same: on Linux, making a response takes 4 µs, more than all else
  /// that a mocked request adds.
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

/// The rendered replies of one snapshot, filled as they are asked for.
final class RenderedReplies: Sendable {
  private let rendered = Mutex<(snapshot: Int, byIndex: [Int: RenderedReply])>((-1, [:]))

  /// A request that started before a reload may still ask for a reply of the old snapshot; it is rendered anew.
  func callAsFunction(_ reply: Reply, snapshot: Int) -> RenderedReply {
    let known = rendered.withLock { $0.snapshot == snapshot ? $0.byIndex[reply.index] : nil }
    if let known, known.reply === reply { return known }
    let new = RenderedReply(reply)
    rendered.withLock {
      if $0.snapshot < snapshot { $0 = (snapshot, [:]) }
      if $0.snapshot == snapshot { $0.byIndex[reply.index] = new }
    }
    return new
  }
}
