import Foundation
import PackagePlugin

/// `swift package mockspec-generate [--target NAME]…`: writes the names in the specs of targets to `MockNames.swift` in
/// each target's folder; by default, of all targets with a folder `specs` that use `MockSpecURLSession`.
@main
struct MockSpecGeneratePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = SpecTool(path: try context.tool(named: "MockSpecTool").url, base: context.package.directoryURL)
    var extractor = ArgumentExtractor(arguments)
    let named = extractor.extractOption(named: "target")
    if !extractor.remainingArguments.isEmpty {
      return Diagnostics.error("unknown arguments: \(extractor.remainingArguments.joined(separator: " "))")
    }
    let targets = named.isEmpty ? context.package.targets.filter(usesNames) : try context.package.targets(named: named)
    if targets.isEmpty { Diagnostics.error("no target has a folder 'specs' and depends on MockSpecURLSession") }
    for target in targets {
      guard let specs = SpecTool.specs(in: target.directoryURL) else {
        Diagnostics.error("target '\(target.name)' has no folder 'specs'")
        continue
      }
      let file = target.directoryURL.appending(path: "MockNames.swift")
      if try tool.run([specs.path, "--names", file.path]) { print("generated: \(file.path)") }
    }
  }

  private func usesNames(_ target: any Target) -> Bool {
    SpecTool.specs(in: target.directoryURL) != nil
      && target.recursiveTargetDependencies.contains { $0.name == "MockSpecURLSession" }
  }
}
