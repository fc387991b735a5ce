import MockSpecDiagnostics

/// YAML that libyaml reads and a spec doesn't take.
extension YAMLProblem {
  static func secondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "several-documents", "a second YAML document starts here, and a spec is one document", at: range,
      help: "move it to a file of its own")
  }

  static func collectionAsKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "yaml-syntax", "a key must be text, found a mapping or a list", at: range,
      help: "put the text in quotes, if '{' or '[' belongs to it")
  }

  /// `<<: *base` (yaml.org/type/merge.html).
  static func mergeKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "merge-key", "'<<' is a merge key of YAML 1.1, and merges nothing in a spec", at: range,
      help: "write the keys out, or put what several share under 'defaults'; in quotes, '<<' is a key like any other")
  }

  /// - Parameter isText: Whether nothing but text can be meant.
  static func unknownTag(at range: SourceRange, text: SourceRange, isText: Bool) -> Diagnostic {
    Diagnostic(
      "yaml-tag", "'!' starts a tag, and no tag '\(range.text)' is known", at: range,
      help: Quoting.help(text.text, unless: ", if '!' belongs to the text"), fix: isText ? Quoting.fix(text) : nil)
  }

  static func tagMismatch(_ tag: SourceRange, at range: SourceRange) -> Diagnostic {
    Diagnostic("yaml-tag", "the value doesn't fit its tag '\(tag.text)'", at: range)
  }

  static func unknownAnchor(_ name: String, known: [String], at range: SourceRange, text: SourceRange) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      "unknown-anchor", "'*' starts an alias, and no anchor '&\(name)' stands above it", at: range,
      help: near.map { "did you mean '*\($0)'?" } ?? Quoting.help(text.text, unless: ", if '*' belongs to the text"),
      fix: near == nil ? Quoting.fix(text) : nil)
  }

  static func recursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("recursive-alias", "alias '*\(name)' stands inside the value that it names", at: range)
  }
}
