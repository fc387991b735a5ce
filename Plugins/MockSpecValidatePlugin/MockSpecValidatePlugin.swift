import Foundation
import PackagePlugin

/// `swift package mockspec-validate [FOLDER…]`: checks folders of specs; by default, the folders `specs` of the package and of
/// its targets.
@main
struct MockSpecValidatePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = SpecTool(path: try context.tool(named: "MockSpecTool").url, base: context.package.directoryURL)
    let folders =
      arguments.isEmpty
      ? ([context.package.directoryURL] + context.package.targets.map(\.directoryURL)).compactMap(SpecTool.specs)
      : arguments.map { URL(filePath: $0, relativeTo: context.package.directoryURL) }
    if folders.isEmpty { Diagnostics.error("neither the package nor a target has a folder 'specs'") }
    for folder in folders {
      if try tool.run([folder.path]) { print("valid: \(folder.path)") }
    }
  }
}
