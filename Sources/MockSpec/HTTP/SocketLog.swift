import Synchronization

/// What was sent and received over a WebSocket. The journal keeps it longer than the connection.
package final class SocketLog: Sendable {
  package typealias Close = SocketTraffic.Close

  private let now: @Sendable () -> Duration
  private let state = Mutex(SocketTraffic())

  /// - Parameter now: Returns the time since 1970-01-01 UTC.
  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  package var traffic: SocketTraffic { state.withLock { $0 } }
  var sentCount: Int { state.withLock { $0.sent } }

  package func sent(_ message: SocketMessage) { add(message, isReceived: false) }
  package func received(_ message: SocketMessage) { add(message, isReceived: true) }

  private func add(_ message: SocketMessage, isReceived: Bool) {
    let time = now()
    state.withLock { $0.add(message, isReceived: isReceived, at: time) }
  }

  /// - Returns: Whether it is the first end.
  func end(_ close: Close) -> Bool {
    state.withLock { traffic in
      if traffic.close != nil { return false }
      traffic.close = close
      return true
    }
  }
}

/// The messages of a WebSocket, the last of which are kept, and how it was closed.
public struct SocketTraffic: Sendable, Hashable {
  /// A message that was sent or received.
  public struct Message: Sendable, Hashable {
    /// Whether the client has sent it.
    public let isReceived: Bool
    /// The message, with at most 64 KiB of its content.
    public internal(set) var message: SocketMessage
    /// The size of the whole content in bytes.
    public let size: Int
    /// The time since 1970-01-01 UTC.
    public let time: Duration
  }

  /// How a WebSocket was closed.
  public struct Close: Sendable, Hashable {
    /// The side that closes a WebSocket first.
    public enum Side: String, Sendable, Hashable {
      /// The client has closed it, or has left.
      case client
      /// The server has closed it: the spec says so, the client has made a mistake, or the session or the server ends.
      case server
    }

    /// The code; 1005 if the client has sent none, and 1006 if the connection has ended without a close (RFC 6455 §7.4.1).
    public let code: Int
    /// The side that has closed it first.
    public let side: Side
    /// The reason of the server, such as a mistake of the client; `nil` if there is none.
    public let reason: String?

    package init(_ code: Int, by side: Side, reason: String? = nil) {
      (self.code, self.side, self.reason) = (code, side, reason)
    }
  }

  /// The maximum number of messages that are kept.
  static let messageLimit = 100
  /// The maximum size in bytes of their contents together.
  static let sizeLimit = 64 << 10

  /// The last 100 messages, of which those before the last 64 KiB are dropped.
  public internal(set) var messages: [Message] = []
  /// The number of messages that were sent.
  public internal(set) var sent = 0
  /// The number of messages that were received.
  public internal(set) var received = 0
  /// How the WebSocket was closed; `nil` while it is open.
  public internal(set) var close: Close?
  /// The size of the contents that are kept, in bytes.
  private var size = 0

  init() {}

  /// The approximate size in memory, in bytes.
  var memorySize: Int { size + messages.count * 64 }

  mutating func add(_ message: SocketMessage, isReceived: Bool, at time: Duration) {
    if isReceived { received += 1 } else { sent += 1 }
    var kept = message
    if message.content.count > Self.sizeLimit {
      // A copy, since a slice would keep the whole content. A text is cut between characters.
      let start = Array(message.content.prefix(Self.sizeLimit))
      kept = SocketMessage(isText: message.isText, content: message.isText ? start.dropLast(start.openTail) : start)
    }
    messages.append(Message(isReceived: isReceived, message: kept, size: message.content.count, time: time))
    size += kept.content.count
    var dropped = 0
    while messages.count - dropped > Self.messageLimit || size > Self.sizeLimit {
      size -= messages[dropped].message.content.count
      dropped += 1
    }
    messages.removeFirst(dropped)
  }
}

extension SocketTraffic: CustomStringConvertible {
  /// A few words, such as `3 messages sent, 1 received, closed by the client with 1000`.
  public var description: String {
    let text = "\(sent) message\(sent == 1 ? "" : "s") sent, \(received) received"
    guard let close else { return text + " until now" }
    if close.code == SocketCloseCode.abnormal { return text + ", \(close.side) left without a close" }
    return text + ", closed by the \(close.side) with \(close.code)"
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The number of bytes at the end that begin a character of UTF-8 whose rest is missing, 3 at most.
  package var openTail: Int {
    for (index, byte) in reversed().prefix(3).enumerated() {
      switch byte {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return index < 1 ? index + 1 : 0
      case 0xE0...0xEF: return index < 2 ? index + 1 : 0
      case 0xF0...0xF4: return index < 3 ? index + 1 : 0
      default: return 0
      }
    }
    return 0
  }
}
