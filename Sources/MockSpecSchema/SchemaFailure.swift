package import MockSpecDiagnostics
package import MockSpecDocument

/// One keyword that a value doesn't meet: facts only, the words are `SchemaFailure+Words.swift`.
package struct SchemaFailure: Sendable {
  package enum Reason: Sendable {
    /// Text in quotes may have the right type without them.
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
    /// The element is what the schema calls those that it counts.
    case tooFewContained(minimum: Int, found: Int, element: String?)
    case tooManyContained(maximum: Int, found: Int, element: String?)
    case repeated(first: SourceRange)
    case missingKey(String)
    case unknownKey(known: [String])
    /// The key, and perhaps others, may not stand beside another one.
    case conflict([String], with: Node)
    /// Of these keys, any two of which are in conflict, the node is the second.
    case allInConflict([String])
    case forbidden
    case badKey
    /// Whether it is right takes too long to find out: more than so many steps, or else too many schemas inside each
    /// other.
    case tooComplex(steps: Int?)
  }

  package let reason: Reason
  /// What is wrong; the key itself where a key is.
  package let node: Node
  /// Where to point: the node, or for a missing key the key that owns the mapping.
  package let range: SourceRange
  /// What the schema calls a right value, such as `a duration`.
  package let expected: String?
  /// Right values, as they would be written.
  package let examples: [String]
}

extension [SchemaFailure] {
  /// Without keys that are only missing because they are misspelt beside, or stand in what was reported already: one
  /// mistake is reported once.
  func withoutConsequences() -> [SchemaFailure] {
    var misspelt: [Int: String] = [:]
    for failure in self {
      guard case .unknownKey(let known) = failure.reason else { continue }
      misspelt[failure.node.index] = failure.node.nearest(among: known)
    }
    // Asked of each mapping once, which may lack thousands of keys and have as many others.
    var meant: [Int: Set<String>?] = [:]
    return filter { failure in
      switch failure.reason {
      case .missingKey(let name):
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
  /// The known name that this key is meant to be. No schema for people has more names in one place than are compared.
  func nearest(among known: [String]) -> String? {
    known.count <= 256 ? Suggestion.nearest(to: text, among: known) : nil
  }
}
