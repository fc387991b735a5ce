/// Options for compiling a schema.
package struct SchemaOptions: Sendable {
  /// How unknown keywords are handled.
  package enum UnknownKeywords: Sendable {
    /// Unknown keywords are annotations, as in the standard.
    case ignored
    /// Unknown keywords are errors, so that typing errors are found.
    case refused
  }

  /// How unknown keywords are handled.
  package var unknownKeywords = UnknownKeywords.ignored
  /// Whether `format` is an assertion. It always is in schemas whose metaschema requires it.
  package var assertsFormats = false

  /// Creates options; by default, those of the standard.
  package init(unknownKeywords: UnknownKeywords = .ignored, assertsFormats: Bool = false) {
    self.unknownKeywords = unknownKeywords
    self.assertsFormats = assertsFormats
  }
}
