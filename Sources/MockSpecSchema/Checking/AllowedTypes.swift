/// The types that each schema allows, by its own keywords and those of the schemas that it refers to.
///
/// Results are cached, because the number of paths to a schema can be exponential. The length of a path is limited when
/// schemas are compiled.
final class AllowedTypes {
  private let nodes: [SchemaNode]
  private var known: [Int: TypeSet?] = [:]

  init(_ nodes: [SchemaNode]) { self.nodes = nodes }

  /// Returns the types that a schema allows, or `nil` if it allows all.
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
