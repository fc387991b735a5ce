#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  // Targets of Xcode projects: the specs are in the folder `specs` of a folder named like the target, or of the project.
  // This file has never been run.
  extension MockSpecPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let project = context.xcodeProject.directoryURL
      let own = project.appending(path: target.displayName).appending(path: "specs", directoryHint: .isDirectory)
      let shared = project.appending(path: "specs", directoryHint: .isDirectory)
      let usesNames = target.dependencies.contains { dependency in
        guard case .product(let product) = dependency else { return false }
        return product.targets.contains { target in
          ([target] + target.recursiveTargetDependencies).contains { $0.name == "MockSpecURLSession" }
        }
      }
      return try commands(
        for: target.displayName, specs: FileManager.default.fileExists(atPath: own.path) ? own : shared, base: project,
        writesNames: usesNames, into: context.pluginWorkDirectoryURL, tool: context.tool(named: "MockSpecTool").url)
    }
  }
#endif
