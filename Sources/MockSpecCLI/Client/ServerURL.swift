import ArgumentParser
import MockSpec

/// The base URL of a running server, such as `http://127.0.0.1:8080`.
struct ServerURL: Sendable, CustomStringConvertible {
  /// The name or address, IPv6 with brackets.
  let host: String
  let port: Int

  static let standard = ServerURL(host: "127.0.0.1", port: 8080)

  private init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// - Throws: `ValidationError` if the text isn't the URL of a server.
  init(_ text: String) throws {
    let scheme = "http://"
    if text.lowercased().hasPrefix("https://") {
      throw ValidationError("the server speaks HTTP without TLS; write \(scheme)\(text.dropFirst(8))")
    }
    guard text.lowercased().hasPrefix(scheme) else {
      let example = Authority(text[...])?.host == nil ? "\(Self.standard)" : scheme + text
      throw ValidationError("expected the URL of a server such as \(example), found '\(text)'")
    }
    var rest = text.dropFirst(scheme.count)
    if rest.last == "/" { rest = rest.dropLast() }
    guard let authority = Authority(rest), let host = authority.host else {
      throw ValidationError("expected the URL of a server such as \(Self.standard), found '\(text)'")
    }
    self.init(host: host, port: authority.port ?? 80)
  }

  var description: String { "http://\(host):\(port)" }

  /// The host for a system call: an IPv6 address has no brackets there.
  var address: String { host.withoutBrackets }
}
