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
  static func print(_ line: String) { write(line + "\n", to: stdout) }

  static func error(_ line: String) { write(line + "\n", to: stderr) }

  /// Diagnostics for a person, with colour where a terminal shows them and `NO_COLOR` (no-color.org) is not set.
  ///
  /// - Parameters:
  ///   - isConcise: One line each, without the source.
  ///   - limit: How many; 0 for all of them.
  static func show(_ diagnostics: [Diagnostic], isConcise: Bool = false, limit: Int = defaultLimit) {
    guard !diagnostics.isEmpty else { return }
    let usesColor = usesColor(on: STDERR_FILENO)
    let shown = limit == 0 ? diagnostics : Array(diagnostics.prefix(limit))
    error(
      isConcise
        ? ConciseRenderer(usesColor: usesColor).render(shown) : HumanRenderer(usesColor: usesColor).render(shown))
    if shown.count < diagnostics.count { error("… and \(diagnostics.count - shown.count) more") }
  }

  /// More than a person reads; machine formats have them all.
  static let defaultLimit = 100

  /// Whether what is printed may have colour.
  static var printsColor: Bool { usesColor(on: STDOUT_FILENO) }

  private static func usesColor(on stream: Int32) -> Bool {
    isatty(stream) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }

  /// Whether the standard error is a terminal.
  static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// Text for the standard error as it is, without a line's end.
  static func rewrite(_ text: String) { write(text, to: stderr) }

  private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
    fputs(text, stream)
    fflush(stream)
  }
}
