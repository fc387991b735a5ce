import Synchronization
import Testing

@testable import MockSpec

struct SessionObserversTests {
  let engine: MockEngine

  init() throws { engine = try Specs.engine(SessionTests.spec) }

  /// The numbers of the calls of which an observer was notified.
  private final class Notified: Sendable {
    private let state = Mutex<[Int]>([])
    var numbers: [Int] { state.withLock { $0 } }

    @Sendable func note(_ change: SessionChange) {
      if case .called(let call) = change { state.withLock { $0.append(call.number) } }
    }
  }

  @Test func `an observer of batches is notified only of the first call after awaitCall`() {
    let notified = Notified()
    _ = engine.session.observers.add(getsEachCall: false, notified.note)
    _ = engine.answer("GET /items")
    #expect(notified.numbers.isEmpty)
    engine.session.observers.awaitCall()
    for _ in 2...4 { _ = engine.answer("GET /items") }
    #expect(notified.numbers == [2])
    engine.session.observers.awaitCall()
    _ = engine.answer("GET /items")
    #expect(notified.numbers == [2, 5])
  }

  @Test func `others are notified of each call`() {
    let (notified, batches) = (Notified(), Notified())
    let id = engine.session.observers.add(notified.note)
    _ = engine.session.observers.add(getsEachCall: false, batches.note)
    for _ in 1...3 { _ = engine.answer("GET /items") }
    #expect(notified.numbers == [1, 2, 3])
    engine.session.observers.remove(id)
    let before = batches.numbers
    _ = engine.answer("GET /items")
    #expect(notified.numbers == [1, 2, 3] && batches.numbers == before)
  }
}
