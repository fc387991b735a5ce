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

/// A `body` as written: a schema's file is read only later, with all other files.
enum BodyRule: Sendable {
  case matcher(BodyMatcher)
  /// - Parameter range: of the key.
  case schemaFile(SchemaFile, range: SourceRange)

  func matcher(_ schemas: SchemaFiles) -> BodyMatcher? {
    switch self {
    case .matcher(let matcher): matcher
    case .schemaFile(let file, let range):
      schemas.schema(file).map { BodyMatcher(kind: .schema($0), range: range) }
    }
  }
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
