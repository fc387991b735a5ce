import Testing

@testable import MockSpec

/// What every store of a session's values does.
struct SessionStoreTests {
  private static let stores: [@Sendable () -> any SessionStore] = [{ MemoryStore() }]
  private struct Failure: Error {}

  private func key(_ steps: [Int], after: AfterSequence = .stay, request: String = "A") -> SequenceKey {
    let responses = ["R", "S"].map { Response(name: $0, outcome: .fixed(.passThrough), delay: nil) }
    return SequenceKey(
      request: request, ResponseSequence(steps: steps.map { .init(response: $0, times: 1) }, after: after), responses)
  }

  @Test(arguments: stores.indices) func `each step is taken once, by however many calls at the same time`(
    index: Int
  ) async {
    let (store, key) = (Self.stores[index](), key([0, 1]))
    let taken = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<100).map { _ in
            store.step { values in
              values.answers[key, default: 0] += 1
              return values.answers[key, default: 0] - 1
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.sorted() == Array(0..<800))
    #expect(store.values.answers[key] == 800)
  }

  @Test(arguments: stores.indices) func `a change that fails changes nothing`(index: Int) {
    let store = Self.stores[index]()
    store.update { $0.selections.scene = "S" }
    #expect(throws: Failure.self) {
      try store.update { values throws(Failure) in
        values.selections.scene = "T"
        throw Failure()
      }
    }
    #expect(store.values.selections == SavedSelections(scene: "S"))
  }

  @Test func `a sequence is another one with other steps, and the same in another list of responses`() {
    let keys = [
      key([0, 1]), key([1, 0]), key([0]), key([0, 1], after: .restart), key([0, 1], request: "B"),
    ]
    #expect(Set(keys).count == keys.count)
    let longer = ["Q", "R", "S"].map { Response(name: $0, outcome: .fixed(.passThrough), delay: nil) }
    let moved = ResponseSequence(steps: [1, 2].map { .init(response: $0, times: 1) }, after: .stay)
    #expect(SequenceKey(request: "A", moved, longer) == keys[0])
  }
}
