/// Response sets built in code, which are tried together with the loaded ones of a snapshot.
///
/// They have a separate index, so that adding one doesn't change the index of a large project. For each set, the
/// number of loaded sets that are tried before it is stored, so that the two sorted lists are merged by comparing
/// numbers.
final class Overlay: Sendable {
  let index: SetIndex
  /// For each set of the index, how many had been added before it. Of two sets with equal ranks, the one that was added
  /// later is tried first.
  private let ages: [Int]
  /// For each set of the index, the number of loaded sets that are tried before it.
  private let places: [Int]
  /// The number of all sets that were ever added.
  private let addedCount: Int

  static let empty = Overlay(SetIndex([]), ages: [], places: [], addedCount: 0)

  private init(_ index: SetIndex, ages: [Int], places: [Int], addedCount: Int) {
    self.index = index
    self.ages = ages
    self.places = places
    self.addedCount = addedCount
  }

  /// Returns the overlay with more sets.
  ///
  /// - Parameters:
  ///   - sets: The new sets in the order in which they are added. They have names that no other set of the overlay has.
  ///   - loaded: The loaded sets in the order in which they are tried.
  func adding(_ sets: [ResponseSet], over loaded: ChunkedArray<ResponseSet>) -> Overlay {
    let new = sets.enumerated().map { offset, set in
      let age = addedCount + offset
      return (rank: Self.rank(set, age: age), set: set, age: age)
    }.sorted { $0.rank < $1.rank }
    let change = Rearrangement(
      count: places.count, removing: [],
      inserting: new.map { new in
        places.indices.partitioningIndex { !(Self.rank(index.sets[$0], age: ages[$0]) < new.rank) }
      })
    return Overlay(
      index.changed(replaced: [], change, inserted: new.map(\.set)),
      ages: change.applied(to: ages, inserting: new.map(\.age)),
      places: change.applied(to: places, inserting: new.map { Self.place(of: $0.rank, in: loaded) }),
      addedCount: addedCount + new.count)
  }

  /// Returns the overlay without a set; `nil` if there is none with the name.
  func removing(_ name: String) -> Overlay? {
    guard let place = index.place(of: name) else { return nil }
    let change = Rearrangement(count: places.count, removing: [place], inserting: [])
    return Overlay(
      index.changed(replaced: [], change, inserted: []), ages: change.applied(to: ages, inserting: []),
      places: change.applied(to: places, inserting: []), addedCount: addedCount)
  }

  /// Returns the overlay with the places among other loaded sets.
  func over(_ loaded: ChunkedArray<ResponseSet>) -> Overlay {
    let places = zip(index.sets, ages).map { Self.place(of: Self.rank($0, age: $1), in: loaded) }
    return Overlay(index, ages: ages, places: places, addedCount: addedCount)
  }

  private static func rank(_ set: ResponseSet, age: Int) -> Rank { Rank(set, order: -1, position: -age) }

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
