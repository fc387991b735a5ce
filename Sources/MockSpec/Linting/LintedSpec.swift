import MockSpecDiagnostics
import MockSpecDocument

/// The input of rules that check one spec with the files named in it, or the project file.
struct LintedSpec: Sendable {
  /// The requests, after defaults were applied; none in the project file.
  var requests: [ResolvedRequest] = []
  /// The lists of the file's collections, even if none of their responses is written.
  var lists: [ResolvedRequest] = []
  /// The scenes of the project file.
  var scenes: [Located<String>] = []
  /// The file's own defaults.
  var defaults = Spec.Defaults()
  /// The project's defaults, which a spec inherits.
  var inherited = Spec.Defaults()
  /// The hosts whose calls pass through; empty for the project file.
  var passthrough: [HostPattern] = []
  /// The origins that callbacks can call; empty for the project file.
  var allowedCallbacks: [Origin] = []
  /// The absolute path of the project's root; `nil` for the project file.
  var root: String?
  /// The root of the file; `nil` if it can't be read.
  let document: Node?
  /// The problems found in body files. They are shared, since several specs can name one file.
  let bodies: BodyProblems

  typealias BodyProblems = OnceByKey<BodyCheck, [BodyProblem]>

  struct BodyCheck: Hashable, Sendable {
    let rule: String
    let path: String
  }

  struct BodyProblem: Sendable {
    let message: String
    let range: SourceRange
    let help: String?
  }

  /// The `basePath` of the file's own defaults.
  var basePath: Located<PathPattern>? { defaults.basePath.value }

  /// The text of the file.
  var source: SourceFile? { document?.range.file }
  var responses: some Sequence<ResolvedResponse> { requests.lazy.flatMap(\.responses) }

  /// Returns a rule's warnings about the body files. Each file is checked once per project.
  ///
  /// - Parameter ofAnyForm: Whether templates and encoded files are checked, too.
  func warnings<Rule: SpecRule>(
    _: Rule.Type, ofAnyForm: Bool = true, aboutBodies check: (ProjectFile) -> [BodyProblem]
  ) -> [Diagnostic] {
    var seen: Set<String> = []
    return responses.filter { ofAnyForm || $0.reply?.template == nil && !$0.isEncoded }.compactMap(\.file).filter {
      seen.insert($0.absolutePath).inserted
    }.flatMap { file in
      bodies.value(for: BodyCheck(rule: Rule.name, path: file.absolutePath)) { check(file) }.map { problem in
        Rule.warning(
          problem.message, at: problem.range, notes: [.init("the body file is named here", at: file.path.range)],
          help: problem.help)
      }
    }
  }
}

/// The findings of the rules that check one spec. They are kept until the spec or a file named in it changes.
struct SpecFindings: Sendable {
  let warnings: [Diagnostic]
  let comments: IgnoreComments.InFile
  /// The folders with body files of the spec. Other files are unexpected in them.
  let bodyFolders: Set<String>

  init(_ spec: LintedSpec) {
    warnings = LintRules.ofSpecs.flatMap { $0.check(spec) } + AbsoluteBodyPath.check(spec)
    bodyFolders = UnusedBodyFile.folders(of: spec)
    comments = spec.document.map(IgnoreComments.InFile.init) ?? .init()
  }

  var isEmpty: Bool { warnings.isEmpty && comments.isEmpty && bodyFolders.isEmpty }
}

/// Properties of responses that rules use.
extension ResolvedResponse {
  var headers: [HeaderRule] { reply?.headers ?? [] }

  /// The body file, if there is one.
  var file: ProjectFile? { if case .file(let file)? = reply?.body { file } else { nil } }

  var isEncoded: Bool { headers.areOfEncodedBody }

  /// Returns the value of a header; `nil` if the spec sets none.
  func header(_ name: String) -> (rule: HeaderRule, value: String)? { headers.first(name) }
}

extension [HeaderRule] {
  /// Whether the body is compressed or encoded in another way (RFC 9110 §8.4).
  var areOfEncodedBody: Bool { first("content-encoding").map { $0.value.lowercased() != "identity" } ?? false }

  /// Returns the value of a header; `nil` if there is none.
  func first(_ name: String) -> (rule: HeaderRule, value: String)? {
    for rule in self where rule.name.value.utf8.count == name.utf8.count && rule.name.value.lowercased() == name {
      return rule.values.value?.first.map { (rule, $0.value) }
    }
    return nil
  }
}
