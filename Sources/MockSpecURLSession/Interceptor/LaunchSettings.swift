import Foundation
import MockSpec

/// The settings that the app's launcher, such as a UI test, makes before the first call:
///
///     MOCKSPEC_SPECS=specs   MOCKSPEC_SCENE=Airplane mode   MOCKSPEC_SELECT=Login=Offline,Item%20details=Busy
///     -mockspec-specs specs  -mockspec-scene "Airplane mode" -mockspec-select "Login=Offline"
///
/// Arguments take precedence over the environment. The characters `,`, `=` and `%` of names are percent-encoded.
struct LaunchSettings: Sendable {
  var specs: String?
  var scene: String?
  var selections: [ResponseSelection] = []

  /// Reads the settings.
  ///
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

  /// Makes the settings in a session.
  ///
  /// - Throws: `UnknownNameError` for a name that the project doesn't have.
  func apply(to session: MockSession) throws {
    if let scene { try session.activate(scene: scene) }
    for selection in selections { try session.select(selection.response, for: selection.request) }
  }
}

/// The error of an invalid `MOCKSPEC_SELECT` or `-mockspec-select`.
struct LaunchSettingsError: Error, CustomStringConvertible {
  let reason: ResponseSelectionError

  var description: String { "MOCKSPEC_SELECT: \(reason)" }
}
