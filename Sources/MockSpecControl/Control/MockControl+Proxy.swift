import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The address of a server's proxy.
package struct ProxyAddress: Sendable {
  /// An address, IPv6 without brackets, or `localhost`.
  let host: String
  let port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }
}

// The file with which devices find the proxy. It needs no token, since devices can't send one, and contains only the
// hosts that the project names.
extension MockControl {
  static let proxyRoute = Route(method: "GET", path: "/proxy.pac", isPage: true, isOfSession: false) {
    control, call throws(ControlProblem) in
    guard let address = control.proxy.withLock({ $0 }) else {
      throw ControlProblem(.unknownResource, "the server has no proxy; start it with '--proxy'")
    }
    // If the server listens on all addresses, other machines reach it by the address that they have called.
    let host = ["0.0.0.0", "::"].contains(address.host) ? call.received.host ?? "127.0.0.1" : address.host
    let origins = ProxiedHosts(control.engine.session.sets).origins
    let text = ProxyConfiguration.text(proxy: host.withoutBrackets, port: address.port, origins)
    return .reply(
      ControlReply(200, fields: [.contentType: "application/x-ns-proxy-autoconfig"], body: Array(text.utf8)))
  }

  /// Publishes the address of the proxy in `proxy.pac`.
  package func publish(proxy address: ProxyAddress) { proxy.withLock { $0 = address } }
}

/// A file for proxy auto-configuration: a function in JavaScript.
enum ProxyConfiguration {
  /// Returns a function that sends calls of some origins to a proxy, and all others to their own addresses.
  ///
  /// - Parameter origins: Their hosts are names, or wildcards such as `*.example.com`.
  static func text(proxy host: String, port: Int, _ origins: [(scheme: String, pattern: String, port: Int)]) -> String {
    let rows = origins.map {
      "[\(quoted($0.scheme)), \(quoted($0.pattern.withoutBrackets)), \($0.port)]"
    }
    let shown = host.contains(":") ? "[\(host)]" : host
    return """
      function FindProxyForURL(url, host) {
        var proxy = \(quoted("PROXY \(shown):\(port)"));
        var origins = [\(rows.joined(separator: ", "))];
        var parts = /^(?:http|ws)(s?):\\/\\/(?:[^\\/?#@]*@)?(?:\\[[^\\]]*\\]|[^\\/?#:]*)(?::([0-9]+))?/i.exec(url);
        if (!parts) return "DIRECT";
        var scheme = parts[1] ? "https" : "http";
        var port = Number(parts[2] || (parts[1] ? 443 : 80));
        host = host.toLowerCase().replace(/^\\[|\\]$/g, "");
        for (var i = 0; i < origins.length; i++) {
          var name = origins[i][1];
          if (origins[i][0] !== scheme || origins[i][2] !== port) continue;
          if (host === name) return proxy;
          // A wildcard: at least one character, then the rest of the name.
          if (name.charAt(0) === "*" && host.length >= name.length && host.slice(1 - name.length) === name.slice(1)) return proxy;
        }
        return "DIRECT";
      }

      """
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
