/// How a schema is to be read.
package struct SchemaOptions: Sendable {
  package enum UnknownKeywords: Sendable {
    /// They are annotations, as the standard says.
    case ignored
    /// They are errors, so that no mistyped keyword goes unnoticed.
    case refused
  }

  package var unknownKeywords = UnknownKeywords.ignored
  /// Whether `format` is checked, and not only said; for any schema whose metaschema asks for it, it always is.
  package var assertsFormats = false

  package init(unknownKeywords: UnknownKeywords = .ignored, assertsFormats: Bool = false) {
    self.unknownKeywords = unknownKeywords
    self.assertsFormats = assertsFormats
  }
}
