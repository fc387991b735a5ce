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

// The file with which devices find the proxy. They can't send a token, and it has only the hosts that the project names.
extension MockControl {
  static let proxyRoute = Route(method: "GET", path: "/proxy.pac", isPage: true, isOfSession: false) {
    control, call throws(ControlProblem) in
    guard let address = control.proxy.withLock({ $0 }) else {
      throw ControlProblem(.unknownResource, "the server has no proxy; start it with '--proxy'")
    }
    // Others reach a server that listens on all addresses by the one that they have called.
    let host = ["0.0.0.0", "::"].contains(address.host) ? call.request.host ?? "127.0.0.1" : address.host
    let hosts = ProxiedHosts(control.engine.session.sets).patterns
    let text = ProxyConfiguration.text(proxy: host.withoutBrackets, port: address.port, hosts)
    return .answer(
      ControlAnswer(200, fields: [.contentType: "application/x-ns-proxy-autoconfig"], body: Array(text.utf8)))
  }

  /// Publishes the address of the proxy in `proxy.pac`.
  package func publish(proxy address: ProxyAddress) { proxy.withLock { $0 = address } }
}

/// A file for proxy auto-configuration: a function in JavaScript.
enum ProxyConfiguration {
  /// Returns a function that sends some hosts to a proxy, and all others to their own addresses.
  ///
  /// - Parameter patterns: Names, and wildcards such as `*.example.com`.
  static func text(proxy host: String, port: Int, _ patterns: [String]) -> String {
    let names = patterns.filter { !$0.hasPrefix("*") }.map(\.withoutBrackets)
    let suffixes = patterns.filter { $0.hasPrefix("*") }.map { String($0.dropFirst()) }
    let shown = host.contains(":") ? "[\(host)]" : host
    return """
      function FindProxyForURL(url, host) {
        var proxy = \(quoted("PROXY \(shown):\(port)"));
        var names = \(list(names));
        var suffixes = \(list(suffixes));
        var i;
        host = host.toLowerCase().replace(/^\\[|\\]$/g, "");
        for (i = 0; i < names.length; i++) {
          if (host === names[i]) return proxy;
        }
        for (i = 0; i < suffixes.length; i++) {
          if (host.length > suffixes[i].length && host.slice(-suffixes[i].length) === suffixes[i]) return proxy;
        }
        return "DIRECT";
      }

      """
  }

  private static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  private static func quoted(_ text: String) -> String {
    var json = JSONText()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
