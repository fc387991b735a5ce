import MockSpecDiagnostics

/// A generator of values, such as `random.int(1, 6)` and `fake.name`.
///
/// Its numbers come from the project's seed and the call, so that an equal call gets the same values.
struct TemplateGenerator: Sendable {
  typealias Function = @Sendable (inout SeededNumbers, [TemplateArgument]) -> TemplateValue

  let name: String
  /// How the generator is written, with the names of its arguments.
  let usage: String
  let parameters: TemplateParameters
  let generate: Function

  init(_ usage: String, _ parameters: TemplateParameters = TemplateParameters(), _ generate: @escaping Function) {
    name = String(usage.prefix { $0 != "(" })
    self.usage = usage
    self.parameters = parameters
    self.generate = generate
  }

  /// Whether the values are text that isn't JSON.
  var isText: Bool { name.hasPrefix("fake.") || name == "random.text" }

  /// A generator of a tag, with its arguments.
  struct Use: Sendable {
    let generator: TemplateGenerator
    let arguments: [TemplateArgument]
  }

  /// Returns the generator with a name.
  ///
  /// - Parameter isCall: Whether arguments follow.
  /// - Returns: `nil` if it is the name of another value.
  static func named(
    _ parts: [String], isCall: Bool, at place: Range<Int>
  ) throws(TemplateError) -> TemplateGenerator? {
    let isGroup = parts.count > 1 && groups.contains(parts[0])
    guard isGroup || isCall else { return nil }
    let name = parts.joined(separator: ".")
    if let generator = all.first(where: { $0.name == name }) { return generator }
    let near = Suggestion.nearest(to: name, among: all.map(\.name)).map { "did you mean '\($0)'?" }
    throw TemplateError(
      message: "unknown generator '\(Excerpt.of(name))'", part: place,
      help: near ?? Template.advice(on: name) ?? "known generators: \(all.map(\.name).joined(separator: ", "))")
  }

  static let groups = ["random", "fake"]

  /// Returns the generator for what another tool calls `faker 'person.firstName'` or `$randomFirstName`: the one whose last
  /// part the text ends with.
  static func similar(to text: String) -> TemplateGenerator? {
    let letters = text.lowercased().filter { $0.isLetter || $0 == "." }
    return all.filter { generator in
      letters.hasSuffix(generator.name.drop { $0 != "." }.dropFirst().lowercased())
    }.max { $0.name.utf8.count < $1.name.utf8.count }
  }
}
