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
  static var example: LintExample { get }

  static func check(_ project: LintedProject) -> [Diagnostic]
}

/// A project that a rule complains about, and the same one mended. Tests hold both to their word.
package struct LintExample: Sendable {
  /// File name → content. `mockspec: 1` is put before specs.
  package let wrong: [(file: String, text: String)]
  package let right: [(file: String, text: String)]

  init(wrong: String, right: String) {
    self.wrong = [("example.mock.yaml", wrong)]
    self.right = [("example.mock.yaml", right)]
  }

  init(wrong: [(file: String, text: String)], right: [(file: String, text: String)]) {
    self.wrong = wrong
    self.right = right
  }
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
    BodyNotSent.self, ContentTypeMismatch.self, EmptyBodyFile.self, FramingHeader.self, InvalidJSONBody.self,
    NamesDifferByCase.self, RealLookingSecret.self, UnreachableRequest.self, UnusedBodyFile.self,
  ]

  /// Not a check of its own: an ignore comment that silences nothing.
  package static let unusedIgnore = "unused-ignore"

  package static subscript(name: String) -> (any LintRule.Type)? { all.first { $0.name == name } }

  /// Runs every rule, and leaves out what comments in the files silence.
  static func check(_ project: LintedProject) -> [Diagnostic] {
    var comments = IgnoreComments(project.sources)
    let found = all.concurrentMap { $0.check(project) }.joined().filter { !comments.silence($0) }
    return found + comments.unused
  }
}
