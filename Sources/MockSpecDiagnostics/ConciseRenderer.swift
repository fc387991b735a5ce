/// `--format concise`: one line per diagnostic, for problem matchers, grep and long lists. The line is the headline of
/// `HumanRenderer`:
///
///     specs/users.mock.yaml:12:7: error: unknown key 'staus' [unknown-key]
///
/// Control characters in quoted text are shown as symbols, so a diagnostic is always a single line.
package struct ConciseRenderer: Sendable {
  package var usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  package func render(_ diagnostics: [Diagnostic]) -> String {
    let human = HumanRenderer(usesColor: usesColor)
    return diagnostics.map { human.headline($0) }.joined(separator: "\n")
  }
}
