import Foundation
import Synchronization
import TestSupport

/// Answers each request on 127.0.0.1 with an empty 200, and keeps the bytes that it has received.
final class RecordingServer: Sendable {
  let port: Int
  private let listener: TCPSocket
  private let received: Recordings

  private final class Recordings: Sendable {
    let requests = Mutex<[WireRequest]>([])
  }

  init() throws {
    let (listener, received) = (try TCPSocket.listening(), Recordings())
    (self.listener, self.received) = (listener, received)
    port = try listener.port
    Thread.detachNewThread {
      while let socket = try? listener.accept() {
        Thread.detachNewThread {
          if let request = try? Self.receive(from: socket) {
            received.requests.withLock { $0.append(request) }
            try? socket.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
          }
        }
      }
    }
  }

  deinit { listener.shutdown(.both) }

  var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

  /// The requests that were answered since the last time.
  func takeRequests() -> [WireRequest] {
    received.requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  private static func receive(from socket: TCPSocket) throws -> WireRequest? {
    var (bytes, isContinued) = (Data(), false)
    while true {
      if let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) {
        let request = WireRequest(
          head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), body: Data(bytes[end.upperBound...]))
        if request.body.count >= request.length { return request }
        if !isContinued, request["Expect"] != nil {
          isContinued = true
          try socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
      }
      let chunk = try socket.receive()
      if chunk.isEmpty { return nil }
      bytes += chunk
    }
  }
}

/// A request as it was received.
struct WireRequest: Equatable, CustomStringConvertible {
  /// The method, the target and the version.
  let start: String
  /// The lines of the fields, sorted: their order has no meaning (RFC 9110 §5.3), and URLSession's is that of a dictionary.
  let fields: [String]
  let body: Data

  init(head: String, body: Data) {
    let lines = head.components(separatedBy: "\r\n")
    (start, fields, self.body) = (lines[0], lines.dropFirst().sorted(), body)
  }

  subscript(name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces) }
  }

  var length: Int { self["Content-Length"].flatMap { Int($0) } ?? 0 }

  var description: String {
    ([start] + fields + ["", String(decoding: body.prefix(2_000), as: UTF8.self)]).joined(separator: "\n")
  }
}
