import ArgumentParser
import MockSpec

/// The scene and the responses that are selected before the first call.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The scene that is active at first.")
  var scene: String?

  @Option(
    help: ArgumentHelp("The response that answers a request at first; can be repeated.", valueName: "name=response"),
    transform: { try ResponseSelection(literal: $0) })
  var select: [ResponseSelection] = []

  /// Activates the scene and selects the responses.
  ///
  /// - Throws: `ValidationError` for a name that the project doesn't have.
  func apply(to session: MockSession) throws {
    do {
      if let scene { try session.activate(scene: scene) }
      for selection in select { try session.select(selection.response, for: selection.request) }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
