/// The limits of a server on its connections and calls.
package struct ServerLimits: Sendable, Hashable {
  /// The maximum size in bytes of a request line, with its line end.
  package var requestLineBytes = 80 << 10
  /// The maximum size in bytes of a call's head, which is the request line and the fields; also the maximum size of the
  /// trailers.
  package var headerBytes = 256 << 10
  /// The maximum number of a call's header fields.
  package var headerCount = 256
  /// The maximum size in bytes of a call's body.
  package var bodyBytes = BodyLimit.bytes
  /// The minimum rate in bytes per second at which a body is received, after the first seconds; 0 for none.
  package var bodyRate = 500
  /// The maximum time for receiving the head of a call; 0 for any time.
  package var headerTimeout = Duration.seconds(60)
  /// The time after which a connection without a call is closed, and a connection whose client doesn't receive the reply is
  /// reset; 0 for never.
  package var idleTimeout = Duration.seconds(75)
  /// The time for finishing open calls when the server stops.
  package var shutdownTimeout = Duration.seconds(2)
  /// The maximum number of open connections; 0 for no limit.
  package var connections = 0
  /// The maximum number of open connections of one address; 0 for no limit.
  package var connectionsPerAddress = 0
  /// The maximum number of streams that the client of an HTTP/2 connection resets within 30 seconds.
  package var streamResets = 2_000

  package init() {}

  /// Sets a limit.
  ///
  /// - Parameter text: A number, or a duration such as `500ms`.
  /// - Returns: Whether the text is a value of the limit.
  package mutating func set(_ key: ServerLimitKey, to text: String) -> Bool {
    switch key.value {
    case .number(let path, let range):
      guard let number = Int(text), range.contains(number) else { return false }
      self[keyPath: path] = number
    case .duration(let path):
      guard let duration = DurationText.parse(text) else { return false }
      self[keyPath: path] = duration
    }
    return true
  }

  /// The value of a limit.
  enum Value: Hashable {
    case number(Int)
    case duration(Duration)
  }

  subscript(key: ServerLimitKey) -> Value {
    switch key.value {
    case .number(let path, _): .number(self[keyPath: path])
    case .duration(let path): .duration(self[keyPath: path])
    }
  }
}

/// The names of the limits that can be set.
package enum ServerLimitKey: String, CaseIterable {
  case requestLineBytes, headerBytes, headerCount, bodyBytes, bodyRate, headerTimeout, idleTimeout, shutdownTimeout
  case connections, connectionsPerAddress, streamResets

  fileprivate enum Value {
    case number(WritableKeyPath<ServerLimits, Int>, ClosedRange<Int>)
    case duration(WritableKeyPath<ServerLimits, Duration>)
  }

  fileprivate var value: Value {
    switch self {
    case .requestLineBytes: .number(\.requestLineBytes, 1...1 << 20)
    case .headerBytes: .number(\.headerBytes, 1...1 << 20)
    case .headerCount: .number(\.headerCount, 1...1 << 14)
    case .bodyBytes: .number(\.bodyBytes, 0...BodyLimit.bytes)
    case .bodyRate: .number(\.bodyRate, 0...1 << 30)
    case .headerTimeout: .duration(\.headerTimeout)
    case .idleTimeout: .duration(\.idleTimeout)
    case .shutdownTimeout: .duration(\.shutdownTimeout)
    case .connections: .number(\.connections, 0...1 << 20)
    case .connectionsPerAddress: .number(\.connectionsPerAddress, 0...1 << 20)
    case .streamResets: .number(\.streamResets, 1...1 << 16)
    }
  }

  /// The values of the limit, for messages.
  package var expectation: String {
    switch value {
    case .number(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a duration such as 500ms or 5s"
    }
  }
}
