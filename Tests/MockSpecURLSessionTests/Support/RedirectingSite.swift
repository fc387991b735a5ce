import Foundation
import HTTPTypes

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same answers from a server and from mocks.
///
/// `/go/STATUS/LOCATION` redirects, with the cookie that the field `X-Set` asks for; `/loop/3` redirects to `/loop/2`, and so
/// on; all others describe the request.
final class RedirectingSite: Sendable {
  let server: LoopbackServer
  let mocks: InterceptionEnvironment

  init() throws {
    server = try LoopbackServer { Self.reply(to: $0) }
    mocks = InterceptionEnvironment { request in
      Decision(
        outcome: .reply(Self.reply(to: request)), delay: .zero, answersHead: request.method == "HEAD", snapshot: 1)
    }
  }

  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(server.port)\(path)")! }

  func redirect(_ status: Int, _ location: String, method: String = "GET", fragment: String = "") -> URLRequest {
    var request = URLRequest(url: url("/go/\(status)/" + Self.encoded(location) + fragment))
    request.httpMethod = method
    return request
  }

  static func encoded(_ location: String) -> String {
    location.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
  }

  static func reply(to call: MockCall) -> Reply {
    let parts = call.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    if parts[0] == "go" {
      var fields: HTTPFields = [:]
      let location = parts.dropFirst(2).first?.removingPercentEncoding ?? ""
      if !location.isEmpty { fields[.location] = location }
      if let cookie = call.fields[HTTPField.Name("X-Set")!] { fields[.setCookie] = cookie }
      return Reply(status: Int(parts[1])!, fields: fields, body: Array("moved".utf8), isShared: false)
    }
    if parts[0] == "loop", let rest = Int(parts[1]), rest > 0 {
      return Reply(status: 302, fields: [.location: "/loop/\(rest - 1)"], body: [], isShared: false)
    }
    return Reply(status: 200, fields: [:], body: Array(describe(call).utf8), isShared: false)
  }

  private static func describe(_ call: MockCall) -> String {
    let fields = call.fields.compactMap { field in
      switch field.name.canonicalName {
      case "cookie":
        "cookie: " + field.value.split(separator: "; ").sorted().joined(separator: "; ")
      case "content-type" where field.value == "application/x-www-form-urlencoded": nil
      case "authorization", "content-type", "x-one":
        "\(field.name.canonicalName): \(field.value)"
      default: nil as String?
      }
    }
    let target = call.path + (call.query.map { "?" + $0 } ?? "")
    return "\(call.method) \(target) \(fields.sorted()) \(String(decoding: call.body, as: UTF8.self))"
  }
}
