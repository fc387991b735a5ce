import MockSpecDocument

/// Vocabularies: sets of keywords, which a metaschema enables for its schemas.
struct Vocabulary: OptionSet, Sendable {
  let rawValue: UInt8

  static let core = Vocabulary(rawValue: 1)
  static let applicator = Vocabulary(rawValue: 2)
  static let unevaluated = Vocabulary(rawValue: 4)
  static let validation = Vocabulary(rawValue: 8)
  static let metaData = Vocabulary(rawValue: 16)
  static let formatAnnotation = Vocabulary(rawValue: 32)
  static let formatAssertion = Vocabulary(rawValue: 64)
  static let content = Vocabulary(rawValue: 128)

  /// The vocabularies of `https://json-schema.org/draft/2020-12/schema`.
  static let standard: Vocabulary = [
    .core, .applicator, .unevaluated, .validation, .metaData, .formatAnnotation, .content,
  ]

  static func named(_ uri: String) -> Vocabulary? {
    let base = Metaschema.base + "vocab/"
    guard uri.hasPrefix(base) else { return nil }
    return switch uri.dropFirst(base.count) {
    case "core": .core
    case "applicator": .applicator
    case "unevaluated": .unevaluated
    case "validation": .validation
    case "meta-data": .metaData
    case "format-annotation": .formatAnnotation
    case "format-assertion": .formatAssertion
    case "content": .content
    default: nil
    }
  }

  /// Creates the set that the `$vocabulary` of a metaschema lists, always including `core`. A metaschema without
  /// `$vocabulary` enables the standard vocabularies.
  ///
  /// - Throws: `SchemaError` if the metaschema requires an unknown vocabulary (Core §8.1.2).
  init(metaschema: Document) throws(SchemaError) {
    guard let list = metaschema.root.value("$vocabulary") else {
      self = .standard
      return
    }
    self = .core
    for (key, isRequired) in list.entries {
      if let vocabulary = Self.named(key.text) {
        formUnion(vocabulary)
      } else if isRequired.boolValue == true {
        throw SchemaError(key, "vocabulary '\(key.text)' isn't supported")
      }
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }
}
