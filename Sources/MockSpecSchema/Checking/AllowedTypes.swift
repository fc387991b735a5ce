/// The types that schemas allow by themselves or by what they refer to. Each is asked once, since as many ways may lead
/// to a schema as there are grains of sand. How far schemas lead to others is bounded where they are compiled.
final class AllowedTypes {
  private let nodes: [SchemaNode]
  private var known: [Int: TypeSet?] = [:]

  init(_ nodes: [SchemaNode]) { self.nodes = nodes }

  /// `nil` for any.
  func allowed(by index: Int) -> TypeSet? {
    if let known = known[index] { return known }
    let types = find(index)
    known[index] = .some(types)
    return types
  }

  private func find(_ index: Int) -> TypeSet? {
    let rule = nodes[index]
    if let types = rule.types { return types }
    if let reference = rule.reference { return allowed(by: reference) }
    let branches = rule.oneOf + rule.anyOf
    guard !branches.isEmpty else { return nil }
    var union: TypeSet = []
    for branch in branches {
      guard let types = allowed(by: branch) else { return nil }
      union.formUnion(types)
    }
    return union
  }
}
