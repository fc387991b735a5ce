import MockSpecDiagnostics

/// YAML that is valid, but not supported in a spec.
extension YAMLProblem {
  static func secondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "several-documents", "a second YAML document starts here, but a spec is a single document", at: range,
      help: "move it to a file of its own")
  }

  static func collectionAsKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "yaml-syntax", "a key must be text, found a mapping or a list", at: range,
      help: "put the text in quotes if '{' or '[' is part of it")
  }

  /// The error of `<<: *base` (yaml.org/type/merge.html).
  static func mergeKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "merge-key", "'<<' is a YAML 1.1 merge key, which specs don't support", at: range,
      help: "write the keys out, or move shared keys to 'defaults'; quote '<<' to use it as an ordinary key")
  }

  /// - Parameter isText: Whether the value was certainly intended as text.
  static func unknownTag(at range: SourceRange, text: SourceRange, isText: Bool) -> Diagnostic {
    Diagnostic(
      "yaml-tag", "'!' starts a tag, but '\(Excerpt.of(range.text))' isn't a known tag", at: range,
      help: Quoting.help(text.text, unless: " if '!' is part of the text"), fix: isText ? Quoting.fix(text) : nil)
  }

  static func tagMismatch(_ tag: SourceRange, at range: SourceRange) -> Diagnostic {
    Diagnostic("yaml-tag", "the value doesn't match its tag '\(Excerpt.of(tag.text))'", at: range)
  }

  static func unknownAnchor(_ name: String, known: [String], at range: SourceRange, text: SourceRange) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      "unknown-anchor", "'*' starts an alias, but no anchor '&\(Excerpt.of(name))' precedes it", at: range,
      help: near.map { "did you mean '*\($0)'?" } ?? Quoting.help(text.text, unless: " if '*' is part of the text"),
      fix: near == nil ? Quoting.fix(text) : nil)
  }

  static func recursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("recursive-alias", "alias '*\(Excerpt.of(name))' is inside the value that it refers to", at: range)
  }
}
