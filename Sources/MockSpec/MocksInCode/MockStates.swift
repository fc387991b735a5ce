/// States with the values to set: a literal of names, or of members that `mockspec generate swift` writes.
///
///     @Test(.mocks("specs", states: ["cart": "paid"]))
///     @Test(.mocks("specs", states: [.cart(.paid)]))
public struct MockStates: Sendable, Hashable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// The values by the names of their states.
  public private(set) var values: [String: String]

  /// Creates states from values by the names of their states. They may not exist.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// Creates states from names that the compiler checks. The last value of a state applies.
  public init(_ states: [MockState]) { values = Dictionary(states.map { ($0.name, $0.value) }) { $1 } }

  /// Creates states from names that the compiler checks. The last value of a state applies.
  public init(arrayLiteral elements: MockState...) { self.init(elements) }

  /// Creates states from names, each with its value. The last value of a state applies.
  public init(dictionaryLiteral elements: (String, String)...) { values = Dictionary(elements) { $1 } }

  /// Adds states, whose values override those of the same states.
  package mutating func merge(_ others: MockStates) { values.merge(others.values) { $1 } }

  /// The states in the order of their names.
  package var sorted: [MockState] {
    values.sorted { $0.key < $1.key }.map { MockState($0.key, value: $0.value) }
  }
}
