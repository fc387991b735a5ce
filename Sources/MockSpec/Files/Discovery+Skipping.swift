/// What a walk passes by.
extension Discovery {
  private static let skippedFolders: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData"]

  static func isSkipped(folder name: String) -> Bool { name.hasPrefix(".") || skippedFolders.contains(name) }
}
