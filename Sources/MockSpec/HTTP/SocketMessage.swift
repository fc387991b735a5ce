/// A message on a WebSocket.
public struct SocketMessage: Sendable, Hashable {
  /// Whether it is a text message. Otherwise, it is binary.
  public let isText: Bool
  /// The content; of a text message, UTF-8.
  public let content: [UInt8]

  /// Creates a text message.
  public init(text: String) { (isText, content) = (true, Array(text.utf8)) }

  /// Creates a binary message.
  public init(bytes: [UInt8]) { (isText, content) = (false, bytes) }

  /// - Parameter content: The content, which is UTF-8 if it is a text message.
  package init(isText: Bool, content: [UInt8]) { (self.isText, self.content) = (isText, content) }

  /// The content as text, in which bytes that aren't UTF-8 are replaced.
  public var text: String { String(decoding: content, as: UTF8.self) }
}

/// The codes with which WebSockets are closed (RFC 6455 §7.4).
package enum SocketCloseCode {
  package static let normal = 1000
  package static let goingAway = 1001
  package static let protocolError = 1002
  /// Isn't sent: the other side has closed the WebSocket without a code.
  package static let none = 1005
  /// Isn't sent: the connection has ended without a close.
  package static let abnormal = 1006
  package static let notText = 1007
  package static let tooLarge = 1009
  package static let internalError = 1011

  /// Returns whether a close can have a code.
  package static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
