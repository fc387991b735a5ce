import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// What clients can send to a collection by mistake or on purpose: each call is answered, and changes nothing unless it
/// succeeds.
@Suite(.timeLimit(.minutes(20)))
struct HostileItemTests {
  private struct Call {
    var line: String
    var fields: [String] = ["Content-Type: application/json"]
    var body: [UInt8] = []

    var bytes: [UInt8] {
      let head = ["\(line) HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"] + fields
      return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// What a failure shows of the call.
    var name: String { "\(line.prefix(80)) \(fields.joined(separator: ", ").prefix(80)) \(body.prefix(60))" }
  }

  private static let writes = ["POST /users", "PUT /users/1", "PATCH /users/1"]

  /// Makes calls, each in a session of its own.
  private func perform(_ calls: [Call]) async throws {
    let sets = try ResponseSets.load(
      text: "mockspec: 1\ncollections: {users: {path: /users, items: [{id: 1, n: 1}, {id: a/b, n: 2}]}}")
    let items = #"[{"id":1,"n":1},{"id":"a/b","n":2}]"#
    try await LiveServer(engine: MockEngine(sets)).run { server in
      for (number, call) in calls.enumerated() {
        let session = "Mockspec-Session: s\(number)"
        var sent = call
        sent.fields.append(session)
        let client = try server.client()
        try await client.send(sent.bytes)
        let reply = try await client.answer()
        let isStored = (200..<300).contains(reply.status) && !call.line.hasPrefix("GET ")
        #expect(isStored || (200..<500).contains(reply.status), "\(call.name): \(reply.status)")
        let found = try await server.client().get("/users", session)
        #expect(isStored || found.body == items, "\(call.name): \(reply.status), \(found.body.prefix(200))")
        guard isStored, !call.line.hasPrefix("DELETE ") else { continue }
        #expect(found.body.utf8.count > reply.body.utf8.count, "\(call.name)")
        let path = reply["Location"].first ?? String(call.line.split(separator: " ")[1])
        #expect(try await server.client().get(path, session).body == reply.body, "\(call.name)")
      }
      #expect(try await server.client().get("/users").body == items)
    }
  }

  @Test func `bodies`() async throws {
    let depth = 100_000
    let texts = [
      "", " ", "\u{FEFF}", "\u{FEFF}{}", "null", "[]", "{", "{}{}", "{'a':1}", #"{"a":NaN}"#, #"{"a":01}"#,
      #"{"a":1,}"#,
      #"{"a":1,"a":2}"#, #"{"id":1,"id":2}"#, #"{"a":1,"\u0061":2}"#, #"{"__proto__":{"id":9},"constructor":{}}"#,
      #"{"n":1e999999999}"#, #"{"n":-1e-999999999}"#, #"{"n":\#(String(repeating: "9", count: 10_000))}"#,
      #"{"id":\#(String(repeating: "9", count: 10_000))}"#, #"{"id":1e999999999}"#, #"{"id":-0}"#,
      #"{"id":9007199254740993}"#,
      #"{"id":""}"#, #"{"id":".."}"#, #"{"id":"a/c"}"#, #"{"id":"%00"}"#, #"{"id":"\u0000"}"#, #"{"id":"\r\nX: y"}"#,
      #"{"id":"\ud83d\ude00"}"#, #"{"id":"\ud83d"}"#, #"{"a":"\udc00"}"#, #"{"\ud800":1}"#, #"{"a":"\u0000"}"#,
      "{\"a\":\"\u{0}\"}",
      #"{"id":"\#(String(repeating: "x", count: 1 << 16))"}"#, "{\"id\":7,\"a\":\"{{request.url}}\"}",
      String(repeating: "[", count: depth), String(repeating: #"{"a":"#, count: depth),
      #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}",
      "{" + (0..<10_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}",
    ]
    let bodies =
      texts.map { Array($0.utf8) } + [
        [0], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
        Array(#"{"a":""#.utf8) + [0xC0, 0x80] + Array(#""}"#.utf8),
        Array(#"{"a":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
      ]
    try await perform(bodies.flatMap { body in Self.writes.map { Call(line: $0, body: body) } })
  }

  @Test func `large bodies`() async throws {
    let size = TestScale.count(1 << 17, long: 10 << 20)
    let text = Array(#"{"a":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 10 << 20) + Array(#""}"#.utf8)
    let list = Array(#"{"a":["#.utf8) + Array(repeating: Array("0,".utf8), count: size / 2).joined() + Array("0]}".utf8)
    try await perform([Call(line: "POST /users", body: text), Call(line: "PATCH /users/1", body: list)])
  }

  @Test func `fields`() async throws {
    let body = Array(#"{"n":3}"#.utf8)
    let types = [
      "", "text/plain", "application/xml", "application/json; charset=utf-16", ";;;", "multipart/form-data",
      "application/x-www-form-urlencoded", String(repeating: "x", count: 8000),
    ].map { "Content-Type: \($0)" }
    let codings = ["gzip", "deflate", "br", "gzip, gzip", "x"].map { "Content-Encoding: \($0)" }
    let tags = [
      "", "\"", "W/", "W/\"", "*, \"x\"", "*", ",,,", "\"x", "\u{FC}", String(repeating: "\"a\",", count: 2000),
    ]
    let conditions = tags.flatMap { ["If-Match: \($0)", "If-None-Match: \($0)"] }
    try await perform(
      (types + codings + conditions).flatMap { field in
        (Self.writes + ["DELETE /users/1"]).map {
          Call(line: $0, fields: [field], body: $0.hasPrefix("DELETE") ? [] : body)
        }
      })
  }

  @Test func `paths and queries`() async throws {
    let ids = [
      "", "/", "a/b", "a%2Fb", ".", "..", "%2e%2e", "../../etc/passwd", "%2e%2e%2fusers", "%00", "a%00", "%", "%zz",
      "%ff",
      "%C0%80", "%F0%9F%98%80", "1;x", "1%20", "%31", "*", "{id}", "1/", "1//", String(repeating: "x", count: 70_000),
    ]
    let queries = [
      (0..<1000).map { "a\($0)=1" }.joined(separator: "&"), String(repeating: "&", count: 10_000), "%00=%ff", "=",
      "page=99999999999999999999",
      "limit=-0", "sort=" + String(repeating: ",", count: 1000), "sort=%ff",
      "n=" + String(repeating: "9", count: 10_000), "n.n.n.n=1",
      "n=1&n=1&n=1", "page=1;limit=2", "limit=1&page=999999999",
    ]
    let methods = ["GET", "PUT", "PATCH", "DELETE"]
    let body = Array(#"{"n":3}"#.utf8)
    try await perform(
      ids.flatMap { id in
        methods.map { Call(line: "\($0) /users/\(id)", body: $0.hasPrefix("P") ? body : []) }
      }
        + queries.flatMap { query in
          (["GET /users"] + Self.writes).map { Call(line: "\($0)?\(query)", body: $0.hasPrefix("GET") ? [] : body) }
        })
  }
}
