import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Advice about an unknown key that isn't a word of another tool: when the key that it resembles is in the mapping already,
/// or when it can be a part of the value above.
struct UnknownKeyAdvice {
  private let help: String
  private let label: String?

  /// `nil` if the schema's own message says enough.
  init?(_ site: FailedPlaces.Site, _ known: [String]) {
    if let divided = ValueForm.dividedValue(site.key, site) {
      (help, label) = (divided.help, nil)
      return
    }
    let near = Suggestion.nearest(to: site.key.text, among: known).flatMap { near in
      site.level.wantsNumber(near) && site.value.kind == .string && Double(site.value.text) == nil ? nil : near
    }
    if let near, let other = site.mapping.entry(near) {
      help = "remove it: '\(near)' is at line \(other.key.range.start.line) already"
      label = nil
      return
    }
    if let near, site.level.accepts(near, site.value) { return nil }
    guard let above = Self.valueAbove(site) else { return nil }
    help = "if it belongs in '\(above.key.excerpt)', indent it by \(above.spaces) spaces more"
    label = near.map { "did you mean '\($0)'?" }
  }

  func diagnostic(instead failure: SchemaFailure) -> Diagnostic {
    let general = failure.diagnostic
    return Diagnostic(
      .error, general.code, general.message, at: failure.range, label: label,
      help: label == nil ? help : "otherwise, \(help)", fix: label == nil ? nil : general.fix)
  }

  /// Returns the key of a mapping of names, indented and without braces, that ends directly above a key.
  private static func valueAbove(_ site: FailedPlaces.Site) -> (key: Node, spaces: Int)? {
    guard let (key, value) = site.previous, site.level.hasFreeContent(key.text), value.kind == .mapping,
      !value.range.text.hasPrefix("{"),
      let first = value.entries.first(where: { _ in true })?.key.range.start,
      first.line > key.range.start.line, first.column > site.key.range.start.column
    else { return nil }
    return (key, first.column - site.key.range.start.column)
  }
}
