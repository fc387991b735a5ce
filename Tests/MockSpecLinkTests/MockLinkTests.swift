import Foundation
import MockSpecServer
import MockSpecURLSession
import TestSupport
import Testing

@testable import MockSpecLink

/// A link within the process. `LinkedAppTests` steer an app in another process.
@Suite(.timeLimit(.minutes(20)))
struct MockLinkTests {
  static let token = "0123456789abcdef"
  static let authorization = "Authorization: Bearer \(token)"

  let folder: TemporaryFolder
  let mocks: MockInterceptor

  init() throws {
    folder = try TemporaryFolder()
    mocks = try MockInterceptor(
      specs: .inline(#"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"R": {}}}}}"#))
  }

  /// Returns the status of `GET state`.
  private func status(_ link: MockLink, _ fields: [String]) async throws -> Int {
    let client = try RawClient(port: link.port)
    let fields = (["Host: localhost"] + fields).map { $0 + "\r\n" }.joined()
    try await client.send("GET /__mockspec/state HTTP/1.1\r\n\(fields)\r\n")
    return try await client.answer().status
  }

  private func state(_ link: MockLink) async throws -> String {
    try await RawClient(port: link.port).get("/__mockspec/state", Self.authorization).body
  }

  private func send(_ link: MockLink, _ method: String, _ path: String, _ json: String) async throws -> RawReply {
    let client = try RawClient(port: link.port)
    try await client.send(
      "\(method) /__mockspec/\(path) HTTP/1.1\r\nHost: localhost\r\n\(Self.authorization)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)")
    return try await client.answer()
  }

  /// Returns a client that gets events.
  private func events(_ link: MockLink) async throws -> RawClient {
    let client = try RawClient(port: link.port)
    try await client.send("GET /__mockspec/events HTTP/1.1\r\nHost: localhost\r\n\(Self.authorization)\r\n\r\n")
    #expect(try await client.text(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    return client
  }

  @Test func `the token is always needed`() async throws {
    let link = try await MockLink.start(mocks, environment: ["MOCKSPEC_TOKEN": Self.token])
    #expect(link.url == "http://127.0.0.1:\(link.port)")
    #expect(try await status(link, [Self.authorization]) == 200)
    #expect(try await status(link, []) == 401)
    #expect(try await status(link, [Self.authorization + "0"]) == 401)
    #expect(try await status(link, [Self.authorization, "Origin: http://example.com"]) == 403)
    #expect(try await status(link, [Self.authorization, "Sec-Fetch-Site: cross-site"]) == 403)
    let client = try RawClient(port: link.port)
    try await client.send("GET /__mockspec/state HTTP/1.1\r\nHost: example.com\r\n\(Self.authorization)\r\n\r\n")
    let misdirected = try await client.answer()
    #expect(misdirected.status == 421 && !misdirected.body.contains("--control-host"))
    await link.stop()
  }

  @Test func `requests built in code are listed and selected, and no call is explained as one of the server`()
    async throws
  {
    try mocks.add(
      MockedRequest("Built", "/built") {
        MockedResponse("First")
        MockedResponse("Second")
      })
    let link = try await MockLink.start(mocks, token: Self.token)
    #expect(try await state(link).contains(#""source":"code""#))
    #expect(try await send(link, "PUT", "requests/Built/selection", #"{"response": "Second"}"#).status == 200)
    #expect(mocks.requests.first?.next?.response == "Second")
    let call = #"{"url": "https://api.example.com/__mockspec/state"}"#
    #expect(try await send(link, "POST", "explain", call).body.contains(#""outcome":"unmatched""#))
    await link.stop()
  }

  @Test(arguments: [nil, "", "0123456789abcde", "0123456789 abcdef", "0123456789abcdé"])
  func `a link without a good token doesn't start`(token: String?) async throws {
    let environment = token.map { ["MOCKSPEC_TOKEN": $0] } ?? [:]
    await #expect(throws: MockLinkError.self) {
      try await MockLink.start(mocks, portFile: folder["port"], environment: environment)
    }
    #expect(!FileManager.default.fileExists(atPath: folder["port"]))
  }

  @Test func `errors name what is expected, and not the token`() {
    #expect("\(MockLinkError.noToken)".hasPrefix("a link needs a token: set MOCKSPEC_TOKEN"))
    #expect(throws: MockLinkError.invalidToken("expected at least 16 characters, found 6")) {
      try LinkToken.checked("secret", [:])
    }
  }

  @Test func `the port is in a file as long as the link runs`() async throws {
    let environment = ["MOCKSPEC_TOKEN": Self.token, "MOCKSPEC_LINK_PORT_FILE": folder["port"]]
    // Of a process that was killed.
    try folder.write("1\n", to: "port")
    try folder.setMode(0o644, of: "port")
    let link = try await MockLink.start(mocks, environment: environment)
    #expect(try folder.read("port") == "\(link.port)\n")
    let mode = try FileManager.default.attributesOfItem(atPath: folder["port"])[.posixPermissions] as? Int
    #expect(mode == 0o600)
    await link.stop()
    await link.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    await #expect(throws: (any Error).self) { try await state(link) }
  }

  @Test func `of two links with one file, the later one keeps it`() async throws {
    let (first, second) = (
      try await MockLink.start(mocks, token: Self.token, portFile: folder["port"]),
      try await MockLink.start(mocks, token: Self.token, portFile: folder["port"])
    )
    await first.stop()
    #expect(try folder.read("port") == "\(second.port)\n")
    await second.stop()
  }

  @Test(arguments: [
    ("link", "it is a symbolic link"), ("folder", "it isn't a regular file"), ("pipe", "it isn't a regular file"),
    ("none/port", "No such file or directory"), ("file/port", "Not a directory"),
    ("a\0b", "the path contains a NUL character"),
  ])
  func `a file that isn't the link's own isn't replaced`(name: String, reason: String) async throws {
    try folder.write("text", to: "file")
    try folder.link("link", to: "file")
    try folder.makeFolder("folder")
    try folder.makePipe("pipe")
    await #expect(throws: MockLinkError.portFile(path: folder[name], reason: reason)) {
      try await MockLink.start(mocks, token: Self.token, portFile: folder[name])
    }
    #expect(try folder.read("file") == "text")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file of another user isn't replaced`() async throws {
    try folder.write("text", to: "port")
    try #require(chown(folder["port"], 1, 1) == 0)
    await #expect(throws: MockLinkError.portFile(path: folder["port"], reason: "it belongs to another user")) {
      try await MockLink.start(mocks, token: Self.token, portFile: folder["port"])
    }
    #expect(try folder.read("port") == "text")
  }

  @Test func `a port that is taken is reported`() async throws {
    let first = try await MockLink.start(mocks, token: Self.token)
    let error = try await #require(throws: MockServerError.self) {
      try await MockLink.start(mocks, token: Self.token, port: first.port, portFile: folder["port"])
    }
    #expect(error.reason == .portTaken)
    #expect(!FileManager.default.fileExists(atPath: folder["port"]))
    await first.stop()
  }

  @Test func `the link ends with the interceptor`() async throws {
    var mocks: MockInterceptor? = try await MockInterceptor(specs: .empty, allowsEmpty: true)
    weak let released = mocks
    let link = try await MockLink.start(try #require(mocks), token: Self.token, portFile: folder["port"])
    let events = try await events(link)
    mocks = nil
    #expect(released == nil)
    #expect(try await events.rest().end == .closed)
    await link.stop()
    #expect(!FileManager.default.fileExists(atPath: folder["port"]))
  }

  @Test func `errors in files from before the link are known, and go when the files are fixed`() async throws {
    let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n"
    try folder.save(spec, to: "specs/a.mock.yaml")
    let mocks = try await MockInterceptor(specs: .path(folder["specs"]))
    var events: AsyncStream<MockEvent>? = mocks.events
    try folder.save(spec + "reqests: {}\n", to: "specs/a.mock.yaml")
    var next = events?.makeAsyncIterator()
    while let event = await next?.next() { if case .rejected = event { break } }
    (events, next) = (nil, nil)
    let link = try await MockLink.start(mocks, token: Self.token)
    #expect(try await state(link).contains(#""problem":{"message":"not reloaded"#))
    try folder.save(spec.replacing("/a", with: "/b"), to: "specs/a.mock.yaml")
    let client = try await self.events(link)
    while try await state(link).contains(#""problem":{"#) { await Task.yield() }
    try folder.save(spec + "reqests: {}\n", to: "specs/a.mock.yaml")
    #expect(try await client.text(until: "unknown key 'reqests'").contains("event: rejected"))
    await link.stop()
  }
}
