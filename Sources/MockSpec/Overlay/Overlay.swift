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
  func candidates(for path: RequestPath) -> [(set: ResponseSet, place: Int)] {
    isEmpty ? [] : index.sets(for: path).map { (entries[Int($0)].set, entries[Int($0)].place) }
  }
}
