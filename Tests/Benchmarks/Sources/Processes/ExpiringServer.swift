import Foundation
import Synchronization
import TestSupport

/// An HTTP/1.1 server that answers each path with the path, and whose token expires after a number of answers.
///
/// The path `/token` returns the current token. Any other token is answered with 401.
final class ExpiringServer: Sendable {
  private final class State: Sendable {
    let answers = Mutex(0)
  }

  let url: String
  private let listener: TCPSocket

  /// - Parameter lifetime: The number of answers after which a token expires.
  init(lifetime: Int) throws {
    let (listener, state) = (try TCPSocket.listening(), State())
    self.listener = listener
    url = "http://127.0.0.1:\(try listener.port)"
    Thread.detachNewThread {
      while let socket = try? listener.accept() {
        Thread.detachNewThread { try? Self.serve(socket, state, lifetime) }
      }
    }
  }

  deinit { listener.shutdown(.both) }

  private static func serve(_ socket: TCPSocket, _ state: State, _ lifetime: Int) throws {
    var rest: [UInt8] = []
    while true {
      while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: rest[..<end.upperBound], as: UTF8.self)
        rest.removeSubrange(..<end.upperBound)
        let path = String(head.split(separator: " ")[1])
        let (token, isRight) = state.answers.withLock { count in
          let token = "\(count / lifetime)"
          let isRight = head.contains("Authorization: Bearer \(token)\r\n")
          if isRight { count += 1 }
          return (token, isRight)
        }
        let (status, body) = path == "/token" ? (200, token) : isRight ? (200, path) : (401, "")
        try socket.send(Array("HTTP/1.1 \(status) \r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      }
      let bytes = try socket.receive()
      if bytes.isEmpty { return }
      rest += bytes
    }
  }
}
