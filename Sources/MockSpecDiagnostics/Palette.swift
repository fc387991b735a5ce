/// ANSI colors for human-readable reports; empty when color is off.
package struct Palette: Sendable {
  private let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func good(_ text: String) -> String { wrap(text, "32") }
  package func bad(_ text: String) -> String { wrap(text, "1;31") }
  func note(_ text: String) -> String { wrap(text, "36") }

  func style(of severity: Diagnostic.Severity) -> (String) -> String {
    switch severity {
    case .error: bad
    case .warning: { wrap($0, "1;33") }
    case .note: note
    }
  }

  private func wrap(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
