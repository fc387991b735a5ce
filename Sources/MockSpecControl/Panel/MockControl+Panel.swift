import HTTPTypes
import MockSpec

// The panel: a page that uses the control API. Its files are embedded, have no data and need no token.
extension MockControl {
  static let panel: [Route] = [
    page("/", "text/html; charset=utf-8") { PackageResources.index_html },
    page("/style.css", "text/css; charset=utf-8") { PackageResources.style_css },
    page("/icon.svg", "image/svg+xml") { PackageResources.icon_svg },
    page("/app.js", script) { PackageResources.app_js },
    page("/api.js", script) { PackageResources.api_js },
    page("/requests.js", script) { PackageResources.requests_js },
    page("/menu.js", script) { PackageResources.menu_js },
    page("/states.js", script) { PackageResources.states_js },
    page("/collections.js", script) { PackageResources.collections_js },
    page("/calls.js", script) { PackageResources.calls_js },
    page("/detail.js", script) { PackageResources.detail_js },
    page("/editor.js", script) { PackageResources.editor_js },
    page("/traffic.js", script) { PackageResources.traffic_js },
    page("/list.js", script) { PackageResources.list_js },
    page("/text.js", script) { PackageResources.text_js },
    page("/dom.js", script) { PackageResources.dom_js },
  ]

  private static let script = "text/javascript; charset=utf-8"

  private static func page(_ path: String, _ type: String, _ bytes: @escaping @Sendable () -> [UInt8]) -> Route {
    Route(method: "GET", path: path, isPage: true, isOfSession: false) { _, call throws(ControlProblem) in
      // The page's addresses are relative to the folder.
      if path == "/", !call.received.path.hasSuffix("/") {
        return .reply(ControlReply(308, fields: [.location: "/\(prefix)/"]))
      }
      return .reply(ControlReply(200, fields: [.contentType: type], body: bytes()))
    }
  }
}

extension MockControl.Route {
  /// Sends a browser from the port of the mocks to that of the panel, under the name by which it has called.
  static func redirection(toPort port: Int) -> Self {
    MockControl.Route(method: "GET", path: "/", isPage: true, isOfSession: false) { _, call throws(ControlProblem) in
      let received = call.received
      let host = received.host ?? "localhost"
      let query = received.query.map { "?\($0)" } ?? ""
      return .reply(
        ControlReply(
          307, fields: [.location: "\(received.scheme ?? "http")://\(host):\(port)\(received.path)\(query)"]))
    }
  }
}
