/// The states that the specs of a project declare, in the order of the specs, and their collections. The first of two states with
/// one name counts.
package struct DeclaredStates: Sendable, Equatable {
  private(set) var all: [StateDeclaration] = []
  private var places: [String: Int] = [:]
  /// The names of the collections that the specs declare.
  var collections: Set<String> = []

  init(_ declarations: some Sequence<StateDeclaration> = []) { add(declarations) }

  package var isEmpty: Bool { all.isEmpty }
  /// The names in the order of the specs.
  package var names: [String] { all.map(\.name.value) }

  mutating func add(_ declarations: some Sequence<StateDeclaration>) {
    for declaration in declarations where places[declaration.name.value] == nil {
      places[declaration.name.value] = all.count
      all.append(declaration)
    }
  }

  subscript(name: String) -> StateDeclaration? { places[name].map { all[$0] } }

  /// Returns the values that a state can have; `nil` if it isn't declared.
  package func values(of name: String) -> [String]? { self[name]?.values.map(\.value) }
}

/// The present value of each state: the one that was set, or the initial one.
struct StateValues: Sendable {
  private let declared: DeclaredStates
  private let values: [String: String]

  /// - Parameters:
  ///   - declared: The states of the project.
  ///   - values: The values that were set. One that isn't declared has no effect.
  init(_ declared: DeclaredStates = DeclaredStates(), _ values: [String: String] = [:]) {
    self.declared = declared
    self.values = values
  }

  /// The value of a state; `nil` if it isn't declared, because the file that declares it isn't served.
  subscript(name: String) -> String? {
    guard let declaration = declared[name] else { return nil }
    if let value = values[name], declaration.has(value) { return value }
    return declaration.initial
  }

  /// Returns whether all conditions are met.
  func meet(_ conditions: [StateCondition]) -> Bool {
    conditions.allSatisfy { condition in
      guard let value = self[condition.state.value] else { return false }
      return condition.values.contains { $0.value == value }
    }
  }
}
