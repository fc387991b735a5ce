import Foundation

/// The programs of this package, which are built with its tests.
package enum BuiltProgram {
  /// Returns the path of a program, in the folder of the test bundle.
  package static func path(_ name: String) -> String {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #if canImport(Darwin)
      folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL.deletingLastPathComponent()
    #endif
    return folder.appending(path: name).path
  }
}
