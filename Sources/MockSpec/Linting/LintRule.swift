import MockSpecDiagnostics
import MockSpecDocument

/// A check for one kind of likely mistake, with its name, its documentation and an example.
///
/// Rules run on projects without errors, and report warnings.
package protocol LintRule: Sendable {
  /// The code of the rule's diagnostics, in kebab case, as used by `# mockspec-ignore:`. It never changes once
  /// published.
  static var name: String { get }
  /// The reported mistake, in one line: lower case, no full stop.
  static var summary: String { get }
  /// The consequences and the fix, in a few sentences.
  static var explanation: String { get }
  /// A project that triggers exactly this rule, and its corrected version.
  static var example: RuleExample { get }
}

/// A rule that checks each spec alone, with the files named in it.
protocol SpecRule: LintRule {
  /// Returns the rule's warnings about a spec or the project file.
  static func check(_ spec: LintedSpec) -> [Diagnostic]
}

/// A rule that compares requests with each other: their names, their conditions and their order, but not their responses.
protocol RequestRule: LintRule {
  /// Returns the pairs to report. Alternatives of a request are compared one by one.
  static func pairs(in project: LintedRequests) -> [RequestPair]
  static func warning(about request: ResolvedRequest, after first: ResolvedRequest) -> Diagnostic
  /// Returns the warnings about pairs.
  static func warnings(about pairs: [RequestPair], in requests: ChunkedArray<ResolvedRequest>) -> [Diagnostic]
}

extension RequestRule {
  /// Returns the warnings about pairs, one for each two requests, whichever of their alternatives are compared.
  static func warnings(about pairs: [RequestPair], in requests: ChunkedArray<ResolvedRequest>) -> [Diagnostic] {
    var known: Set<[ObjectIdentifier]> = []
    return pairs.compactMap { pair in
      let (request, first) = (requests[pair.request], requests[pair.first])
      let isKnown =
        (request.alternative != nil || first.alternative != nil)
        && !known.insert([ObjectIdentifier(request.spec), ObjectIdentifier(first.spec)]).inserted
      return isKnown ? nil : warning(about: request, after: first)
    }
  }
}

extension LintRule {
  /// Returns a warning with the rule's name as its code.
  static func warning(
    _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], help: String? = nil,
    fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(.warning, name, message, at: range, notes: notes, help: help, fix: fix)
  }
}

/// The list of all lint rules, and the functions that run them.
package enum LintRules {
  /// All rules, sorted by name.
  package static let all: [any LintRule.Type] = [
    AmbiguousRequest.self, BodyNotSent.self, BooleanAsText.self, ChangedNumber.self, CommentInText.self,
    ContentTypeMismatch.self, EmptyBodyFile.self, FramingHeader.self, HiddenResponse.self, ImpossibleCondition.self,
    InvalidJSONBody.self,
    InvalidJSONTemplate.self, JSONAsText.self, MisnamedSpec.self, NamesDifferByCase.self, NotWithoutValue.self,
    ParameterStyle.self,
    RealLookingSecret.self, RemovesNothing.self, RepeatedBasePath.self, SimilarResponse.self, StateWithoutResponse.self,
    TagOutsideTemplate.self, TrailingComma.self,
    UnavailableValue.self, UnknownKeyword.self, UnknownMethod.self, UnlikelyBody.self, UnlikelyCharacter.self,
    UnlikelyEvent.self, UnlikelyMessage.self, UnlikelyName.self, UnlikelyPattern.self, UnlikelyURL.self,
    UnlistedCallback.self, UnreachableRequest.self, UnreadState.self, UnservedMethod.self, UnsetStateValue.self,
    UnusedBodyFile.self,
  ]

  static let ofSpecs = all.compactMap { $0 as? any SpecRule.Type }
  static let ofRequests = all.compactMap { $0 as? any RequestRule.Type }

  /// The code of the warning about an ignore comment that silences nothing. It has no ``LintRule`` of its own.
  package static let unusedIgnore = "unused-ignore"

  /// Returns the warnings of all rules, except for those silenced by ignore comments.
  ///
  /// - Parameters:
  ///   - specs: The findings in each spec and in the project file.
  ///   - project: The warnings of other rules.
  ///   - earlier: The diagnostics of loading the project. Warnings among them can be silenced, too.
  ///   - codes: All codes that an ignore comment may name, with their severity; `nil` if some rules weren't run. Unused
  ///     comments then aren't reported.
  /// - Returns: The remaining diagnostics, and a warning for each comment that silences nothing.
  static func warnings(
    _ specs: [SpecFindings], _ project: [Diagnostic] = [], after earlier: [Diagnostic],
    codes: [String: Diagnostic.Severity]? = nil
  ) -> [Diagnostic] {
    // Several specs can have the same warning about the project's defaults or a body file.
    let warnings = specs.flatMap(\.warnings).withoutRepetitions(ignoringMessages: true)
    var comments = IgnoreComments(specs.map(\.comments))
    let found = [earlier, warnings, project].joined().filter { !comments.silence($0) }
    let rest = codes.map { comments.unused(codes: $0, beside: found) } ?? found
    return rest + specs.flatMap(\.comments.malformed)
  }

  /// Removes the warnings silenced by ignore comments. Unused comments aren't reported, since the rules didn't run.
  static func unsilenced(_ found: [Diagnostic], in documents: @autoclosure () -> [Node]) -> [Diagnostic] {
    let warnings = found.filter { $0.severity == .warning }
    if warnings.isEmpty { return found }
    let files = Set(warnings.compactMap(\.range?.file) + warnings.flatMap { $0.notes.map(\.range.file) })
    var comments = IgnoreComments(
      documents().filter { files.contains($0.range.file) }.map(IgnoreComments.InFile.init))
    return found.filter { !comments.silence($0) }
  }
}
