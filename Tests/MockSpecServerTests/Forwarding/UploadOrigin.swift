import TestSupport

/// An origin that receives the text `first` and what follows, until its connection ends.
struct BrokenUpload: Sendable {
  private let hasFirst = AsyncStream.makeStream(of: Void.self)
  private let ending = AsyncStream.makeStream(of: Int32.self)

  @Sendable func serve(_ socket: TCPSocket) throws {
    var received = Received(socket)
    try received.receive("first")
    hasFirst.continuation.yield()
    do {
      while !(try socket.receive()).isEmpty {}
      ending.continuation.yield(0)
    } catch let failure as TCPSocket.Failure {
      ending.continuation.yield(failure.number)
    }
  }

  /// Waits until the text has arrived.
  func first() async { for await _ in hasFirst.stream { break } }

  /// Waits until the connection has ended, and returns the value of `errno`; 0 if it was closed.
  func end() async -> Int32? {
    for await number in ending.stream { return number }
    return nil
  }
}

/// What was received of a connection.
struct Received {
  private struct EarlyEnd: Error {}

  private let socket: TCPSocket
  private(set) var text = ""

  init(_ socket: TCPSocket) { self.socket = socket }

  /// Receives until a text has arrived.
  mutating func receive(_ end: String) throws {
    while !text.contains(end) {
      let bytes = try socket.receive()
      if bytes.isEmpty { throw EarlyEnd() }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }
}
