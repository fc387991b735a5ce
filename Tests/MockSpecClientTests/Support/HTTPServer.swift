import Foundation
import Synchronization
import TestSupport

/// An HTTP/1.1 server on 127.0.0.1, with a thread for each connection.
final class HTTPServer: Sendable {
  struct Request: Sendable {
    let method: String
    let target: String
    let fields: [(name: String, value: String)]
    let body: Data

    subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
  }

  /// The target of each request, once its body has arrived.
  let arrivals: AsyncStream<String>
  /// The target of the last request on each connection that was closed by the client.
  let departures: AsyncStream<String>

  private let listener: TCPSocket
  private let port: Int
  private let received: Received

  private final class Received: Sendable {
    let requests = Mutex<[Request]>([])
  }

  var url: URL { URL(string: "http://127.0.0.1:\(port)")! }
  var requests: [Request] { received.requests.withLock { $0 } }
  var targets: [String] { requests.map(\.target) }

  /// - Parameters:
  ///   - records: Whether requests are kept.
  ///   - answer: Called for each request, on the connection's thread; returns whether the connection stays open.
  init(records: Bool = true, _ answer: @escaping @Sendable (Request, TCPSocket) throws -> Bool) throws {
    let listener = try TCPSocket.listening()
    self.listener = listener
    port = try listener.port
    let (arrivals, arrive) = AsyncStream.makeStream(of: String.self)
    let (departures, depart) = AsyncStream.makeStream(of: String.self)
    (self.arrivals, self.departures) = (arrivals, departures)
    let received = Received()
    self.received = received
    Thread.detachNewThread {
      while let socket = try? listener.accept() {
        Thread.detachNewThread {
          var last = ""
          var rest: [UInt8] = []
          while let request = try? Self.read(socket, &rest) {
            last = request.target
            if records {
              received.requests.withLock { $0.append(request) }
              arrive.yield(request.target)
            }
            guard (try? answer(request, socket)) == true else {
              socket.shutdown(.both)
              return
            }
          }
          if records { depart.yield(last) }
        }
      }
    }
  }

  deinit { listener.shutdown(.both) }

  /// Answers all requests with one response.
  convenience init(
    status: Int = 200, fields: [String] = [], body: String = ""
  ) throws {
    try self.init { request, socket in
      try socket.reply(status, fields, body, to: request)
      return true
    }
  }

  private static func read(_ socket: TCPSocket, _ rest: inout [UInt8]) throws -> Request? {
    while true {
      if let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let fields = lines.dropFirst().map { line in
          let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          return (name: String(parts[0]), value: String(parts[1].trimmingPrefix(" ")))
        }
        let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        if rest.count >= end.upperBound + length {
          let start = lines[0].split(separator: " ")
          let body = Data(rest[end.upperBound..<end.upperBound + length])
          rest.removeFirst(end.upperBound + length)
          return Request(method: String(start[0]), target: String(start[1]), fields: fields, body: body)
        }
      }
      let bytes = try socket.receive()
      guard !bytes.isEmpty else { return nil }
      rest += bytes
    }
  }
}

extension TCPSocket {
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends a whole response, without a body if the request is a HEAD.
  func reply(_ status: Int = 200, _ fields: [String] = [], _ body: String = "", to request: HTTPServer.Request) throws {
    let head = ["HTTP/1.1 \(status) ", "Content-Length: \(body.utf8.count)"] + fields
    try send(head.joined(separator: "\r\n") + "\r\n\r\n" + (request.method == "HEAD" ? "" : body))
  }
}
