import Foundation
import MockSpec

/// What a launcher, such as a UI test, asks of the app's mocks before the first request:
///
///     MOCKSPEC_SPECS=specs   MOCKSPEC_SCENE=Airplane mode   MOCKSPEC_SELECT=Login=Offline,Item%20details=Busy
///     -mockspec-specs specs  -mockspec-scene "Airplane mode" -mockspec-select "Login=Offline"
///
/// Arguments win over the environment. Names are percent-encoded where they hold `,`, `=` or `%`.
struct LaunchSettings: Sendable {
  var specs: String?
  var scene: String?
  var selections: [ResponseSelection] = []

  /// - Throws: `LaunchSettingsError` if a selection has no `=`.
  init(environment: [String: String], arguments: [String]) throws {
    func value(_ name: String) -> String? {
      if let flag = arguments.lastIndex(of: "-mockspec-" + name), flag + 1 < arguments.count {
        return arguments[flag + 1]
      }
      return environment["MOCKSPEC_" + name.uppercased()]
    }
    specs = value("specs")
    scene = value("scene")
    do throws(ResponseSelectionError) {
      selections = try ResponseSelection.list(value("select") ?? "")
    } catch {
      throw LaunchSettingsError(reason: error)
    }
  }

  static func current() throws -> LaunchSettings {
    try LaunchSettings(
      environment: ProcessInfo.processInfo.environment, arguments: ProcessInfo.processInfo.arguments)
  }

  /// - Throws: `UnknownNameError` for a name that the project doesn't have.
  func apply(to engine: MockEngine) throws {
    if let scene { try engine.activate(scene: scene) }
    for selection in selections { try engine.select(selection.response, for: selection.request) }
  }
}

/// `MOCKSPEC_SELECT` or `-mockspec-select` can't be read.
struct LaunchSettingsError: Error, CustomStringConvertible {
  let reason: ResponseSelectionError

  var description: String { "MOCKSPEC_SELECT: \(reason)" }
}
