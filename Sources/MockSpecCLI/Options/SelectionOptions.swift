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
  /// - Returns: Notices, each on one line, about names that only files with errors can have. They apply once these are served.
  /// - Throws: `ValidationError` for a name that the project doesn't have.
  @discardableResult
  func apply(to session: MockSession) throws -> [String] {
    var notices: [String] = []
    do {
      if let scene { try session.activate(scene: scene) }
      for selection in select {
        do throws(UnknownNameError) {
          try session.select(selection.response, for: selection.request)
        } catch {
          guard session.sets.heldFiles.mayHave(selection.request) else { throw error }
          var saved = session.savedSelections
          saved.responses[selection.request] = selection.response
          _ = session.restore(saved)
          notices.append("'\(selection.request)=\(selection.response)' applies once the file with it has no errors")
        }
      }
    } catch {
      throw ValidationError("\(error)")
    }
    return notices
  }
}
