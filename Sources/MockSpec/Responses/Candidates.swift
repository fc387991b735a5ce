/// A response set whose path matches a call.
struct Candidate {
  let index: SetIndex
  let number: Int32

  var set: ResponseSet { index.sets[Int(number)] }

  /// Returns the set if its other conditions match, too.
  func match(_ parsed: inout ParsedCall) -> ResponseSet? { index.match(number, &parsed) }
}

/// The response sets whose path matches a call, in the order in which they are tried. A set built in code overrides the
/// loaded one with the same name.
struct Candidates: Sequence, IteratorProtocol {
  private let loaded: SetIndex
  private var numbers: SetNumbers.Iterator
  private let overlay: Overlay
  private var added: ArraySlice<(candidate: Candidate, place: Int)> = []
  /// The next loaded set, which follows the sets built in code that are tried before it.
  private var waiting: Int32?

  init(_ loaded: SetIndex, _ overlay: Overlay, _ path: CallPath) {
    self.loaded = loaded
    self.overlay = overlay
    numbers = loaded.numbers(for: path).makeIterator()
    guard !overlay.isEmpty else { return }
    added = overlay.candidates(for: path)[...]
    waiting = nextLoaded()
  }

  mutating func next() -> Candidate? {
    if overlay.isEmpty {
      guard let number = numbers.next() else { return nil }
      return Candidate(index: loaded, number: number)
    }
    if let first = added.first, first.place <= waiting.map(Int.init) ?? .max {
      added.removeFirst()
      return first.candidate
    }
    guard let number = waiting else { return nil }
    waiting = nextLoaded()
    return Candidate(index: loaded, number: number)
  }

  private mutating func nextLoaded() -> Int32? {
    while let number = numbers.next() {
      if overlay[loaded.sets[Int(number)].name] == nil { return number }
    }
    return nil
  }
}
