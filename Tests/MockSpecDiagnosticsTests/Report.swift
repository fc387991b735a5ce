import MockSpecDiagnostics
import TestSupport

/// What the renderers' goldens draw: each part of a diagnostic at least once.
enum Report {
  static let diagnostics: [Diagnostic] = {
    let users = MarkedText("Ä: 2️⃣{}2️⃣\nLogin:\n  1️⃣staus1️⃣: 401\n  3️⃣json:\n    a: 1\n3️⃣")
    let other = MarkedText("1️⃣Login1️⃣: 1\n")
    let usersFile = SourceFile(path: "specs/users.mock.yaml", text: users.text)
    let otherFile = SourceFile(path: "/else where/ü.mock.yaml", text: other.text)
    func at(_ marker: Int) -> SourceRange { SourceRange(file: usersFile, bytes: users[marker]) }
    return [
      Diagnostic(.error, "unreadable", "the file is a folder", file: "specs/broken.mock.json"),
      Diagnostic(.warning, "empty-match", "'{}' matches anything", at: at(2), help: "write '*'"),
      Diagnostic(
        .error, "unknown-key", "unknown key 'staus'", at: at(1), label: "did you mean 'status'?",
        notes: [.init("see 'Login'", at: SourceRange(file: otherFile, bytes: other[1])), .init("and this", at: at(2))]),
      Diagnostic(.note, "unreadable", "more than one line", at: at(3)),
    ]
  }()
}
