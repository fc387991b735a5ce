import MockSpecDiagnostics
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

/// Subscriptions during loads, which are made up.
@Suite struct ProjectSubscribersTests {
  static func project(_ text: String) throws -> LoadedProject { try ProjectReloadsTests.load(text).get() }

  /// What a subscriber gets.
  private final class Received: Sendable {
    private let texts = Mutex<[String]>([])

    func note(_ change: ProjectWatch.Change) {
      let text =
        switch change {
        case .loaded(let loaded, _): String(decoding: loaded.contents["/p/a"] ?? [], as: UTF8.self)
        case .unavailable: "unavailable"
        case .waiting: "waiting"
        case .notice(let notice): notice
        }
      texts.withLock { $0.append(text) }
    }

    var all: [String] { texts.withLock { $0 } }
  }

  let subscribers: ProjectSubscribers
  private let received = Received()

  init() throws { subscribers = ProjectSubscribers(of: try Self.project("one")) }

  @discardableResult
  private func add(_ text: String, _ received: Received? = nil) throws -> (id: Int, isBehind: Bool) {
    subscribers.add(after: try Self.project(text)) { [received = received ?? self.received] in received.note($0) }
  }

  /// Ends a load with a version that is a change, or with the last one.
  @discardableResult
  private func end(_ text: String?, isUsed: Bool = true) throws -> Bool {
    guard let text else {
      return subscribers.loadEnds(nil, last: subscribers.versions.last, isUsed: isUsed)
    }
    let project = try Self.project(text)
    return subscribers.loadEnds(.loaded(project, .zero), last: project, isUsed: isUsed)
  }

  @Test func `a subscriber with the common version gets changes`() throws {
    #expect(try !add("one").isBehind)
    for text in ["two", nil, "three"] {
      subscribers.loadBegins()
      #expect(try !end(text))
    }
    #expect(received.all == ["two", "three"])
  }

  @Test func `a load that began before the subscription isn't delivered, and another one follows`() throws {
    subscribers.loadBegins()
    try add("one")
    #expect(try end("zero"))
    #expect(received.all == [])
    subscribers.loadBegins()
    #expect(try !end("one"))
    #expect(received.all == ["one"])
  }

  @Test func `a change that a subscriber missed is delivered after the next load`() throws {
    subscribers.loadBegins()
    try add("one")
    try end("two")
    subscribers.loadBegins()
    #expect(try !end(nil))
    subscribers.loadBegins()
    try end(nil)
    #expect(received.all == ["two"])
  }

  @Test func `a load that began before the subscription and found no change isn't followed by another one`() throws {
    subscribers.loadBegins()
    try add("one")
    #expect(try !end(nil))
    subscribers.loadBegins()
    try end(nil)
    #expect(received.all == [])
  }

  @Test func `a subscriber whose version was undone before the watch saw it gets the common one`() throws {
    #expect(try add("two").isBehind)
    subscribers.loadBegins()
    try end(nil, isUsed: false)
    #expect(received.all == [])
    subscribers.loadBegins()
    try end(nil)
    #expect(received.all == ["one"])
  }

  @Test func `a version that a subscriber has isn't delivered to it`() throws {
    subscribers.loadBegins()
    #expect(try add("two").isBehind)
    #expect(try end("two"))
    subscribers.loadBegins()
    try end(nil)
    #expect(received.all == [])
    subscribers.loadBegins()
    try end("three")
    #expect(received.all == ["three"])
  }

  @Test func `a subscriber that has found specs again is notified if they are still missing`() throws {
    subscribers.loadBegins()
    _ = subscribers.loadEnds(.unavailable(.notFound("/p")), last: subscribers.versions.last, isUsed: true)
    #expect(try add("one").isBehind)
    subscribers.loadBegins()
    try end(nil)
    #expect(received.all == ["unavailable"])
  }

  @Test func `a subscriber that a handler removes gets no more changes`() throws {
    let id = Mutex<Int?>(nil)
    _ = subscribers.add(after: try Self.project("one")) { [subscribers] _ in
      if let id = id.withLock({ $0 }) { subscribers.remove(id) }
    }
    id.withLock { [added = try? add("one").id] in $0 = added }
    subscribers.loadBegins()
    try end("two")
    #expect(received.all == [])
  }

  @Test func `notices that hold are delivered to later subscribers, each once`() throws {
    let limit = PollingReason.Limit.watches
    let notice = PollingNotice.polled(folder: "/p", others: 0, .limit(limit))
    subscribers.send(notice, "polled")
    let (first, second) = (Received(), Received())
    let early = try add("one", first).id
    subscribers.send(.polled(folder: "/p", others: 0, .overlay), "overlay")
    subscribers.sendNotices(to: early)
    #expect(first.all == ["polled", "overlay"])
    let late = try add("one", second).id
    subscribers.send(.watched(limit), "watched")
    subscribers.sendNotices(to: late)
    #expect(first.all == ["polled", "overlay", "watched"])
    #expect(second.all == ["overlay"])
  }
}
