// Folders that aren't searched for specs.
extension Discovery {
  private static let skippedFolders: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData"]

  /// Returns whether a folder with a name is skipped.
  static func isSkipped(folder name: String) -> Bool { name.hasPrefix(".") || skippedFolders.contains(name) }
}
