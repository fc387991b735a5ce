/// `--format concise`: one line per diagnostic, for problem matchers, grep and long lists. It is the first line of what
/// `HumanRenderer` draws:
///
///     specs/users.mock.yaml:12:7: error: unknown key 'staus' [unknown-key]
///
/// Control characters in quoted text are shown as pictures, so a diagnostic never takes a second line.
package struct ConciseRenderer: Sendable {
  package var usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  package func render(_ diagnostics: [Diagnostic]) -> String {
    let human = HumanRenderer(usesColor: usesColor)
    return diagnostics.map { human.headline($0) }.joined(separator: "\n")
  }
}
