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

  /// - Throws: the exit status for a path that doesn't exist.
  func load() throws -> LoadedProject {
    do {
      return try loader.load(number: 1)
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
