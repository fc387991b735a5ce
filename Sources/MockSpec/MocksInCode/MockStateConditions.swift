/// Conditions on states, like `when` in a spec: a literal of names, or of members that `mockspec generate swift` writes.
///
///     MockedRequest("Pay", .post, "/cart/payment", when: ["cart": "filled"]) { … }
///     MockedRequest("Cart", .get, "/cart", when: ["cart": ["filled", "paid"], "user": "signed in"]) { … }
///     MockedRequest("Cart", .get, "/cart", when: [.cart(.filled), .cart(.paid)]) { … }
///
/// Each of the states must have one of its values.
public struct MockStateConditions: Sendable, Hashable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// One or more values of a state: a string literal, or an array of them.
  public struct Values: Sendable, Hashable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    let all: [String]

    /// Creates values, one of which the state must have.
    public init(_ values: [String]) { all = values }

    /// Creates a single value.
    public init(stringLiteral value: String) { all = [value] }

    /// Creates values, one of which the state must have.
    public init(arrayLiteral elements: String...) { all = elements }
  }

  /// A condition on one state.
  struct Condition: Sendable, Hashable {
    let state: String
    var values: [String]
  }

  /// The conditions in the order in which they were written, one for each state.
  private(set) var all: [Condition] = []

  /// Creates conditions from names that the compiler checks. Several values of a state are alternatives.
  public init(_ states: [MockState] = []) {
    for state in states { add(state.name, [state.value]) }
  }

  /// Creates conditions from names that the compiler checks. Several values of a state are alternatives.
  public init(arrayLiteral elements: MockState...) { self.init(elements) }

  /// Creates conditions from names, each with its values.
  public init(dictionaryLiteral elements: (String, Values)...) {
    for (name, values) in elements { add(name, values.all) }
  }

  private mutating func add(_ name: String, _ values: [String]) {
    if let index = all.firstIndex(where: { $0.state == name }) {
      all[index].values += values
    } else {
      all.append(Condition(state: name, values: values))
    }
  }
}
