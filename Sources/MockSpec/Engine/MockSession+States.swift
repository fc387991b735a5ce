// The states that specs declare.
extension MockSession {
  /// The present value of each state, by name.
  public var states: [String: String] {
    Dictionary(listedStates.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The states in the order of the specs, each with its present value and all values.
  package var listedStates: [(name: String, value: String, values: [String])] {
    let declared = sets.states
    if declared.isEmpty { return [] }
    let present = StateValues(declared, store.values.states)
    return declared.all.map { ($0.name.value, present[$0.name.value] ?? "", $0.values.map(\.value)) }
  }

  /// Sets a state, as a response with `set` does.
  ///
  /// - Parameters:
  ///   - state: The name of the state.
  ///   - value: One of its values.
  /// - Throws: `UnknownNameError` if there is no such state, or if it can't have the value.
  public func setState(_ state: String, to value: String) throws(UnknownNameError) {
    try choose { values, sets throws(UnknownNameError) in
      try sets.require(value, of: state)
      values.states[state] = value
    }
    observers.send(.setStates)
  }
}

extension ResponseSets {
  /// - Throws: `UnknownNameError` if there is no such state, or if it can't have the value.
  package func require(_ value: String, of state: String) throws(UnknownNameError) {
    guard let known = states.values(of: state) else {
      throw UnknownNameError("no state is named '\(state)'", state, known: states.names)
    }
    if !known.contains(value) {
      throw UnknownNameError("state '\(state)' has no value '\(value)'", value, known: known)
    }
  }
}
