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

  private static let answers: [Answer] =
    [200, 201, 202, 204, 206, 300, 301, 302, 304, 307, 400, 401, 403, 404, 410, 418, 429, 500, 503].flatMap { status in
      [
        Answer("/\(status)/none", "status: \(status)"),
        Answer("/\(status)/small", "status: \(status), text: some text"),
      ]
    } + [
      Answer("/200/large", "text: \(String(repeating: "0123456789abcdef", count: 1 << 16))"),
      Answer("/200/slow", "throttle: {chunk: 8, every: 2ms}, text: 0123456789abcdefghijklmnopqrstuvwxyz"),
      Answer("/200/gzip", "headers: {Content-Encoding: gzip}, base64: H4sIAAAAAAACAysuLE1NrUpNAQDeJhQACAAAAA=="),
      Answer("/200/json", "json: {a: [1, x]}"),
      Answer("/200/fields", "headers: {ETag: '\"1\"', X-Two: [a, b], x-lower: c, Link: <1>}, text: some text"),
      Answer("/200/charset", "headers: {Content-Type: text/html; charset=iso-8859-1}, base64: 6Q=="),
      Answer("/200/file", "headers: {Content-Disposition: attachment; filename=a.txt}, text: some text"),
      Answer("/200/cached", "headers: {Cache-Control: max-age=600}, text: some text"),
      Answer("/401/basic", "status: 401, headers: {WWW-Authenticate: Basic realm=x}, text: some text"),
      Answer("/cookies", "headers: {Set-Cookie: [a=1; Path=/, b=22; Path=/; HttpOnly]}"),
      Answer("/cookies/expired", "headers: {Set-Cookie: a=; Path=/; Max-Age=0}"),
      Answer("/200/later", "delay: 500ms, text: some text"),
      Answer("/delayed", "delay: 60s, text: some text"),
      Answer("/stalled", "throttle: {chunk: 4, every: 60s}, text: some text"),
      Answer("/template", "template: true, text: '{{request.query.missing}}'"),
      Answer(
        "/agent", "text: matched by a field of URLSession",
        match: "{path: /agent, headers: {user-agent: {present: true}}}"),
    ]

  private static let redirects: [Answer] =
    redirectStatuses.map { redirect("/to/\($0)", to: "/200/small?a=b", status: $0) } + [
      redirect("/to/relative", to: "small"), redirect("/small", to: "/200/small"),
      redirect("/to/chain", to: "/to/chain/2"), redirect("/to/chain/2", to: "/to/303", status: 307),
      redirect("/to/loop", to: "/to/loop"), redirect("/to/none", to: "/204/none"),
      redirect("/to/404", to: "/404/small"),
      redirect("/to/large", to: "/200/large"), redirect("/to/fragment", to: "/200/small?a=b%20c#d"),
      redirect("/to/reset", to: "/fault/connectionReset"), redirect("/to/unmatched", to: "/unmatched"),
      redirect("/to/scheme", to: "foo://host/"), redirect("/to/cookies", to: "/cookies"),
      Answer(
        "/to/away",
        "status: 302, template: true, headers: {Location: 'http://localhost:{{request.query.port}}/200/small'}"),
      Answer("/to/setting", "status: 302, headers: {Location: /200/small, Set-Cookie: a=1; Path=/}"),
    ]

  private static let failures: [Answer] =
    faults.flatMap {
      [Answer("/fault/\($0)", "fault: \($0)"), Answer("/fault/\($0)/text", "fault: \($0), text: some text")]
    } + [
      Answer("/error/networkConnectionLost", "error: networkConnectionLost"),
      Answer("/error/timedOut", "error: timedOut"),
    ]

  private static func redirect(_ path: String, to location: String, status: Int = 302) -> Answer {
    Answer(path, "status: \(status), headers: {Location: '\(location)'}, text: moved")
  }

  private struct Answer {
    var line: String

    init(_ path: String, _ response: String, match: String? = nil) {
      line = "  \(path): {match: \(match ?? path), responses: {R: {\(response)}}}"
    }
  }
}
