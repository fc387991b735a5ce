import Foundation
import MockSpec

/// The spec that all scenarios use. A request's path says how it is answered.
enum FidelitySpec {
  static let sets = Result { try ResponseSets.load(text: text) }

  /// A spec that passes on all calls to the server that answers them.
  static func passingOn(_ route: Scenario.Route, to origin: URL) throws -> ResponseSets {
    let response = route == .forwarded ? "forward: '\(origin.absoluteString)'" : "passthrough: true"
    return try .load(text: "mockspec: 1\nrequests: {All: {match: /**, responses: {Real: {\(response)}}}}")
  }

  static let redirectStatuses = [301, 302, 303, 307, 308]
  static let faults = ["connectionReset", "emptyResponse", "truncatedBody", "malformedChunk"]

  private static let text =
    "mockspec: 1\nrequests:\n" + (answers + redirects + failures).map(\.line).joined(separator: "\n")

  private static let answers: [RequestEntry] =
    [200, 201, 202, 204, 206, 300, 301, 302, 304, 307, 400, 401, 403, 404, 410, 418, 429, 500, 503].flatMap { status in
      [
        RequestEntry("/\(status)/none", "status: \(status)"),
        RequestEntry("/\(status)/small", "status: \(status), text: some text"),
      ]
    } + [
      RequestEntry("/200/large", "text: \(String(repeating: "0123456789abcdef", count: 1 << 16))"),
      RequestEntry("/200/slow", "throttle: {chunk: 8, every: 2ms}, text: 0123456789abcdefghijklmnopqrstuvwxyz"),
      RequestEntry("/200/gzip", "headers: {Content-Encoding: gzip}, base64: H4sIAAAAAAACAysuLE1NrUpNAQDeJhQACAAAAA=="),
      RequestEntry("/200/json", "json: {a: [1, x]}"),
      RequestEntry("/200/fields", "headers: {ETag: '\"1\"', X-Two: [a, b], x-lower: c, Link: <1>}, text: some text"),
      RequestEntry("/200/charset", "headers: {Content-Type: text/html; charset=iso-8859-1}, base64: 6Q=="),
      RequestEntry("/200/file", "headers: {Content-Disposition: attachment; filename=a.txt}, text: some text"),
      RequestEntry("/200/cached", "headers: {Cache-Control: max-age=600}, text: some text"),
      RequestEntry("/401/basic", "status: 401, headers: {WWW-Authenticate: Basic realm=x}, text: some text"),
      RequestEntry("/cookies", "headers: {Set-Cookie: [a=1; Path=/, b=22; Path=/; HttpOnly]}"),
      RequestEntry("/cookies/expired", "headers: {Set-Cookie: a=; Path=/; Max-Age=0}"),
      RequestEntry("/200/later", "delay: 500ms, text: some text"),
      RequestEntry("/delayed", "delay: 60s, text: some text"),
      RequestEntry("/stalled", "throttle: {chunk: 4, every: 60s}, text: some text"),
      RequestEntry("/template", "template: true, text: '{{request.query.missing}}'"),
      RequestEntry(
        "/agent", "text: matched by a field of URLSession",
        match: "{path: /agent, headers: {user-agent: {present: true}}}"),
    ]

  private static let redirects: [RequestEntry] =
    redirectStatuses.map { redirect("/to/\($0)", to: "/200/small?a=b", status: $0) } + [
      redirect("/to/relative", to: "small"), redirect("/small", to: "/200/small"),
      redirect("/to/chain", to: "/to/chain/2"), redirect("/to/chain/2", to: "/to/303", status: 307),
      redirect("/to/loop", to: "/to/loop"), redirect("/to/none", to: "/204/none"),
      redirect("/to/404", to: "/404/small"),
      redirect("/to/large", to: "/200/large"), redirect("/to/fragment", to: "/200/small?a=b%20c#d"),
      redirect("/to/reset", to: "/fault/connectionReset"), redirect("/to/unmatched", to: "/unmatched"),
      redirect("/to/scheme", to: "foo://host/"), redirect("/to/cookies", to: "/cookies"),
      RequestEntry(
        "/to/away",
        "status: 302, template: true, headers: {Location: 'http://localhost:{{request.query.port}}/200/small'}"),
      RequestEntry("/to/setting", "status: 302, headers: {Location: /200/small, Set-Cookie: a=1; Path=/}"),
    ]

  private static let failures: [RequestEntry] =
    faults.flatMap {
      [
        RequestEntry("/fault/\($0)", "fault: \($0)"),
        RequestEntry("/fault/\($0)/text", "fault: \($0), text: some text"),
      ]
    } + [
      RequestEntry("/error/networkConnectionLost", "error: networkConnectionLost"),
      RequestEntry("/error/timedOut", "error: timedOut"),
    ]

  private static func redirect(_ path: String, to location: String, status: Int = 302) -> RequestEntry {
    RequestEntry(path, "status: \(status), headers: {Location: '\(location)'}, text: moved")
  }

  private struct RequestEntry {
    var line: String

    init(_ path: String, _ response: String, match: String? = nil) {
      line = "  \(path): {match: \(match ?? path), responses: {R: {\(response)}}}"
    }
  }
}
