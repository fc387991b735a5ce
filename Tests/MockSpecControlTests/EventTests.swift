import Foundation
import HTTPTypes
import MockSpec
import Synchronization
import Testing

@testable import MockSpecControl

struct EventTests {
  let client: ControlClient

  init() throws { client = try ControlClient(ControlClient.spec) }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func `calls, selections and reloads are events`() async throws {
    let events = try client.events("/events")
    client.call("POST", "/login")
    let calls = text(await events.next())
    #expect(calls.hasPrefix("id: 1\nevent: calls\ndata: {\"calls\":[{\"number\":1,"), "\(calls)")
    #expect(calls.hasSuffix("\"next\":2,\"dropped\":0}\n\n"))
    try client.engine.session.select("Offline", for: "Login")
    #expect(
      text(await events.next())
        == "id: 1\nevent: selections\ndata: {\"request\":\"Login\",\"response\":\"Offline\",\"scene\":null}\n\n")
    client.control.projectReloaded("reloaded", [])
    #expect(text(await events.next()).contains("event: reloaded\ndata: {\"message\":\"reloaded\"}"))
    client.control.projectRejected("not reloaded", [])
    #expect(text(await events.next()).contains("event: rejected"))
    client.engine.session.clearCalls()
    #expect(text(await events.next()).contains("event: cleared"))
  }

  @Test func `a listener that comes back gets the calls that it missed`() async throws {
    for _ in 0..<3 { client.call("POST", "/login") }
    let events = try client.events("/events", fields: [HTTPField.Name("Last-Event-ID")!: "1"])
    let text = text(await events.next())
    #expect(text.contains("event: gap"))
    #expect(text.contains("\"number\":2,") && text.contains("\"number\":3,") && !text.contains("\"number\":1,"))
  }

  @Test func `the journal is cleared before later calls`() async throws {
    let events = try client.events("/events")
    client.call("POST", "/login")
    client.engine.session.clearCalls()
    client.call("POST", "/login")
    let text = text(await events.next())
    let cleared = try #require(text.range(of: "event: cleared"))
    let calls = try #require(text.range(of: "event: calls"))
    #expect(cleared.lowerBound < calls.lowerBound)
    #expect(text.contains("\"number\":2,") && !text.contains("\"number\":1,") && text.contains("\"dropped\":0"))
  }

  @Test func `events and waits end with their session, and when the server stops`() async throws {
    let fields: HTTPFields = [HTTPField.Name("Mockspec-Session")!: "a"]
    let (events, other) = (try client.events("/events", fields: fields), try client.events("/events"))
    async let waiting = client.answer("GET", "/calls/wait?timeout=30s", fields: fields)
    let session = try #require(client.engine.existingSession(SessionID("a")))
    while session.observers.count != 2 { await Task.yield() }
    client.engine.endSession(try SessionID("a"))
    #expect(await events.next() == nil)
    let answer = try await waiting
    #expect(answer["complete"] == "false")
    async let waitingStill = client.answer("GET", "/calls/wait?timeout=30s")
    while client.control.listenerCount != 2 { await Task.yield() }
    client.control.endStreams()
    #expect(await other.next() == nil)
    #expect(try await waitingStill["complete"] == "false")
    #expect(client.control.listenerCount == 0 && client.engine.session.observers.isEmpty)
  }

  @Test func `many calls are one event, and the oldest are only counted`() async throws {
    let events = try client.events("/events")
    for _ in 0..<1500 { client.call("POST", "/login") }
    let text = text(await events.next())
    #expect(text.contains("\"next\":1501,\"dropped\":1400}"))
    #expect(!text.contains("\"number\":1400,") && text.contains("\"number\":1401,"))
  }

  @Test func `calls can come without their bodies`() async throws {
    let events = try client.events("/events?bodies=false")
    client.call("POST", "/login", body: "{}")
    let text = text(await events.next())
    #expect(text.contains(#""body":null,"bodyIsBase64":false"#) && text.contains(#""bodySize":2"#), "\(text)")
  }

  @Test func `while there are too many calls to show all, events are rarer`() async throws {
    let events = try client.events("/events")
    for _ in 0..<101 { client.call("POST", "/login") }
    let start = ContinuousClock.now
    _ = await events.next()
    client.call("POST", "/login")
    #expect(text(await events.next()).contains("\"dropped\":0}"))
    #expect(ContinuousClock.now - start >= .milliseconds(250))
  }

  @Test(.timeLimit(.minutes(20))) func `a call right after an event doesn't wait for another event`() async throws {
    let events = ControlEvents(
      CallBatches(client.engine.session), ProjectState(), after: nil, limit: nil, timeout: nil,
      keepAliveInterval: .seconds(3600)
    ) {}
    for number in 1...5 {
      async let next = events.next()
      client.call("POST", "/login")
      #expect(text(await next).contains("\"number\":\(number),"))
    }
  }

  @Test func `a listener that doesn't ask keeps little`() async throws {
    let events = try client.events("/events")
    for _ in 0..<10_000 { try client.engine.session.select("Offline", for: "Login") }
    let text = text(await events.next())
    #expect(text.contains("event: gap"))
    #expect(text.count < 256 * 200)
  }

  @Test func `events end after their number, and after their time`() async throws {
    let few = try client.events("/events?limit=1")
    client.engine.session.reset()
    client.engine.session.reset()
    let text = text(await few.next())
    #expect(text.components(separatedBy: "event:").count == 2)
    #expect(await few.next() == nil)
    #expect(client.control.listenerCount == 0)
    #expect(await (try client.events("/events?timeout=1ms")).next() == nil)
  }

  @Test func `events end with their task`() async throws {
    let events = try client.events("/events")
    let task = Task { await events.next() }
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test func `listeners are limited, and those that have gone make room`() async throws {
    var all = try (0..<256).map { _ in try client.events("/events") }
    #expect(try await client.answer("GET", "/events")["code"] == "busy")
    all.removeLast()
    #expect(throws: Never.self) { all.append(try client.events("/events")) }
    all.removeAll()
    #expect(client.control.listenerCount == 0)
  }

  @Test func `an invalid ID is refused`() async throws {
    let fields: HTTPFields = [HTTPField.Name("Last-Event-ID")!: "x"]
    #expect(try await client.answer("GET", "/events", fields: fields).status == 400)
  }
}
