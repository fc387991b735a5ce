import HTTPTypes

/// The opening handshake of a WebSocket (RFC 6455 §4).
struct SocketHandshake {
  /// Why a call opens no WebSocket, with the reply to it.
  struct Refusal: Error, Sendable {
    let status: Int
    /// The reason, which can have several lines.
    let reason: String
    var fields: HTTPFields = [:]
  }

  private static let version = "13"

  /// The sub-protocols that the client offers, in its order.
  let offers: [String]

  /// Reads the handshake of a call.
  ///
  /// - Parameter allowed: The origins whose pages can call the mocks, besides the server's own.
  init(_ call: MockCall, _ allowed: AllowedOrigins) throws(Refusal) {
    guard call.opensSockets, call.asksForSocket else { throw Self.noHandshake }
    guard call.values(of: .secWebSocketVersion) == [Self.version] else {
      throw Refusal(
        status: 426, reason: "this WebSocket needs 'Sec-WebSocket-Version: \(Self.version)'",
        fields: [.upgrade: "websocket", .secWebSocketVersion: Self.version])
    }
    let keys = call.values(of: .secWebSocketKey)
    guard keys.count == 1, Base64.decode(keys[0])?.count == 16 else {
      throw Refusal(
        status: 400,
        reason: "the handshake of this WebSocket needs one 'Sec-WebSocket-Key', which is 16 bytes in base64")
    }
    if let origin = allowed.refused(origins: call.values(of: .origin), host: call.values(of: .host).first) {
      throw Refusal(
        status: 403,
        reason: """
          the project file doesn't allow pages of \(origin) to open this WebSocket
          help: add the origin to the list 'server.cors', or set it to true for any origin
          """)
    }
    offers = call.values(of: .secWebSocketProtocol).flatMap { $0.split(separator: ",") }
      .map { String($0.withoutBlanks) }
  }

  private static let noHandshake = Refusal(
    status: 426,
    reason: """
      this request is answered over a WebSocket, which needs a handshake over HTTP/1.1: \
      GET with 'Upgrade: websocket' and 'Connection: Upgrade'
      """, fields: [.upgrade: "websocket"])
}

extension MockCall {
  /// Whether the call is a handshake, perhaps with mistakes.
  package var asksForSocket: Bool {
    method == "GET" && tokens(of: .upgrade).contains("websocket") && tokens(of: .connection).contains("upgrade")
  }

  /// Returns the words of a field that is a list, in lower case.
  func tokens(of name: HTTPField.Name) -> [String] {
    values(of: name).flatMap { $0.split(separator: ",") }.map { $0.withoutBlanks.lowercased() }
  }
}

extension AllowedOrigins {
  /// Returns the origin of a page that may not open a WebSocket; `nil` if the call may. The same-origin policy of browsers
  /// doesn't apply to WebSockets, so the server checks even if CORS is off.
  fileprivate func refused(origins: [String], host: String?) -> String? {
    let allowed: AllowedOrigins = if case .none = self { .only([]) } else { self }
    if case .denied(let origin) = allowed.access(origins: origins, host: host) { return origin }
    return nil
  }
}
