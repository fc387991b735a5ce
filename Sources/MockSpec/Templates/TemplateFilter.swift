import MockSpecDiagnostics

/// A filter of templates, which changes a value: `{{x | slice: 0, 3}}`.
struct TemplateFilter: Sendable {
  /// What is known of a filter's result, whatever the value is.
  enum Result: Sendable {
    /// JSON. A string of `json` that is one tag with this result becomes the value.
    case json
    /// Text if the value is text.
    case same
    /// Text that isn't JSON, whatever the value is.
    case text
    case unknown
  }

  typealias Function =
    @Sendable (TemplateValue, [TemplateArgument]) throws(FilterFailure) -> TemplateValue

  let name: String
  /// How the filter is written, with the names of its arguments.
  let usage: String
  /// What other template languages call it, in lower case and without `_` and `-`.
  let otherNames: Set<String>
  let parameters: TemplateParameters
  let result: Result
  /// `nil` for the filter that also has a result for missing values.
  let apply: Function?

  init(
    _ usage: String, _ parameters: TemplateParameters = TemplateParameters(), _ result: Result,
    alias otherNames: Set<String> = [], _ apply: Function?
  ) {
    name = String(usage.prefix { $0 != ":" })
    self.usage = usage
    self.parameters = parameters
    self.result = result
    self.otherNames = otherNames
    self.apply = apply
  }

  /// A filter of a tag, with its arguments.
  struct Use: Sendable {
    let filter: TemplateFilter
    let arguments: [TemplateArgument]
  }

  /// Returns the filter with a name.
  static func named(_ name: String, at place: Range<Int>) throws(TemplateError) -> TemplateFilter {
    if let filter = all.first(where: { $0.name == name }) { return filter }
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    let near =
      all.first { $0.otherNames.contains(plain) }?.usage ?? Suggestion.nearest(to: name, among: all.map(\.name))
    throw TemplateError(
      message: "unknown filter '\(Excerpt.of(name))'", part: place,
      help: near.map { "did you mean '\($0)'?" } ?? "known filters: \(all.map(\.name).joined(separator: ", "))")
  }
}

/// The reason why a filter has no result.
enum FilterFailure: Error {
  /// The value can't be converted.
  case unsuitable
  /// The value has no text.
  case noText
  /// The result is too large.
  case tooLarge
}
