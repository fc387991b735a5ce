/// Response sets with everything by which they are found: by path, by name, by host.
final class SetIndex: Sendable {
  /// In the order in which they are asked, so that the first that matches answers.
  let sets: [ResponseSet]
  let paths: PathIndex
  private let lines: LineChecks
  private let places: [String: Int]
  private let hosts: HostSet

  init(_ sets: [ResponseSet]) {
    self.sets = sets
    paths = PathIndex(sets.map { $0.matcher.path?.value })
    lines = LineChecks(sets)
    places = Dictionary(sets.enumerated().map { ($1.name, $0) }) { first, _ in first }
    hosts = HostSet(sets.lazy.compactMap { $0.matcher.host?.value })
  }

  subscript(name: String) -> ResponseSet? { places[name].map { sets[$0] } }

  /// Whether some host pattern matches.
  func knowsHost(_ host: String) -> Bool { hosts.matches(host) }

  /// The set, if it matches altogether; its path does. What else it asks for is looked at from the cheapest on, so that
  /// most sets are told apart before anything of theirs is read.
  func match(_ number: Int32, _ request: inout ParsedRequest) -> ResponseSet? {
    guard lines.take(number, request) else { return nil }
    let set = sets[Int(number)]
    return !set.hasConditions || set.matcher.conditionMismatch(&request) == nil ? set : nil
  }
}
