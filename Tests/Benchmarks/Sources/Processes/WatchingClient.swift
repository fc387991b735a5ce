import Foundation
import Synchronization
import TestSupport

/// A client of a server's control API that reads on threads of its own until it is ended.
final class WatchingClient: Sendable {
  private let events: TCPSocket
  private let isOver = Atomic(false)

  /// Reads events, with or without the bodies of calls.
  init(listeningTo port: Int, hasBodies: Bool = true) throws {
    events = try TCPSocket.listeningToEvents(of: port, hasBodies: hasBodies)
    Thread.detachNewThread { [events] in
      while let chunk = try? events.receive(), !chunk.isEmpty {}
    }
  }

  /// Makes the calls that the panel makes while there are too many calls to send all as events: it reads the events, the
  /// calls each second, and the state every other second.
  convenience init(panelOf port: Int) throws {
    try self.init(listeningTo: port, hasBodies: false)
    let socket = try TCPSocket.connected(to: port)
    for resource in ["state", "sessions"] { _ = try socket.answer(to: "/__mockspec/\(resource)") }
    Thread.detachNewThread { [self] in
      let calls = "calls?limit=1000&bodies=false&since=0"
      var second = 0
      while !isOver.load(ordering: .relaxed) {
        for resource in second.isMultiple(of: 2) ? [calls, "state"] : [calls] {
          _ = try? socket.answer(to: "/__mockspec/\(resource)")
        }
        second += 1
        sleep(1)
      }
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    events.shutdown(.both)
  }
}

extension TCPSocket {
  /// Returns a connection whose events have begun.
  static func listeningToEvents(of port: Int, hasBodies: Bool = true) throws -> TCPSocket {
    let socket = try connected(to: port)
    try socket.send(Array("GET /__mockspec/events?bodies=\(hasBodies) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    try socket.receive(until: "\r\n\r\n")
    return socket
  }

  /// Receives until a text has arrived.
  func receive(until text: String) throws {
    var received = ""
    while !received.contains(text) {
      let chunk = try receive()
      guard !chunk.isEmpty else { throw BenchmarkError("the server closed the connection before '\(text)'") }
      received += String(decoding: chunk, as: UTF8.self)
    }
  }
}
