package import MockSpecDiagnostics
package import MockSpecDocument

/// A keyword that a value violates. `diagnostic` is the message for users.
package struct SchemaFailure: Sendable {
  /// The keyword that a value violates, with the facts for its message.
  package enum Reason: Sendable {
    /// The value has another type. If `fitsUnquoted`, it is quoted and would have the right type without the quotes.
    case wrongType(fitsUnquoted: Bool)
    case notOneOf([String])
    case noMatch(pattern: String)
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    case outOfRange(String)
    case notMultiple(of: String)
    case wrongFormat(String)
    case tooFew(minimum: Int, found: Int)
    case tooMany(maximum: Int, found: Int)
    /// `element` is the title of the schema whose matches are counted.
    case tooFewContained(minimum: Int, found: Int, element: String?)
    case tooManyContained(maximum: Int, found: Int, element: String?)
    case repeated(first: SourceRange)
    /// A required key is missing. If another key requires it, `because` is that key.
    case missingKey(String, because: String?)
    case unknownKey(known: [String])
    /// The keys can't be combined with another key.
    case conflict([String], with: Node)
    /// None of these keys can be combined with another of them. The failure's node is the second key.
    case allInConflict([String])
    case forbidden
    case badKey
    /// Checking takes more than the given number of steps. If `steps` is `nil`, it exceeds the maximum depth of
    /// schemas.
    case tooComplex(steps: Int?)
  }

  /// The violated keyword.
  package let reason: Reason
  /// The invalid node: a value, or a key.
  package let node: Node
  /// The location to report: the node, or the mapping's own key if a key is missing.
  package let range: SourceRange
  /// The title of a valid value, such as `a duration`.
  package let expected: String?
  /// Examples of valid values, as written.
  package let examples: [String]
}

extension [SchemaFailure] {
  /// Removes follow-on failures: missing keys of mappings that contain a misspelled form of the key, or have reported
  /// keys.
  func withoutFollowOnFailures() -> [SchemaFailure] {
    var misspelt: [Int: String] = [:]
    for failure in self {
      guard case .unknownKey(let known) = failure.reason else { continue }
      misspelt[failure.node.index] = failure.node.nearest(among: known)
    }
    // Computed once for each mapping, which can lack thousands of keys.
    var meant: [Int: Set<String>?] = [:]
    return filter { failure in
      switch failure.reason {
      case .missingKey(let name, _):
        let mapping = failure.node
        let names =
          meant[mapping.index]
          ?? (mapping.lacksReportedKeys
            ? nil : Set(mapping.entries.compactMap { misspelt[$0.key.index] }))
        meant[mapping.index] = .some(names)
        return names.map { !$0.contains(name) } ?? false
      case .tooFew: return !failure.node.lacksReportedKeys
      default: return true
      }
    }
  }
}

extension Node {
  /// Returns the known name that is most similar to this key, or `nil` if there are more than 256 names.
  func nearest(among known: [String]) -> String? {
    known.count <= 256 ? Suggestion.nearest(to: text, among: known) : nil
  }
}
