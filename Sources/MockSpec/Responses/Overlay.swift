/// Response sets built in code, which are tried together with the loaded ones of a snapshot.
///
/// They have a separate index, so that adding one doesn't rebuild the index of a large project. For each set, the
/// number of loaded sets that are tried before it is stored, so that the two sorted lists are merged by comparing
/// numbers.
final class Overlay: Sendable {
  /// A set with the number of its addition. Of two sets with equal ranks, the one that was added later is tried first.
  struct Addition: Sendable {
    let set: ResponseSet
    let number: Int
  }

  /// The sets in the order in which they were added.
  let additions: [Addition]
  let index: SetIndex
  /// For each set of the index, the number of loaded sets that are tried before it.
  private let places: [Int]

  static let empty = Overlay([], over: [])

  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - additions: The sets in the order in which they were added.
  ///   - loaded: The loaded sets in the order in which they are tried.
  init(_ additions: [Addition], over loaded: ChunkedArray<ResponseSet>) {
    self.additions = additions
    let ranked = additions.map { (rank: Rank($0.set, order: -1, position: -$0.number), set: $0.set) }
      .sorted { $0.rank < $1.rank }
    index = SetIndex(ranked.map(\.set))
    places = ranked.map { Self.place(of: $0.rank, in: loaded) }
  }

  private static func place(of rank: Rank, in loaded: ChunkedArray<ResponseSet>) -> Int {
    loaded.partitioningIndex { !(Rank($0, order: 0, position: 0) < rank) }
  }

  var isEmpty: Bool { places.isEmpty }

  var names: [String] { index.sets.map(\.name) }

  subscript(name: String) -> ResponseSet? { index[name] }

  /// The sets whose path matches, each with the number of loaded sets that are tried before it, in order.
  func candidates(for path: RequestPath) -> [(number: Int32, place: Int)] {
    index.paths.sets(for: path).map { ($0, places[Int($0)]) }
  }
}

extension Rank {
  init(_ set: ResponseSet, order: Int, position: Int) {
    self.init(set.matcher, priority: set.priority, order: order, position: position)
  }
}
