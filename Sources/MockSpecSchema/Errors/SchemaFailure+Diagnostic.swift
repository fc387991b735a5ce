package import MockSpecDiagnostics
import MockSpecDocument

extension SchemaFailure {
  /// The failure as a diagnostic.
  package var diagnostic: Diagnostic {
    let found = node.described
    switch reason {
    case .wrongType(let fitsUnquoted):
      return make(
        "wrong-type", "expected \(expected ?? "another value"), found \(found)",
        fitsUnquoted ? "remove the quotes: \(node.text)" : exampleHelp,
        fix: fitsUnquoted ? Fix(node.range, node.text) : nil)
    case .notOneOf(let names):
      return make(
        "bad-value", "expected \(expected ?? "one of a few values"), found \(found)", oneOfHelp(names),
        fix: spelling(among: names))
    case .noMatch:
      return make("bad-value", "expected \(expected ?? "another value"), found \(found)", exampleHelp)
    case .tooShort(let minimum):
      let message =
        node.text.isEmpty
        ? "expected \(expected ?? "text"), found empty text"
        : "\(found) is too short: expected at least \(quantity(minimum, of: "character"))"
      return make("bad-value", message, exampleHelp)
    case .tooLong(let maximum):
      return make("bad-value", "\(found) is too long: expected at most \(quantity(maximum, of: "character"))", nil)
    case .outOfRange(let bounds):
      return make("bad-value", "expected \(expected ?? "a number"), \(bounds), found \(found)", exampleHelp)
    case .notMultiple(let divisor):
      return make(
        "bad-value", "expected \(expected ?? "a number"), a multiple of \(divisor), found \(found)", exampleHelp)
    case .wrongFormat(let format):
      return make("bad-value", "expected \(expected ?? "text in format '\(format)'"), found \(found)", exampleHelp)
    case .tooFew(let minimum, let count):
      let wanted = "at least \(quantity(minimum, of: part)) in \(collection)"
      return make("too-few", "expected \(wanted), found \(counted(count))", nil)
    case .tooMany(let maximum, let count):
      return make("too-many", "expected at most \(quantity(maximum, of: part)) in \(collection), found \(count)", nil)
    case .tooFewContained(let minimum, let count, let element):
      let wanted = "at least \(quantity(minimum, of: part)) matching \(element ?? "a schema") in \(collection)"
      return make("too-few", "expected \(wanted), found \(counted(count))", nil)
    case .tooManyContained(let maximum, let count, let element):
      let wanted = "at most \(quantity(maximum, of: part)) matching \(element ?? "a schema") in \(collection)"
      return make("too-many", "expected \(wanted), found \(count)", nil)
    case .repeated(let first):
      return make("repeated", "\(found) appears twice", nil, notes: [.init("first appears here", at: first)])
    case .missingKey(let key, let other?):
      return make("missing-key", "'\(other)' needs the key '\(key)'", "add '\(key)', or remove '\(other)'")
    case .missingKey(let key, nil):
      return make("missing-key", "key '\(key)' is missing\(expected.map { " in \($0)" } ?? "")", nil)
    case .unknownKey(let known): return unknownKey(known)
    case .conflict(let keys, let other):
      let help = keys.count == 1 ? "remove one of the two" : "remove '\(other.text)', or the others"
      return make("conflicting-keys", "\(listed(keys)) can't be combined with '\(other.text)'", help)
    case .allInConflict(let keys):
      return make("conflicting-keys", "only one of \(listed(keys)) is allowed", "remove the others")
    case .forbidden: return make("bad-value", "\(found) isn't allowed here", nil)
    case .badKey: return make("bad-key", "expected \(expected ?? "another key"), found '\(node.excerpt)'", exampleHelp)
    case .tooComplex(let steps):
      let limit = steps.map { ": checking it takes more than \($0) steps" } ?? ""
      return make("too-complex", "\(found) is too complex to check\(limit)", "use a simpler schema or a smaller value")
    }
  }

  private func make(
    _ code: String, _ message: String, _ help: String?, notes: [Diagnostic.Note] = [], label: String? = nil,
    fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(.error, code, message, at: range, label: label, notes: notes, help: help, fix: fix)
  }

  private var collection: String { expected ?? (node.kind == .mapping ? "a mapping" : "a list") }

  private var part: String { node.kind == .mapping ? "key" : "element" }

  private func quantity(_ count: Int, of noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// Returns a fix if exactly one known name is similar. It keeps the quotes.
  private func spelling(among names: [String]) -> Fix? {
    guard node.kind == .string, node.nearest(among: names) != nil,
      let name = Suggestion.only(to: node.text, among: names)
    else { return nil }
    let written = node.range.text
    if written == node.text { return Fix(node.range, name) }
    guard let quote = written.first, written == "\(quote)\(node.text)\(quote)" else { return nil }
    return Fix(node.range, "\(quote)\(name)\(quote)")
  }

  private func unknownKey(_ known: [String]) -> Diagnostic {
    let near = node.nearest(among: known)
    return make(
      "unknown-key", "unknown key '\(node.excerpt)'",
      near == nil && !known.isEmpty ? "known keys here: \(names(known))" : nil,
      label: near.map { "did you mean '\($0)'?" }, fix: spelling(among: known))
  }

  /// Lists the known keys, at most the first 64.
  private func names(_ known: [String]) -> String {
    let shown = known.lazy.filter { $0 != "$schema" }.prefix(65)
    return shown.prefix(64).joined(separator: ", ") + (shown.count > 64 ? ", …" : "")
  }

  private func oneOfHelp(_ names: [String]) -> String? {
    if let near = node.nearest(among: names) { return "did you mean '\(near)'?" }
    return names.count <= 8 ? "one of: \(names.joined(separator: ", "))" : exampleHelp
  }

  private var exampleHelp: String? { examples.isEmpty ? nil : "for example: \(examples.joined(separator: ", "))" }

  /// Joins keys: `'a', 'b' and 'c'`.
  private func listed(_ keys: [String]) -> String {
    let quoted = keys.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  private func counted(_ count: Int) -> String { count == 0 ? "none" : "\(count)" }
}

extension Node {
  /// The node as messages show it: `a mapping`, `404`, `'text'`.
  var described: String {
    switch kind {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .null: text.isEmpty ? "no value" : "null"
    case .bool, .integer, .float: excerpt
    case .string, .invalid: excerpt.count > 60 ? "'\(excerpt.prefix(57))…'" : "'\(excerpt)'"
    }
  }
}
