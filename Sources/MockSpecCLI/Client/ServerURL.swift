import ArgumentParser
import MockSpec

/// The base URL of a running server, such as `http://127.0.0.1:8080`, or `unix:` and the path of its socket.
struct ServerURL: Sendable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  let isEncrypted: Bool
  /// The name or address, IPv6 with brackets.
  let host: String
  let port: Int
  /// The path of a socket in the file system; `nil` for TCP.
  let socket: String?

  static let standard = ServerURL(isEncrypted: false, host: "127.0.0.1", port: 8080)

  private init(isEncrypted: Bool, host: String, port: Int, socket: String? = nil) {
    self.isEncrypted = isEncrypted
    self.host = host
    self.port = port
    self.socket = socket
  }

  /// - Throws: `ValidationError` if the text isn't the URL of a server.
  init(_ text: String) throws {
    if text.lowercased().hasPrefix("unix:") {
      let path = text.dropFirst("unix:".count)
      guard !path.isEmpty else { throw ValidationError("expected the path of a socket after 'unix:'") }
      self.init(isEncrypted: false, host: "localhost", port: 80, socket: String(path))
      return
    }
    let isEncrypted = text.lowercased().hasPrefix("https://")
    let scheme = isEncrypted ? "https://" : "http://"
    guard text.lowercased().hasPrefix(scheme) else {
      let example = Authority(text[...])?.host == nil ? "\(Self.standard)" : scheme + text
      throw ValidationError("expected the URL of a server such as \(example), found '\(text)'")
    }
    var rest = text.dropFirst(scheme.count)
    if rest.last == "/" { rest = rest.dropLast() }
    guard let authority = Authority(rest), let host = authority.host else {
      throw ValidationError("expected the URL of a server such as \(Self.standard), found '\(text)'")
    }
    self.init(isEncrypted: isEncrypted, host: host, port: authority.port ?? (isEncrypted ? 443 : 80))
  }

  var description: String { socket.map { "unix:\($0)" } ?? "\(isEncrypted ? "https" : "http")://\(host):\(port)" }

  /// The host for a system call: an IPv6 address has no brackets there.
  var address: String { host.withoutBrackets }

  /// The host that the server's certificate must have: `localhost` for loopback addresses. BoringSSL can't verify addresses
  /// in certificates of the local authority, but all of these are also for `localhost`.
  var certifiedHost: String { ["127.0.0.1", "::1"].contains(address) ? "localhost" : address }
}
