import ArgumentParser
import MockSpec

/// The path arguments of most commands.
struct SpecPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Spec files, or folders that contain them.",
      discussion: "Default: the nearest folder with a mockspec.yaml, upward from the working directory, or ./specs."),
    completion: .file())
  var paths: [String] = []

  var loader: SpecLoader { loader(isLinting: true) }

  private func loader(isLinting: Bool) -> SpecLoader { SpecLoader(.paths(paths), isLinting: isLinting) }

  /// Loads the project. Shows progress on a terminal if that takes long.
  ///
  /// - Parameter isSettled: Whether to load again until no file changes meanwhile. It is required if the result is written.
  /// - Throws: The exit status, after an error message, if a path doesn't exist.
  func load(isSettled: Bool = false) throws -> LoadedProject {
    try showingProgress { progress throws(SpecPathError) in
      guard isSettled else { return try loader.load(number: 1, progress: progress) }
      return try loader.loadSettled(number: 1, progress: progress)
    }
  }

  /// Loads what `mockspec serve` serves: the files without errors.
  func loadServed() throws -> LoadedProject {
    try showingProgress { progress throws(SpecPathError) in
      try loader.loadSettled(number: 1, isServing: true, progress: progress)
    }
  }

  /// Loads the project without building response sets.
  ///
  /// - Parameter isLinting: Whether lint rules are checked, too.
  func check(isLinting: Bool = true) throws -> LoadedProject {
    let loader = loader(isLinting: isLinting)
    return try showingProgress { progress throws(SpecPathError) in try loader.check(progress: progress) }
  }

  private func showingProgress(
    _ load: ((_ checked: Int, _ all: Int) -> Void) throws(SpecPathError) -> LoadedProject
  ) throws -> LoadedProject {
    let start = ContinuousClock.now
    var line = ProgressLine(elapsed: { ContinuousClock.now - start }, write: Terminal.rewrite)
    let isShown = Terminal.rewritesErrors
    defer { line.erase() }
    do {
      return try load { checked, all in
        if isShown { line.show(checked, of: all) }
      }
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
