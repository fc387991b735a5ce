import Synchronization

/// For each file of a project, the indexes of the specs that it is or that name it. They are computed when they are first
/// needed, which is after the first edit.
final class InputPlaces: Sendable {
  private enum State {
    case units([ProjectReading.Unit])
    case places([String: [Int]])
  }

  private let state: Mutex<State>
  private let knownUnusedBodies = Once<[String]>()

  init(_ units: [ProjectReading.Unit]) { state = Mutex(.units(units)) }

  /// The files that the rule `unused-body-file` has found when they were first asked for.
  func unusedBodies(_ find: () -> [String]) -> [String] { knownUnusedBodies.value(find) }

  /// - Parameter path: The absolute path of a file.
  subscript(path: String) -> [Int]? {
    state.withLock { state in
      switch state {
      case .places(let places): return places[path]
      case .units(let units):
        var places: [String: [Int]] = [:]
        for (index, unit) in units.enumerated() {
          for input in unit.inputs { places[input.path, default: []].append(index) }
        }
        // The units are released, since later readings replace them.
        state = .places(places)
        return places[path]
      }
    }
  }
}
