import Foundation
import PackagePlugin

/// Checks the specs of a target, and compiles them to a resource. If the target uses `MockSpecURLSession`, it also generates
/// the names in them.
///
/// The specs are in the folder `specs` of the target: SwiftPM plans a build again when a file is added there.
@main
struct MockSpecPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let specs = target.directoryURL.appending(path: "specs", directoryHint: .isDirectory)
    let usesNames = target.recursiveTargetDependencies.contains { $0.name == "MockSpecURLSession" }
    return try commands(
      for: target.name, specs: specs, base: context.package.directoryURL, writesNames: usesNames,
      into: context.pluginWorkDirectoryURL, tool: context.tool(named: "MockSpecTool").url)
  }

  /// - Parameters:
  ///   - base: The folder to which messages are relative.
  ///   - folder: The only folder to which is written.
  func commands(
    for target: String, specs: URL, base: URL, writesNames: Bool, into folder: URL, tool: URL
  ) throws -> [Command] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: specs.path, isDirectory: &isFolder), isFolder.boolValue else {
      Diagnostics.error("target '\(target)' uses MockSpecPlugin, but has no folder '\(specs.path)'")
      return []
    }
    let compiled = folder.appending(path: "mockspec.compiled.json")
    let names = folder.appending(path: "MockNames.swift")
    let written = writesNames ? ["--names", names.path] : []
    return [
      .buildCommand(
        displayName: "Checking the specs of \(target)", executable: tool,
        arguments: [specs.path, "--base", base.path, "--compiled", compiled.path] + written,
        inputFiles: try inputs(specs, base), outputFiles: [compiled] + (writesNames ? [names] : []))
    ]
  }

  /// The files in a folder, and the project files that apply to it. In the package, the folders that can have one are
  /// inputs, too: they change when a file is added.
  private func inputs(_ specs: URL, _ base: URL) throws -> [URL] {
    let manager = FileManager.default
    var files = try manager.subpathsOfDirectory(atPath: specs.path).sorted().map { specs.appending(path: $0) }.filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory != true
    }
    var folder = specs
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let names = ["mockspec.yaml", "mockspec.yml", "mockspec.json"]
      files += names.map { folder.appending(path: $0) }.filter { manager.fileExists(atPath: $0.path) }
      if folder.pathComponents.starts(with: base.pathComponents) { files.append(folder) }
    }
    return files
  }
}
