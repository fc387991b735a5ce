import ArgumentParser
import MockSpecDiagnostics

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// The two standard streams of a command that ends when its work is done.
///
/// Calls block until the output has been accepted; each line is flushed. If a write fails, for example because the device is
/// full, the command ends. Commands that keep running use `LiveTerminal`.
enum Terminal {
  static func print(_ line: String) { write(line + "\n", to: stdout) }

  static func error(_ line: String) { write(line + "\n", to: stderr) }

  /// Prints human-readable diagnostics to the standard error.
  ///
  /// - Parameters:
  ///   - isConcise: Whether each diagnostic is one line without the source.
  ///   - limit: The maximum number shown; 0 for all.
  static func show(_ diagnostics: [Diagnostic], isConcise: Bool = false, limit: Int = defaultLimit) {
    if let text = text(of: diagnostics, isConcise: isConcise, limit: limit) { error(text) }
  }

  /// Returns the text that `show` prints; `nil` without diagnostics. It is in color if the standard error is a terminal
  /// with colors and `NO_COLOR` (no-color.org) isn't set.
  static func text(of diagnostics: [Diagnostic], isConcise: Bool = false, limit: Int = defaultLimit) -> String? {
    guard !diagnostics.isEmpty else { return nil }
    let usesColor = usesColor(on: STDERR_FILENO)
    let shown = limit == 0 ? diagnostics : Array(diagnostics.prefix(limit))
    let text =
      isConcise
      ? ConciseRenderer(usesColor: usesColor).render(shown) : HumanRenderer(usesColor: usesColor).render(shown)
    return shown.count < diagnostics.count ? text + "\n… and \(diagnostics.count - shown.count) more" : text
  }

  /// The default limit on the diagnostics in human-readable reports. Machine-readable formats have no limit.
  static let defaultLimit = 100

  /// Whether text on the standard output can be in color.
  static var printsColor: Bool { usesColor(on: STDOUT_FILENO) }

  private static func usesColor(on stream: Int32) -> Bool {
    isatty(stream) == 1 && !isDumb && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }

  /// Whether terminals don't support control sequences, as in the shells of some editors.
  private static var isDumb: Bool { getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? false }

  /// Whether the standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether one of the standard streams is a terminal that is still open.
  static var isAttached: Bool { [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 } }

  /// Whether the standard error is a terminal on which a line can be rewritten.
  static var rewritesErrors: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  /// Writes text to the standard error without a line break.
  static func rewrite(_ text: String) { write(text, to: stderr) }

  private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
    var text = text
    // `fputs` would end at the first NUL.
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) == $0.count }
    if isWritten, fflush(stream) == 0 { return }
    guard let message = message(ofFailure: errno) else { return }
    if stream != stderr { fputs(message + "\n", stderr) }
    exit(ExitStatus.cannotWrite.rawValue)
  }

  /// Returns the error message of a failed write; `nil` if the reader has ended, as in `mockspec rules | head -1`.
  static func message(ofFailure code: Int32) -> String? {
    code == EPIPE ? nil : "error: the output can't be written: \(String(cString: strerror(code)))"
  }
}
