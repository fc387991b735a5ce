/// What matches a path, loaded or built in code, in the order in which it is asked. A loaded set yields to one of the
/// same name that was built in code.
struct Candidates<Numbers: IteratorProtocol<Int32>>: Sequence, IteratorProtocol {
  private let sets: [ResponseSet]
  private var numbers: Numbers
  private let overlay: Overlay
  private var added: ArraySlice<(set: ResponseSet, place: Int)>
  /// The next loaded one, while those before it are handed out.
  private var waiting: Int32?

  /// - Parameter numbers: of the loaded sets whose path matches, in order.
  init(_ sets: [ResponseSet], _ numbers: Numbers, _ overlay: Overlay, _ path: RequestPath) {
    self.sets = sets
    self.numbers = numbers
    self.overlay = overlay
    added = overlay.candidates(for: path)[...]
    if !overlay.isEmpty { waiting = nextLoaded() }
  }

  mutating func next() -> ResponseSet? {
    if overlay.isEmpty { return numbers.next().map { sets[Int($0)] } }
    if let first = added.first, first.place <= waiting.map(Int.init) ?? .max { return added.removeFirst().set }
    guard let number = waiting else { return nil }
    waiting = nextLoaded()
    return sets[Int(number)]
  }

  private mutating func nextLoaded() -> Int32? {
    while let number = numbers.next() {
      if overlay[sets[Int(number)].name] == nil { return number }
    }
    return nil
  }
}
