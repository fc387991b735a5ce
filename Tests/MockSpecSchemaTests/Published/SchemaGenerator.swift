import MockSpecDocument

/// Generates the published schemas from `Sources/MockSpec/Schemas/language.json`.
///
/// The source has a member for each published file, named after it, with the file's root schema, and `$defs` with the
/// definitions that both share. A published file contains the definitions that its root refers to, in the order of the
/// source.
///
/// One key isn't JSON Schema: `removal`. It marks a value that a spec file can inherit and remove with `null`, and its
/// text explains that. In the schema of spec files, the value can be `null`, and the text is appended to the
/// description. The project file inherits nothing, so its schema omits the key.
struct SchemaGenerator {
  private let root: SchemaValue
  private let definitions: SchemaValue
  private let inherits: Bool

  /// - Parameters:
  ///   - file: The name of the published file.
  ///   - source: The root of the source document.
  init?(file: String, source: Node) {
    guard let root = source.value(file), let definitions = source.value("$defs") else { return nil }
    self.root = SchemaValue(root)
    self.definitions = SchemaValue(definitions)
    inherits = file == "mockspec.schema.json"
  }

  /// The text of the published file.
  var text: String {
    var root = resolved(root)
    root.members.insert(("$schema", .scalar("\"https://json-schema.org/draft/2020-12/schema\"")), at: 0)
    root.members.insert(
      ("$comment", .scalar("\"Generated from Sources/MockSpec/Schemas/language.json.\"")), at: 1)
    let definitions = self.definitions.members.map { ($0.key, resolved($0.value)) }
    let used = usedDefinitions(root, definitions)
    root.members.append(("$defs", .mapping(definitions.filter { used.contains($0.0) })))
    return root.text() + "\n"
  }

  private func usedDefinitions(_ root: SchemaValue, _ definitions: [(String, SchemaValue)]) -> Set<String> {
    var used: Set<String> = []
    var pending = root.references
    while let name = pending.popLast() {
      guard used.insert(name).inserted else { continue }
      pending += definitions.first { $0.0 == name }?.1.references ?? []
    }
    return used
  }

  /// The schema for this file, with `removal` applied or omitted.
  private func resolved(_ schema: SchemaValue) -> SchemaValue {
    switch schema {
    case .scalar: return schema
    case .sequence(let elements): return .sequence(elements.map(resolved))
    case .mapping(let members):
      let removal = members.first { $0.key == "removal" }?.value
      let result = SchemaValue.mapping(members.filter { $0.key != "removal" }.map { ($0.key, resolved($0.value)) })
      guard inherits, case .scalar(let removal) = removal else { return result }
      return result.removable(explanation: removal)
    }
  }
}

extension SchemaValue {
  private static let null = Self.mapping([("$ref", .scalar("\"#/$defs/removed\""))])

  /// The same schema, which also allows `null`.
  fileprivate func removable(explanation: String) -> SchemaValue {
    .mapping(
      members.map { key, value in
        switch (key, value) {
        case ("description", .scalar(let text)): (key, .scalar(text.dropLast() + " " + explanation.dropFirst()))
        case ("type", .scalar): (key, .sequence([value, .scalar("\"null\"")]))
        case ("oneOf", .sequence(let branches)): (key, .sequence(branches + [Self.null]))
        case ("$ref", _): ("oneOf", .sequence([.mapping([(key, value)]), Self.null]))
        default: (key, value)
        }
      })
  }
}
