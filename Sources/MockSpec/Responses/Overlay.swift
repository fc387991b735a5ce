/// Response sets built in code or added at run time, which are tried together with the loaded ones of a snapshot.
///
/// They are in parts with separate indexes, so that adding one changes neither the index of a large project nor that of
/// most other sets: each part has at least twice as many sets as the next one when that is created, and new sets are
/// merged with the last parts until this holds. So each set is indexed again a logarithmic number of times.
final class Overlay: Sendable {
  /// Sets in the order in which they are tried, with their index.
  struct Part: Sendable {
    let index: SetIndex
    fileprivate let entries: [Entry]

    fileprivate init(_ entries: [Entry]) {
      self.entries = entries.sorted { $0.rank < $1.rank }
      index = SetIndex(self.entries.map(\.set))
    }

    fileprivate init(_ index: SetIndex, _ entries: [Entry]) { (self.index, self.entries) = (index, entries) }

    fileprivate func removing(_ places: Set<Int>) -> Part {
      let change = Rearrangement(count: entries.count, removing: places, inserting: [])
      let rest = entries.indices.filter { !places.contains($0) }.map { entries[$0] }
      return Part(index.changed(replaced: [], change, inserted: []), rest)
    }
  }

  fileprivate struct Entry: Sendable {
    let set: ResponseSet
    /// Of two sets with equal conditions, the one that was added later is tried first.
    let rank: Rank
    /// The number of loaded sets that are tried before it.
    let place: Int

    init(_ set: ResponseSet, _ rank: Rank, over loaded: ChunkedArray<ResponseSet>) {
      (self.set, self.rank) = (set, rank)
      place = loaded.partitioningIndex { !(Rank($0, order: 0, position: 0) < rank) }
    }
  }

  let parts: [Part]
  /// The states that specs added at run time declare.
  let states: [StateDeclaration]
  /// The number of all sets that were ever added.
  private let addedCount: Int

  static let empty = Overlay([], addedCount: 0)

  private init(_ parts: [Part], states: [StateDeclaration] = [], addedCount: Int) {
    (self.parts, self.states, self.addedCount) = (parts, states, addedCount)
  }

  /// Returns the overlay with other states.
  func declaring(_ states: [StateDeclaration]) -> Overlay {
    Overlay(parts, states: states, addedCount: addedCount)
  }

  /// Returns the overlay with more sets.
  ///
  /// - Parameters:
  ///   - sets: The new sets in the order in which they are added, with all alternatives of each request. They have names that
  ///     no other set of the overlay has.
  ///   - isRuntime: Whether they belong to a spec that was added at run time. Then they are tried after equally specific
  ///     ones built in code, and in the order of the spec, as those of a file.
  ///   - loaded: The loaded sets in the order in which they are tried.
  func adding(_ sets: [ResponseSet], isRuntime: Bool = false, over loaded: ChunkedArray<ResponseSet>) -> Overlay {
    var parts = parts
    var entries = (isRuntime ? sets.reversed() : sets).enumerated().map { offset, set in
      Entry(set, Rank(set, order: isRuntime ? -1 : -2, position: -(addedCount + offset)), over: loaded)
    }
    if entries.isEmpty { return self }
    while let last = parts.last, last.entries.count < 2 * entries.count { entries += parts.removeLast().entries }
    return Overlay(parts + [Part(entries)], states: states, addedCount: addedCount + sets.count)
  }

  /// Returns the overlay without the sets that have these names.
  func removing(_ names: some Sequence<String>) -> Overlay {
    var removed: [Int: Set<Int>] = [:]
    for name in names {
      for (number, part) in parts.enumerated() {
        let places = part.index.places(of: name)
        if places.isEmpty { continue }
        // All alternatives were added together, so they are in one part.
        removed[number, default: []].formUnion(places)
        break
      }
    }
    let rest = parts.enumerated().compactMap { number, part in
      guard let places = removed[number] else { return Optional(part) }
      return places.count < part.entries.count ? part.removing(places) : nil
    }
    return Overlay(rest, states: states, addedCount: addedCount)
  }

  /// Returns the overlay with the places among other loaded sets.
  func over(_ loaded: ChunkedArray<ResponseSet>) -> Overlay {
    let parts = parts.map { part in
      Part(part.index, part.entries.map { Entry($0.set, $0.rank, over: loaded) })
    }
    return Overlay(parts, states: states, addedCount: addedCount)
  }

  var isEmpty: Bool { parts.isEmpty && states.isEmpty }

  /// The sets in the order in which they are tried.
  var sets: [ResponseSet] { parts.flatMap(\.entries).sorted { $0.rank < $1.rank }.map(\.set) }

  /// The names of the collections to which requests belong.
  var collections: Set<String> { Set(parts.lazy.flatMap(\.entries).compactMap(\.set.items?.collection.name)) }

  subscript(name: String) -> ResponseSet? {
    for part in parts {
      if let set = part.index[name] { return set }
    }
    return nil
  }

  /// Returns the alternatives of a request.
  func alternatives(of name: String) -> [ResponseSet] {
    parts.flatMap { part in part.index.places(of: name).map { part.index.sets[$0] } }
  }

  func knowsHost(_ host: String) -> Bool { parts.contains { $0.index.knowsHost(host) } }

  func names(scheme: String) -> Bool { parts.contains { $0.index.names(scheme: scheme) } }

  /// Whether any response sends calls to other servers.
  var reachesOthers: Bool { parts.contains { $0.index.reachesOthers } }

  /// Returns the sets with similar paths, a few dozen at most of each part, in the order in which they are tried.
  func sets(near path: [[UInt8]]) -> [ResponseSet] {
    let found = parts.flatMap { part in
      part.index.sets(near: path).compactMap { part.index.place(of: $0.key) }.map { part.entries[$0] }
    }
    return found.sorted { $0.rank < $1.rank }.map(\.set)
  }

  /// The sets whose path matches, each with the number of loaded sets that are tried before it, in order.
  func candidates(for path: CallPath) -> [(candidate: Candidate, place: Int)] {
    var found: [(candidate: Candidate, entry: Entry)] = []
    for part in parts {
      for number in part.index.numbers(for: path) {
        found.append((Candidate(index: part.index, number: number), part.entries[Int(number)]))
      }
    }
    if parts.count > 1 { found.sort { $0.entry.rank < $1.entry.rank } }
    return found.map { ($0.candidate, $0.entry.place) }
  }
}

extension Rank {
  init(_ set: ResponseSet, order: Int, position: Int) {
    self.init(
      set.matcher, priority: set.priority, isGenerated: set.items != nil, order: order, position: position)
  }
}
