import MockSpecDiagnostics

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// The two standard streams of a command that ends by itself.
///
/// Calls block until the output has been accepted; each line is flushed. Commands that keep running use `LiveTerminal`.
enum Terminal {
  static func print(_ line: String) { write(line + "\n", to: stdout) }

  static func error(_ line: String) { write(line + "\n", to: stderr) }

  /// Prints diagnostics for people to the standard error.
  ///
  /// - Parameters:
  ///   - isConcise: Whether each takes one line, without the source.
  ///   - limit: The maximum number shown; 0 for all.
  static func show(_ diagnostics: [Diagnostic], isConcise: Bool = false, limit: Int = defaultLimit) {
    if let text = text(of: diagnostics, isConcise: isConcise, limit: limit) { error(text) }
  }

  /// The text that `show` prints; `nil` without diagnostics. In color if the standard error is a terminal and `NO_COLOR`
  /// (no-color.org) isn't set.
  static func text(of diagnostics: [Diagnostic], isConcise: Bool = false, limit: Int = defaultLimit) -> String? {
    guard !diagnostics.isEmpty else { return nil }
    let usesColor = usesColor(on: STDERR_FILENO)
    let shown = limit == 0 ? diagnostics : Array(diagnostics.prefix(limit))
    let text =
      isConcise
      ? ConciseRenderer(usesColor: usesColor).render(shown) : HumanRenderer(usesColor: usesColor).render(shown)
    return shown.count < diagnostics.count ? text + "\n… and \(diagnostics.count - shown.count) more" : text
  }

  /// The default limit on the diagnostics shown to people. Machine-readable formats have no limit.
  static let defaultLimit = 100

  /// Whether text on the standard output can be in color.
  static var printsColor: Bool { usesColor(on: STDOUT_FILENO) }

  private static func usesColor(on stream: Int32) -> Bool {
    isatty(stream) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }

  /// Whether the standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether the standard error is a terminal.
  static var showsErrors: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to the standard error without a line break.
  static func rewrite(_ text: String) { write(text, to: stderr) }

  private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
    fputs(text, stream)
    fflush(stream)
  }
}
