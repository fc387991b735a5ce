import MockSpecDiagnostics
import MockSpecDocument

/// A `match` as written or inherited. Each key is a setting, since keys are overridden one by one.
struct MatchRules: Sendable {
  var methods: Setting<Located<[String]>> = .inherited
  var scheme: Setting<Located<String>> = .inherited
  var host: Setting<Located<HostPattern>> = .inherited
  var port: Setting<Located<Int>> = .inherited
  var path: Setting<Located<PathPattern>> = .inherited
  var params: [NamedRule] = []
  var query: [NamedRule] = []
  var exactQuery: Setting<Located<Bool>> = .inherited
  var headers: [NamedRule] = []
  var cookies: [NamedRule] = []
  var body: Setting<BodyRule> = .inherited

  /// Returns these rules, overriding others. Each key overrides as a whole, but mappings of names are merged.
  func over(_ outer: MatchRules) -> MatchRules {
    MatchRules(
      methods: methods.over(outer.methods), scheme: scheme.over(outer.scheme), host: host.over(outer.host),
      port: port.over(outer.port), path: path.over(outer.path), params: params.over(outer.params),
      query: query.over(outer.query), exactQuery: exactQuery.over(outer.exactQuery),
      headers: headers.over(outer.headers), cookies: cookies.over(outer.cookies), body: body.over(outer.body))
  }
}

/// A `body` of `match` as written.
enum BodyRule: Sendable {
  /// A complete matcher.
  case matcher(BodyMatcher)
  /// A schema in a separate file, which is read when the spec is resolved.
  ///
  /// - Parameters:
  ///   - folder: The folder that the path is relative to; absolute.
  ///   - range: The range of the key.
  case schemaFile(Located<String>, folder: String, range: SourceRange)
  /// A schema that refers to schemas in files, which are read when the spec is resolved.
  ///
  /// - Parameter folder: The folder that the paths are relative to; absolute.
  case schema(Node, folder: String, range: SourceRange)
}

/// The matchers for one name. Each must match a value of that name.
struct NamedRule: Sendable {
  var name: Located<String>
  /// The name for comparisons: header names are in lower case.
  var key: ExactText
  var matchers: Setting<[ValueMatcher]>
}

extension [NamedRule] {
  /// Returns these rules merged with others by name. These override the others.
  func over(_ outer: [NamedRule]) -> [NamedRule] { merged(over: outer, by: \.key) }
}
