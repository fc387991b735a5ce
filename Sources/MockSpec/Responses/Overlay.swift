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

  /// In the order in which they were added.
  let additions: [Addition]
  let index: SetIndex
  /// By set: how many loaded ones are asked before it.
  private let places: [Int]

  static let empty = Overlay([], over: [])

  /// - Parameter loaded: in the order in which they are asked.
  init(_ additions: [Addition], over loaded: [ResponseSet]) {
    self.additions = additions
    let ranked = additions.map { (rank: Rank($0.set, order: -1, position: -$0.number), set: $0.set) }
      .sorted { $0.rank < $1.rank }
    index = SetIndex(ranked.map(\.set))
    places = ranked.map { Self.place(of: $0.rank, in: loaded) }
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

  var isEmpty: Bool { places.isEmpty }

  var names: [String] { index.sets.map(\.name) }

  subscript(name: String) -> ResponseSet? { index[name] }

  /// The sets whose path matches, each with the number of loaded sets that are asked before it, in order.
  func candidates(for path: RequestPath) -> [(number: Int32, place: Int)] {
    index.paths.sets(for: path).map { ($0, places[Int($0)]) }
  }
}
