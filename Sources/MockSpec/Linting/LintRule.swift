package import MockSpecDiagnostics

/// One doubtful thing that `mockspec validate` looks for in specs without errors of shape: its name, its documentation
/// and its check in one file.
package protocol LintRule: Sendable {
  /// Stable, kebab-case: the code of its diagnostics, and what `# mockspec-ignore:` names.
  static var name: String { get }
  /// One line in lower case without a full stop.
  static var summary: String { get }
  /// Why it matters and what to do, in a few sentences.
  static var explanation: String { get }
  static var example: RuleExample { get }

  static func check(_ project: LintedProject) -> [Diagnostic]
}

extension LintRule {
  static func warning(
    _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.warning, name, message, at: range, notes: notes, help: help)
  }
}

/// All rules, by name.
package enum LintRules {
  package static let all: [any LintRule.Type] = [
    AmbiguousRequest.self, BodyNotSent.self, ContentTypeMismatch.self, EmptyBodyFile.self, FramingHeader.self,
    InvalidJSONBody.self, NamesDifferByCase.self, RealLookingSecret.self, UnreachableRequest.self, UnusedBodyFile.self,
  ]

  /// Not a check of its own: an ignore comment that silences nothing.
  package static let unusedIgnore = "unused-ignore"

  /// Runs every rule, and leaves out what comments in the files silence.
  ///
  /// - Parameter earlier: what was found on the way here.
  static func check(_ project: LintedProject, after earlier: [Diagnostic]) -> [Diagnostic] {
    var comments = IgnoreComments(project.sources)
    let found = (earlier + all.concurrentMap { $0.check(project) }.joined()).filter { !comments.silence($0) }
    return found + comments.unused
  }

  /// Leaves out what comments silence, where not all rules run.
  static func unsilenced(_ found: [Diagnostic], in sources: [SourceFile]) -> [Diagnostic] {
    guard found.contains(where: { $0.severity == .warning }) else { return found }
    var comments = IgnoreComments(sources)
    return found.filter { !comments.silence($0) }
  }
}
