import MockSpecDiagnostics

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// The two standard streams. Every line is flushed, so that whoever reads a pipe sees it at once.
enum Terminal {
  static func print(_ line: String) { write(line, to: stdout) }

  static func error(_ line: String) { write(line, to: stderr) }

  /// Diagnostics for a person, with colour where a terminal shows them and `NO_COLOR` (no-color.org) is not set.
  static func show(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    let colored = isatty(STDERR_FILENO) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    let shown = diagnostics.prefix(limit)
    error(HumanRenderer(usesColor: colored).render(Array(shown)))
    if diagnostics.count > limit { error("… and \(diagnostics.count - limit) more") }
  }

  /// More than a person reads; machine formats have them all.
  private static let limit = 100

  private static func write(_ line: String, to stream: UnsafeMutablePointer<FILE>) {
    fputs(line + "\n", stream)
    fflush(stream)
  }
}
