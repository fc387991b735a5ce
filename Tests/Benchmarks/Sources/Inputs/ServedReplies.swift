import Foundation
import TestSupport

/// The same answers for MockSpec and nginx: 1 KB of JSON for each path, with five header fields.
struct ServedReplies {
  let paths: [String]
  let body: String

  init(pathCount: Int) {
    paths = (0..<pathCount).map { "/v1/items-\($0)/details" }
    body = Self.body
  }

  /// 1,024 bytes.
  static let body: String = {
    let start = #"{"id":1,"name":"Desk Lamp","text":""#
    let end = #""}"#
    let words = String(repeating: "amber birch cobalt dune ember fjord ", count: 30)
    return start + words.prefix(1024 - start.utf8.count - end.utf8.count) + end
  }()

  /// Writes a spec file into a new folder.
  ///
  /// The header is as long as that of nginx: `Server`, `Date`, `Content-Type`, `Content-Length` and, instead of nginx's
  /// `Connection: keep-alive`, a `Cache-Control` field of that length.
  func writeSpecs(to folder: String) throws {
    let requests = paths.map { path -> (key: String, value: SpecTree) in
      let answer: SpecTree = ["json": .json(body), "headers": ["Server": "nginx", "Cache-Control": "private"]]
      return (key: path, value: ["match": .text("GET \(path)"), "responses": ["Found": answer]])
    }
    let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(spec.json.utf8).write(to: URL(fileURLWithPath: folder + "/items.mock.json"))
  }

  /// - Parameter options: The options of the port, such as ` reuseport`: several processes listen on it, among which the
  ///   system distributes connections.
  func nginxConfiguration(port: Int, options: String = "", folder: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    return """
      daemon off;
      master_process off;
      worker_processes 1;
      pid \(folder)/nginx.pid;
      events { worker_connections 1024; }
      http {
        access_log off;
        server_tokens off;
        keepalive_requests 1000000000;
        default_type application/json;
        \(temporary.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port)\(options);
          \(paths.map { "location = \($0) { return 200 '\(body)'; }" }.joined(separator: "\n    "))
        }
      }
      """
  }

  /// A script for `wrk` that requests the paths in random order. Lua slows `wrk` down, equally for both servers.
  ///
  /// - Parameter headsDiffer: Whether each request has a trace ID of its own.
  static func wrkScript(_ paths: [String], headsDiffer: Bool = false) -> String {
    var generator = SeededGenerator(seed: 4)
    let order = (0..<max(paths.count, 10_000)).map { _ in Int.random(in: 1...paths.count, using: &generator) }
    let traceParent = #"string.format('traceparent: 00-%032x-%016x-01\r\n\r\n', count, count)"#
    return """
      local paths = {\(paths.map { "'\($0)'" }.joined(separator: ","))}
      local order = {\(order.map(String.init).joined(separator: ","))}
      local requests = {}
      local turn = 0
      local count = 0
      function init()
        for index, path in ipairs(paths) do
          requests[index] = wrk.format('GET', path)\(headsDiffer ? ":sub(1, -3)" : "")
        end
      end
      function request()
        turn = turn % #order + 1
        count = count + 1
        return requests[order[turn]]\(headsDiffer ? " .. " + traceParent : "")
      end
      """
  }
}
