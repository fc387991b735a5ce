import MockSpecDiagnostics

/// A `match` as written, or inherited: each key by itself, since keys are replaced one by one.
struct MatchRules: Sendable {
  var methods: Setting<Located<[String]>> = .inherited
  var scheme: Setting<Located<String>> = .inherited
  var host: Setting<Located<HostPattern>> = .inherited
  var port: Setting<Located<Int>> = .inherited
  var path: Setting<Located<PathPattern>> = .inherited
  var params: [NamedRule] = []
  var query: [NamedRule] = []
  var headers: [NamedRule] = []
  var cookies: [NamedRule] = []
  var body: Setting<BodyRule> = .inherited

  /// Keys are replaced whole, except the mappings by name, which merge.
  func over(_ outer: MatchRules) -> MatchRules {
    MatchRules(
      methods: methods.over(outer.methods), scheme: scheme.over(outer.scheme), host: host.over(outer.host),
      port: port.over(outer.port), path: path.over(outer.path), params: params.over(outer.params),
      query: query.over(outer.query), headers: headers.over(outer.headers), cookies: cookies.over(outer.cookies),
      body: body.over(outer.body))
  }
}

/// A `body` as written.
enum BodyRule: Sendable {
  case matcher(BodyMatcher)
  /// A schema in a file of its own, which is read when the spec is resolved.
  ///
  /// - Parameters:
  ///   - folder: The folder that the path is relative to; absolute.
  ///   - range: The range of the key.
  case schemaFile(Located<String>, folder: String, range: SourceRange)
}

/// The matchers for one name; each must be met by some value of that name.
struct NamedRule: Sendable {
  var name: Located<String>
  /// As names are compared: header names in lower case.
  var key: String
  var matchers: Setting<[ValueMatcher]>
}

extension [NamedRule] {
  func over(_ outer: [NamedRule]) -> [NamedRule] { merged(over: outer, by: \.key) }
}
