import Foundation
import Synchronization

/// Calls that several threads made at the same time, with their answers.
struct CallHistory<Call: Sendable>: Sendable {
  /// A call with its answer. The times are those of one counter.
  struct Entry: Sendable {
    let began: Int
    let ended: Int
    let call: Call
    let answer: String
  }

  let entries: [Entry]

  /// Records what threads call.
  ///
  /// - Parameters:
  ///   - calls: The calls of each thread, at most 64 together.
  ///   - answer: Makes a call and returns its answer.
  init(_ calls: [[Call]], answer: @escaping @Sendable (Call) -> String) {
    let clock = Atomic(0)
    let found = Mutex<[Entry]>([])
    concurrently(calls.count) { thread in
      for call in calls[thread] {
        let began = clock.add(1, ordering: .sequentiallyConsistent).newValue
        let answer = answer(call)
        let ended = clock.add(1, ordering: .sequentiallyConsistent).newValue
        found.withLock { $0.append(Entry(began: began, ended: ended, call: call, answer: answer)) }
      }
    }
    entries = found.withLock { $0.sorted { $0.began < $1.began } }
  }

  init(_ entries: [Entry]) { self.entries = entries }

  /// Whether calls overlapped.
  var isConcurrent: Bool { zip(entries, entries.dropFirst()).contains { $1.began < $0.ended } }

  /// Returns whether the calls get the same answers one after the other, in an order that agrees with their times. It tries
  /// each call that could be the next one.
  ///
  /// - Parameters:
  ///   - model: What answers the first call.
  ///   - key: Returns what is equal for models that answer equally.
  ///   - answer: Returns the answer of a model and makes the call's changes.
  func hasOrder<Model, Key: Hashable>(
    from model: Model, key: (Model) -> Key, answer: (inout Model, Call) -> String
  ) -> Bool {
    var tried: Set<Tried<Key>> = []
    func tryOrders(_ done: UInt64, _ model: Model) -> Bool {
      if done.nonzeroBitCount == entries.count { return true }
      guard tried.insert(Tried(done: done, key: key(model))).inserted else { return false }
      let open = entries.indices.filter { done & 1 << UInt64($0) == 0 }
      let firstEnd = open.map { entries[$0].ended }.min() ?? 0
      return open.contains { index in
        var next = model
        return entries[index].began < firstEnd && answer(&next, entries[index].call) == entries[index].answer
          && tryOrders(done | 1 << UInt64(index), next)
      }
    }
    return tryOrders(0, model)
  }
}

/// The calls of a history that were made, as bits, and what they led to.
private struct Tried<Key: Hashable>: Hashable {
  let done: UInt64
  let key: Key
}

/// Runs a closure on several threads, also on a machine with fewer processors, and waits for all of them.
func concurrently(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let group = DispatchGroup()
  for thread in 0..<threads {
    group.enter()
    Thread.detachNewThread {
      body(thread)
      group.leave()
    }
  }
  group.wait()
}
