import ArgumentParser
import MockSpec

/// The scene and the responses that are selected before the first call.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The scene that is active at first.")
  var scene: String?

  @Option(
    help: ArgumentHelp("The response that answers a request at first; can be repeated.", valueName: "name=response"))
  var select: [String] = []

  func validate() throws {
    for selection in select where !selection.contains("=") {
      throw ValidationError("expected NAME=RESPONSE, found '\(selection)'")
    }
  }

  /// Activates the scene and selects the responses.
  ///
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
