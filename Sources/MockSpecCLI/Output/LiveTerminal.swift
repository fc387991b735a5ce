import MockSpecDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two standard streams of a command that runs until it is stopped.
///
/// No call waits for a reader, and the command continues if a reader ends.
struct LiveTerminal: Sendable {
  private let output: LineWriter
  private let errors: LineWriter
  private let isQuiet: Bool
  private let printsForPrograms: Bool

  /// Ignores SIGPIPE in the whole process, so that a write to a pipe without a reader fails instead.
  ///
  /// - Parameters:
  ///   - isQuiet: Whether announcements, notes and warnings aren't printed.
  ///   - printsForPrograms: Whether programs read the standard output. Announcements are then printed to the standard
  ///     error.
  init(isQuiet: Bool = false, printsForPrograms: Bool = false) {
    self.isQuiet = isQuiet
    self.printsForPrograms = printsForPrograms
    let errors = LineWriter(descriptor: STDERR_FILENO)
    self.errors = errors
    output = LineWriter(descriptor: STDOUT_FILENO, drops: printsForPrograms ? errors : nil) { code in
      if let message = Terminal.message(ofFailure: code) { errors.write(message) }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  func print(_ line: String) { output.write(line) }

  /// - Parameter line: One line. Control characters in it are made visible.
  func error(_ line: String) { errors.write(DisplayText(line).text) }

  /// Prints a line about the command itself.
  func announce(_ line: String) {
    if isQuiet { return }
    if printsForPrograms { error(line) } else { print(line) }
  }

  func note(_ text: String) {
    if !isQuiet { error("note: \(text)") }
  }

  func warn(_ diagnostics: [Diagnostic]) {
    if !isQuiet { show(diagnostics) }
  }

  /// Prints human-readable diagnostics, like `Terminal.show`.
  func show(_ diagnostics: [Diagnostic]) {
    if let text = Terminal.text(of: diagnostics) { errors.write(text) }
  }

  /// Prints the error with which the command ends. Blocks until it and everything printed before are written.
  func fail(_ line: String) {
    errors.flush()
    Terminal.error(line)
  }

  /// Blocks for at most a second, until what was printed is written.
  func flush() {
    output.flush(within: 0.5)
    errors.flush(within: 0.5)
  }
}
