/// What a walk passes by.
extension Discovery {
  private static let skippedFolders: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData"]

  static func isSkipped(folder name: String) -> Bool { name.hasPrefix(".") || skippedFolders.contains(name) }
}

extension LoadedProject {
  /// Whether specs in this folder, which needn't exist, would be loaded as the project's own.
  ///
  /// - Parameter folder: Absolute.
  package func reaches(_ folder: String) -> Bool {
    let folder = FileSystem.futureRealPath(folder)
    return walked.contains { start in
      let start = FileSystem.futureRealPath(start)
      return FilePath.isBeneath(folder, start)
        && !folder.dropFirst(start.count).split(separator: "/").contains { Discovery.isSkipped(folder: String($0)) }
    }
  }
}
