import Foundation

/// A published JSON Schema, for tests that compare it with code.
package enum PublishedSchema: String, CaseIterable, Sendable {
  case spec = "mockspec.schema.json"
  case project = "mockspec-project.schema.json"

  /// The path in the repository.
  package var path: String { "schema/\(rawValue)" }

  /// The schema has no such definition, or the definition has no such keys or values.
  package struct NotFound: Error {
    package let pointer: String
  }

  /// Returns the keys of a mapping.
  ///
  /// - Parameter definition: The name of a definition in `$defs`; by default, the file itself.
  /// - Throws: `NotFound` if there is no such definition, or if it doesn't describe a mapping with fixed keys.
  package func keys(of definition: String? = nil) throws -> Set<String> {
    guard let properties = try member(definition, "properties") as? [String: Any] else {
      throw NotFound(pointer: "\(definition ?? "")/properties")
    }
    return Set(properties.keys)
  }

  /// Returns the texts that an enumeration allows.
  ///
  /// - Parameter definition: The name of a definition in `$defs`.
  /// - Throws: `NotFound` if there is no such definition, or if it isn't an enumeration.
  package func values(of definition: String) throws -> Set<String> {
    try values(in: try member(definition, "enum"), definition)
  }

  /// Returns the texts that a key allows.
  ///
  /// - Parameters:
  ///   - definition: The name of a definition in `$defs`, or `nil` for the file itself.
  ///   - key: A key of the mapping that the definition describes. Its schema contains `enum` itself.
  /// - Throws: `NotFound` if there is no such definition or key, or if the key's value isn't an enumeration.
  package func values(of definition: String?, _ key: String) throws -> Set<String> {
    let properties = try member(definition, "properties") as? [String: Any]
    return try values(in: (properties?[key] as? [String: Any])?["enum"], "\(definition ?? "")/\(key)")
  }

  private func values(in list: Any?, _ pointer: String) throws -> Set<String> {
    guard let list = list as? [String] else { throw NotFound(pointer: "\(pointer)/enum") }
    return Set(list)
  }

  private func member(_ definition: String?, _ keyword: String) throws -> Any? {
    let root = try JSONSerialization.jsonObject(with: Data(Repository.bytes(path))) as? [String: Any]
    guard let definition else { return root?[keyword] }
    guard let schema = (root?["$defs"] as? [String: Any])?[definition] as? [String: Any] else {
      throw NotFound(pointer: definition)
    }
    return schema[keyword]
  }
}
