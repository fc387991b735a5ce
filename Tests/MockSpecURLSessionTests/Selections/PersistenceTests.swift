import Foundation
import MockSpec
import Synchronization
import TestSupport
import Testing

@testable import MockSpecURLSession

/// Selections that persist between launches.
@Suite(.timeLimit(.minutes(20)))
struct PersistenceTests {
  static let spec = """
    mockspec: 1
    requests:
      Login: {match: POST /login, responses: {Success: {}, Offline: {status: 503}}}
      Item: {match: GET /item, responses: {Found: {}, Busy: {status: 429}}}
    """

  static func mocks(_ text: String = spec, scenes: [String: [String: String]] = ["Rush hour": ["Item": "Busy"]])
    async throws -> MockInterceptor
  {
    try await MockInterceptor(specs: .inline(text), settings: MockSettings(scenes: scenes))
  }

  /// Waits for the save of all changes.
  static func finish(_ mocks: MockInterceptor) { mocks.persistence.withLock { $0 }?.finish() }

  static func launch(_ environment: [String: String] = [:]) throws -> LaunchSettings {
    try LaunchSettings(environment: environment, arguments: [])
  }

  @Test func `selections, the scene and what is disabled are there at the next launch`() async throws {
    let store = MemorySelectionStore()
    let first = try await Self.mocks()
    #expect(try first.persistSelections(in: store) == [])
    Self.finish(first)
    #expect(store.load() == nil)
    try first.activate(scene: "Rush hour")
    try first.select("Offline", for: "Login")
    try first.setEnabled(false, for: "Item")
    Self.finish(first)

    let second = try await Self.mocks()
    try second.select("Found", for: "Item")
    #expect(try second.persistSelections(in: store) == [])
    #expect(second.activeScene == "Rush hour")
    #expect(second.requests.first { $0.name == "Login" }?.next?.response == "Offline")
    #expect(second.requests.first { $0.name == "Item" }?.next?.reason == .scene)
    #expect(second.requests.first { $0.name == "Item" }?.isEnabled == false)
    second.reset()
    Self.finish(second)
    #expect(store.load() == SavedSelections())
  }

  @Test func `names that are gone are reported, stay saved, and work again`() async throws {
    let saved = SavedSelections(
      responses: ["Login": "Gone", "Cart": "Full"], scene: "Gone", enabled: ["Older": false])
    let store = MemorySelectionStore(saved)
    let mocks = try await Self.mocks()
    let events = mocks.events
    let notices = try mocks.persistSelections(in: store)
    #expect(
      notices == [
        "the selected request 'Cart' no longer exists",
        "the selected response 'Gone' of 'Login' no longer exists; its default answers",
        "the disabled request 'Older' no longer exists", "the active scene 'Gone' no longer exists",
      ])
    var reported: [String] = []
    for await event in events {
      reported.append("\(event)")
      if reported.count == notices.count { break }
    }
    #expect(reported == notices)
    #expect(mocks.requests.first { $0.name == "Login" }?.next?.response == "Success")
    try mocks.add(
      MockedRequest("Cart", .get, "/cart") {
        MockedResponse("Empty", status: 204)
        MockedResponse("Full", text: "full")
      })
    #expect(mocks.requests.first { $0.name == "Cart" }?.next?.response == "Full")
    try mocks.select("Offline", for: "Login")
    Self.finish(mocks)
    var expected = saved
    expected.responses["Login"] = "Offline"
    #expect(store.load() == expected)
  }

  @Test func `if the launch selects responses, saved ones are neither used nor changed`() async throws {
    let saved = SavedSelections(responses: ["Login": "Offline"])
    for environment in [["MOCKSPEC_SCENE": "Rush hour"], ["MOCKSPEC_SELECT": "Item=Busy"]] {
      let store = MemorySelectionStore(saved)
      let mocks = try await Self.mocks()
      let launch = try Self.launch(environment)
      try launch.apply(to: mocks.session)
      #expect(try mocks.persistSelections(in: store, launchedWith: launch).count == 1)
      #expect(mocks.requests.first { $0.name == "Login" }?.next?.response == "Success")
      #expect(mocks.requests.first { $0.name == "Item" }?.next?.response == "Busy")
      try mocks.select("Found", for: "Item")
      Self.finish(mocks)
      #expect(store.load() == saved)
    }
    let mocks = try await Self.mocks()
    let other = try Self.launch(["MOCKSPEC_SPECS": "specs"])
    #expect(try mocks.persistSelections(in: MemorySelectionStore(saved), launchedWith: other) == [])
    #expect(mocks.requests.first { $0.name == "Login" }?.next?.response == "Offline")
  }

  /// A store whose saves wait, and which can fail.
  final class SlowStore: SelectionStore {
    private let state = Mutex<(saved: [SavedSelections], isFailing: Bool)>(([], false))
    let started = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)

    struct Full: Error, CustomStringConvertible { let description = "the disk is full" }

    func load() -> SavedSelections? { nil }

    func save(_ selections: SavedSelections) throws {
      started.signal()
      gate.wait()
      let isFull = state.withLock { state in
        if !state.isFailing { state.saved.append(selections) }
        return state.isFailing
      }
      if isFull { throw Full() }
    }

    var saved: [SavedSelections] { state.withLock { $0.saved } }

    func setFailing(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }
  }

  @Test func `changes during a save are saved at once, and the last state wins`() async throws {
    let store = SlowStore()
    let mocks = try await Self.mocks()
    try mocks.persistSelections(in: store)
    try mocks.select("Offline", for: "Login")
    await Self.wait(store.started)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<2500 { try? mocks.select((number + task) % 2 == 0 ? "Found" : "Busy", for: "Item") }
        }
      }
    }
    try mocks.select("Busy", for: "Item")
    for _ in 0..<3 { store.gate.signal() }
    Self.finish(mocks)
    #expect(
      store.saved == [
        SavedSelections(responses: ["Login": "Offline"]),
        SavedSelections(responses: ["Login": "Offline", "Item": "Busy"]),
      ])
  }

  @Test func `a save that fails is reported once, and the next change is saved with the others`() async throws {
    let store = SlowStore()
    for _ in 0..<9 { store.gate.signal() }
    let mocks = try await Self.mocks()
    let events = mocks.events
    try mocks.persistSelections(in: store)
    store.setFailing(true)
    try mocks.select("Offline", for: "Login")
    Self.finish(mocks)
    try mocks.select("Success", for: "Login")
    Self.finish(mocks)
    #expect(mocks.selectionNotices == ["selections can't be saved: the disk is full"])
    store.setFailing(false)
    try mocks.select("Busy", for: "Item")
    Self.finish(mocks)
    #expect(mocks.selectionNotices == [])
    #expect(store.saved == [SavedSelections(responses: ["Login": "Success", "Item": "Busy"])])
    mocks.bus.finish()
    var reported: [String] = []
    for await event in events { reported.append("\(event)") }
    #expect(reported == ["selections can't be saved: the disk is full"])
  }

  @Test func `a store that can't be read is an error, and isn't written`() async throws {
    let folder = try TemporaryFolder(["selections.json": "{"])
    let mocks = try await Self.mocks()
    let store = FileSelectionStore(URL(filePath: folder["selections.json"]))
    #expect(throws: SelectionStoreError.self) { try mocks.persistSelections(in: store) }
    try mocks.select("Offline", for: "Login")
    Self.finish(mocks)
    #expect(try String(contentsOf: store.url, encoding: .utf8) == "{")
  }

  @Test func `a save that is due when another store takes over isn't made in the first one`() async throws {
    let first = SlowStore()
    let mocks = try await Self.mocks()
    try mocks.persistSelections(in: first)
    let old = try #require(mocks.persistence.withLock { $0 })
    try mocks.select("Offline", for: "Login")
    await Self.wait(first.started)
    try mocks.select("Busy", for: "Item")
    let second = MemorySelectionStore()
    try mocks.persistSelections(in: second)
    try mocks.select("Found", for: "Item")
    for _ in 0..<3 { first.gate.signal() }
    old.finish()
    Self.finish(mocks)
    #expect(first.saved == [SavedSelections(responses: ["Login": "Offline"])])
    #expect(second.load() == SavedSelections(responses: ["Login": "Offline", "Item": "Found"]))
  }

  @Test func `the first store doesn't get what the second one restores`() async throws {
    for _ in 0..<200 {
      let mocks = try await Self.mocks(scenes: ["One": ["Item": "Busy"], "Two": ["Item": "Found"]])
      let (one, two) = (MemorySelectionStore(.init(scene: "One")), MemorySelectionStore(.init(scene: "Two")))
      try mocks.persistSelections(in: one)
      let first = try #require(mocks.persistence.withLock { $0 })
      try mocks.persistSelections(in: two)
      first.finish()
      Self.finish(mocks)
      #expect(one.load()?.scene == "One")
      #expect(two.load()?.scene == "Two")
    }
  }

  @Test func `another store takes the place of the first one, and a released interceptor stops saving`() async throws {
    let (first, second) = (MemorySelectionStore(), MemorySelectionStore())
    var mocks: MockInterceptor? = try await Self.mocks()
    let session = try #require(mocks?.session)
    try mocks?.persistSelections(in: first)
    try mocks?.persistSelections(in: second)
    try mocks?.select("Offline", for: "Login")
    mocks.map(Self.finish)
    #expect(first.load() == nil)
    #expect(second.load() == SavedSelections(responses: ["Login": "Offline"]))
    #expect(session.observers.count == 1)
    weak let released = mocks
    mocks = nil
    #expect(released == nil)
    #expect(session.observers.isEmpty)
  }

  /// Waits outside of the threads of Swift concurrency.
  static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
