import ArgumentParser
import MockSpec

/// The paths that every command takes alike.
struct SpecPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files or folders with specs.",
      discussion: "Without any, the nearest folder upward with a mockspec.yaml, else ./specs."),
    completion: .file())
  var paths: [String] = []

  var loader: SpecLoader { SpecLoader(.paths(paths), isLinting: true) }

  /// Shows progress on a terminal if it takes long.
  ///
  /// - Throws: the exit status for a path that doesn't exist.
  func load() throws -> LoadedProject {
    let start = ContinuousClock.now
    var line = ProgressLine(elapsed: { ContinuousClock.now - start }, write: Terminal.rewrite)
    let isShown = Terminal.showsErrors
    defer { line.erase() }
    do {
      return try loader.load(number: 1) { checked, all in
        if isShown { line.show(checked, of: all) }
      }
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
