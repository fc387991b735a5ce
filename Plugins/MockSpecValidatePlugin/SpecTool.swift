import Foundation
import PackagePlugin

/// The tool that checks specs. This file is a link in one of the plugins.
struct SpecTool {
  let path: URL
  /// The folder to which messages are relative.
  let base: URL

  /// Returns the folder `specs` in another folder; `nil` if there is none.
  static func specs(in folder: URL) -> URL? {
    let specs = folder.appending(path: "specs", directoryHint: .isDirectory)
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: specs.path, isDirectory: &isFolder) && isFolder.boolValue
      ? specs : nil
  }

  /// Runs the tool, which prints what it finds.
  ///
  /// - Returns: Whether there are no errors. Otherwise, the plugin has failed.
  func run(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = path
    process.arguments = arguments + ["--base", base.path]
    try process.run()
    process.waitUntilExit()
    let isValid = process.terminationReason == .exit && process.terminationStatus == 0
    if !isValid { Diagnostics.error("the specs in '\(arguments[0])' have errors") }
    return isValid
  }
}
