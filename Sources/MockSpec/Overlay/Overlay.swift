/// Response sets built in code, asked together with the loaded ones of a snapshot.
///
/// They have an index of their own, since the project's may be large and isn't to be made anew for each of them. For
/// every set it is known between which loaded ones it is asked, so that two sorted lists are merged by number alone.
final class Overlay: Sendable {
  /// A set, and when it was added: the latest is asked first among equals.
  struct Addition: Sendable {
    let set: ResponseSet
    let number: Int
  }

  private struct Entry: Sendable {
    let set: ResponseSet
    /// How many loaded sets are asked before it.
    let place: Int
  }

  /// In the order in which they were added.
  let additions: [Addition]
  /// In the order in which they are asked.
  private let entries: [Entry]
  private let index: PathIndex
  private let places: [String: Int]
  let hosts: [HostPattern]

  static let empty = Overlay([], over: [])

  /// - Parameter loaded: in the order in which they are asked.
  init(_ additions: [Addition], over loaded: [ResponseSet]) {
    self.additions = additions
    let ranked = additions.map { (rank: Rank($0.set, order: -1, position: -$0.number), set: $0.set) }
      .sorted { $0.rank < $1.rank }
    entries = ranked.map { Entry(set: $0.set, place: Self.place(of: $0.rank, in: loaded)) }
    index = PathIndex(entries.map { $0.set.matcher.path?.value })
    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.set.name, $0) })
    hosts = entries.compactMap { $0.set.matcher.host?.value }
  }

  private static func place(of rank: Rank, in loaded: [ResponseSet]) -> Int {
    var low = 0
    var high = loaded.count
    while low < high {
      let middle = (low + high) / 2
      if Rank(loaded[middle], order: 0, position: 0) < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var isEmpty: Bool { entries.isEmpty }

  var names: [String] { entries.map(\.set.name) }

  subscript(name: String) -> ResponseSet? { places[name].map { entries[$0].set } }

  /// The sets whose path matches, each with the number of loaded sets that are asked before it, in order.
  fileprivate func candidates(for path: RequestPath) -> [(set: ResponseSet, place: Int)] {
    isEmpty ? [] : index.sets(for: path).map { (entries[Int($0)].set, entries[Int($0)].place) }
  }
}

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
