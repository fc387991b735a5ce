import Synchronization

/// The operations so far.
final class OperationLog: Sendable {
  private struct Entry {
    let number: Int
    let worker: Int
    let start: ContinuousClock.Instant
    var end: ContinuousClock.Instant?
    var text: String
  }

  private let state = Mutex<(entries: [Entry], counts: [Kind: Int], last: Int)>(([], [:], 0))

  /// Does an operation.
  ///
  /// - Parameter operation: Returns a description of what it did.
  func note(_ kind: Kind, by worker: Int, _ operation: () -> String) {
    let number = state.withLock { state in
      state.last += 1
      state.counts[kind, default: 0] += 1
      state.entries.append(Entry(number: state.last, worker: worker, start: .now, end: nil, text: kind.rawValue))
      if state.entries.count > 200 { state.entries.removeFirst(100) }
      return state.last
    }
    let text = operation()
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.number == number }) else { return }
      state.entries[index].end = .now
      state.entries[index].text = text
    }
  }

  /// Notes something between operations.
  func note(_ text: String) {
    state.withLock { $0.entries.append(Entry(number: 0, worker: -1, start: .now, end: .now, text: text)) }
  }

  var count: Int { state.withLock { $0.last } }
  var counts: [Kind: Int] { state.withLock { $0.counts } }

  /// The last operations, each on one line.
  var lines: [String] {
    state.withLock { $0.entries.suffix(50) }.map { entry in
      if entry.worker < 0 { return "\(clock(entry.start))  \(entry.text)" }
      let time = "\(clock(entry.start)) to \(entry.end.map(clock) ?? "…")"
      return "\(time)  \(entry.number) by \(entry.worker): \(entry.text)"
    }
  }
}

/// A value that is set later.
final class Once<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)
  var value: Value? { stored.withLock { $0 } }
  func set(_ value: Value) { stored.withLock { $0 = value } }
}
