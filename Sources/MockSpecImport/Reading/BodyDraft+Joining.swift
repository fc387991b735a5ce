import MockSpec
import MockSpecSchema

extension [ConditionDraft] {
  /// Adds conditions on names. Those on one name are a list, each of which some value must meet.
  mutating func add(_ new: [(name: String, conditions: [ValueCondition])], ignoringCase: Bool = false) {
    let key = { (name: String) in ignoringCase ? name.lowercased() : name }
    var places = Dictionary(enumerated().map { (key($1.name), $0) }) { first, _ in first }
    for (name, conditions) in new {
      if let place = places[key(name)] {
        self[place].conditions = .set((self[place].conditions.value ?? []) + conditions)
      } else {
        places[key(name)] = count
        append(ConditionDraft(name: name, conditions: .set(conditions)))
      }
    }
  }
}

extension BodyDraft {
  /// Returns a condition on the value at a JSONPath of another tool; `nil` if it isn't supported.
  static func path(_ text: String, _ condition: ValueCondition) -> BodyDraft? {
    if let steps = JSONPathPointer(text)?.plainSteps {
      return .pointer(steps, condition)
    }
    return isPath(text) ? .paths([ConditionDraft(name: text, conditions: .set([condition]))]) : nil
  }

  static func pointer(_ steps: [String], _ condition: ValueCondition) -> BodyDraft {
    let pointer = steps.map { "/" + $0.asPointerToken }.joined()
    return .pointers([ConditionDraft(name: pointer, conditions: .set([condition]))])
  }

  /// Whether a text is a JSONPath of RFC 9535.
  static func isPath(_ text: String) -> Bool { text.utf8.count <= 1000 && (try? JSONPath(text)) != nil }

  /// Why two conditions on a body can't be combined.
  enum Conflict: String, Error {
    case kind = "a spec has one kind of condition on the body, so this one is left out"
    case condition = "a value has one condition of each kind, so this one is left out"
  }

  /// Returns these conditions and others.
  func joined(with other: BodyDraft) throws(Conflict) -> BodyDraft {
    switch (self, other) {
    case (.pointers(var all), .pointers(let others)):
      for other in others {
        guard let index = all.firstIndex(where: { $0.name == other.name }) else {
          all.append(other)
          continue
        }
        guard let first = all[index].conditions.value?.first, let second = other.conditions.value?.first else {
          continue
        }
        all[index].conditions = .set([try first.joined(with: second)])
      }
      return .pointers(all)
    case (.paths(var all), .paths(let others)):
      all.add(others.map { ($0.name, $0.conditions.value ?? []) })
      return .paths(all)
    case (.text(let first), .text(let second)): return .text(try first.joined(with: second))
    default: throw .kind
    }
  }
}

extension ValueCondition {
  /// Returns a condition that holds if both hold.
  func joined(with other: ValueCondition) throws(BodyDraft.Conflict) -> ValueCondition {
    guard Set(operatorNames).isDisjoint(with: other.operatorNames) else { throw .condition }
    return and(other)
  }
}
