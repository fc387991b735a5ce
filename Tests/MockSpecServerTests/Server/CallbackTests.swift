import Foundation
import HTTPTypes
import MockSpec
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// Calls that mocks make over sockets.
@Suite(.timeLimit(.minutes(20)))
struct CallbackTests {
  /// Returns an engine whose answers to `POST /a` call a URL, and another one that answers these calls.
  private static func engine(_ callback: String, allowed: String) throws -> MockEngine {
    MockEngine(try sets(callback, allowed: allowed))
  }

  private static func sets(_ callback: String, allowed: String) throws -> ResponseSets {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nallowCallbacks: ['\(allowed)']\ntimeout: 5s\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: POST /a, responses: {R: {callbacks: [{\(callback)}]}}}}\n",
    ])
    return try ResponseSets.load([folder.path])
  }

  private static func client() throws -> MockEngine {
    MockEngine(
      try ResponseSets.load(
        text: """
          mockspec: 1
          requests:
            Hook: {match: POST /hook, responses: {R: {status: 204}}}
            Endless: {match: POST /endless, responses: {R: {stream: {times: forever, every: 1ms, events: [{data: a}]}}}}
            Moved: {match: POST /moved, responses: {R: {status: 307, headers: {Location: /hook}}}}

          """))
  }

  /// Calls the mock, and returns the record of its callback when it has ended.
  private static func record(_ engine: MockEngine) async throws -> CallbackRecord {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let observer = engine.session.observers.add { _ in change.yield() }
    defer { engine.session.observers.remove(observer) }
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      #expect(try await client.answer().status == 200)
      for await _ in changes where engine.session.callbackRecords.contains(where: { $0.result != .pending }) { break }
    }
    return engine.session.callbackRecords[0]
  }

  @Test func `the client gets the call after the answer, and a redirect isn't followed`() async throws {
    let client = try Self.client()
    try await LiveServer(engine: client).run { live in
      let origin = "http://localhost:\(live.server.port ?? 0)"
      let engine = try Self.engine(
        "call: 'POST \(origin)/hook?id=7', json: {paid: true}, headers: {X-A: a}", allowed: origin)
      let record = try await Self.record(engine)
      #expect(record.result == .status(204) && record.attempts == 1)
      let call = client.session.calls[0]
      #expect(
        call.path == "/hook" && call.query == "id=7" && String(decoding: call.body, as: UTF8.self) == #"{"paid":true}"#)
      #expect(call.fields[.init("X-A")!] == "a" && call.fields[.contentType] == "application/json")
      let moved = try Self.engine("call: 'POST \(origin)/moved'", allowed: origin)
      #expect(try await Self.record(moved).result == .status(307))
      #expect(client.session.calls.count == 2)
    }
  }

  @Test(arguments: [
    ("http://0.0.0.0", "address of no machine"), ("http://169.254.169.254", "link-local"),
    ("http://[fe80::1]", "link-local"), ("http://[64:ff9b::a9fe:a9fe]", "link-local"),
    ("http://2130706433", "four decimal numbers"), ("http://127.1", "four decimal numbers"),
  ])
  func `an address that isn't allowed to anyone isn't called`(origin: String, reason: String) async throws {
    let callback = "call: 'POST \(origin):9/hook', retry: {times: 3, every: 1ms}"
    let record = try await Self.record(Self.engine(callback, allowed: "\(origin):9"))
    #expect(record.attempts == 1)
    guard case .refused(let found) = record.result, found.contains(reason) else {
      Issue.record("\(record)")
      return
    }
  }

  @Test func `an answer without an end is pending, and ends with a reset`() async throws {
    let client = try Self.client()
    try await LiveServer(engine: client).run { live in
      let origin = "http://localhost:\(live.server.port ?? 0)"
      let engine = try Self.engine("call: 'POST \(origin)/endless'", allowed: origin)
      let (changes, change) = AsyncStream<Void>.makeStream()
      let observer = client.session.observers.add { _ in change.yield() }
      defer { client.session.observers.remove(observer) }
      try await LiveServer(engine: engine).run { mock in
        let caller = try mock.client()
        try await caller.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        _ = try await caller.answer()
        for await _ in changes where !client.session.calls.isEmpty { break }
        #expect(engine.session.callbackRecords.map(\.result) == [.pending])
        engine.session.reset()
        #expect(engine.session.callbackRecords.map(\.result) == [.cancelled])
        for await _ in changes where client.session.calls.first?.sentEvents?.end == .clientLeft { break }
      }
    }
  }

  @Test func `mocks that call each other back come to an end`() async throws {
    let (first, second) = (try Self.client(), try Self.client())
    let (changes, change) = AsyncStream<Void>.makeStream()
    let observer = first.session.observers.add { _ in change.yield() }
    defer { first.session.observers.remove(observer) }
    try await LiveServer(engine: first).run { one in
      try await LiveServer(engine: second).run { other in
        for (engine, live) in [(first, other), (second, one)] {
          let origin = "http://localhost:\(live.server.port ?? 0)"
          engine.replace(with: try Self.sets("call: 'POST \(origin)/a'", allowed: origin))
        }
        let client = try one.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        _ = try await client.answer()
        for await _ in changes {
          let records = first.session.callbackRecords
          if records.count == 2, !records.contains(where: { $0.result == .pending }) { break }
        }
        #expect(first.session.callbackRecords.map(\.result).first == .status(200))
        #expect("\(first.session.callbackRecords[1].result)".contains("the call has passed this server before"))
      }
    }
  }

  @Test func `a server doesn't call itself, and a name isn't an address of this machine`() async throws {
    let client = try Self.client()
    try await LiveServer(engine: client).run { live in
      // Linux resolves each name of a machine to an address of the machine.
      let name = "http://\(ProcessInfo.processInfo.hostName):\(live.server.port ?? 0)"
      let record = try await Self.record(Self.engine("call: 'POST \(name)/hook'", allowed: name))
      guard case .refused = record.result else {
        Issue.record("\(record)")
        return
      }
      #expect(client.session.calls.isEmpty)
    }
  }

  @Test func `a client that isn't there is called again`() async throws {
    let engine = try Self.engine(
      "call: 'POST http://localhost:1/hook', retry: {times: 2, every: 1ms}", allowed: "http://localhost:1")
    let record = try await Self.record(engine)
    #expect(record.attempts == 3 && "\(record.result)".contains("can't be reached"))
  }

  @Test func `no call follows the stop of the server`() async throws {
    let engine = try Self.engine("call: 'POST http://localhost:1/hook', delay: 1h", allowed: "http://localhost:1")
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      for _ in 0..<100 {
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        _ = try await client.answer()
      }
      // The reply is sent before it is reported.
      for _ in 0..<100 { _ = await live.nextServed() }
      #expect(engine.session.callbackRecords.count == 100)
      client.endBoth()
      await live.server.stop()
      #expect(engine.session.callbackRecords.allSatisfy { $0.result == .cancelled && $0.attempts == 0 })
    }
  }
}
