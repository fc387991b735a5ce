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
  var selections: [(request: String, response: String)] = []

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
    for pair in (value("select") ?? "").split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { part in
        let text = part.trimmingCharacters(in: .whitespaces)
        return text.removingPercentEncoding ?? text
      }
      guard parts.count == 2 else { throw LaunchSettingsError(selection: String(pair)) }
      selections.append((parts[0], parts[1]))
    }
  }

  static func current() throws -> LaunchSettings {
    try LaunchSettings(
      environment: ProcessInfo.processInfo.environment, arguments: ProcessInfo.processInfo.arguments)
  }

  /// Makes the settings in an engine.
  ///
  /// - Throws: `UnknownNameError` for a name that the project doesn't have.
  func apply(to engine: MockEngine) throws {
    if let scene { try engine.activate(scene: scene) }
    for (request, response) in selections { try engine.select(response, for: request) }
  }
}

/// The error of an invalid `MOCKSPEC_SELECT` or `-mockspec-select`.
struct LaunchSettingsError: Error, CustomStringConvertible {
  let selection: String

  var description: String { "MOCKSPEC_SELECT: expected 'request=response', found '\(selection)'" }
}
