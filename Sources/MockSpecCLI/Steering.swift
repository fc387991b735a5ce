import ArgumentParser
import MockSpec

/// What is selected before the first request.
struct Steering: ParsableArguments {
  @Option(help: "The scene to begin with.")
  var scene: String?

  @Option(help: ArgumentHelp("A response to begin with; may be given several times.", valueName: "name=response"))
  var select: [String] = []

  func validate() throws {
    for selection in select where !selection.contains("=") {
      throw ValidationError("expected NAME=RESPONSE, found '\(selection)'")
    }
  }

  /// - Throws: `ValidationError` for a name that the project doesn't have.
  func apply(to engine: MockEngine) throws {
    do {
      if let scene { try engine.activate(scene: scene) }
      for selection in select {
        let parts = selection.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try engine.select(String(parts[1]), for: String(parts[0]))
      }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
