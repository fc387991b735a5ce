import MockSpecDiagnostics

/// A state with the values that it can have. The first one is the initial value.
struct StateDeclaration: Sendable, Equatable {
  let name: Located<String>
  let values: [Located<String>]

  /// The value until something sets another one; `nil` if the schema has rejected the list of values.
  var initial: String? { values.first?.value }

  func has(_ value: String) -> Bool { values.contains { $0.value == value } }
}

/// A condition of `when`: a state has one of some values.
struct StateCondition: Sendable, Equatable {
  let state: Located<String>
  let values: [Located<String>]

  /// Returns whether no value meets both conditions.
  func excludes(_ other: StateCondition) -> Bool {
    state.value == other.state.value
      && !values.contains { mine in other.values.contains { $0.value == mine.value } }
  }

  /// Returns whether every value that meets another condition meets this one.
  func covers(_ other: StateCondition) -> Bool {
    state.value == other.state.value
      && other.values.allSatisfy { theirs in values.contains { $0.value == theirs.value } }
  }
}

extension [StateCondition] {
  /// Returns whether no states meet both lists of conditions.
  func exclude(_ others: [StateCondition]) -> Bool { contains { mine in others.contains(where: mine.excludes) } }

  /// Returns whether all states that meet another list of conditions meet this one.
  func cover(_ others: [StateCondition]) -> Bool { allSatisfy { mine in others.contains(where: mine.covers) } }
}
