/// The absolute paths of files and folders whose removal a watcher has seen.
package struct MissingNames: Sendable, Equatable {
  /// The names that may come back: programs replace a file by removing it first.
  package var away: Set<String>
  /// The names that didn't come back in time.
  package var gone: Set<String>

  package init(away: Set<String> = [], gone: Set<String> = []) {
    self.away = away
    self.gone = gone
  }

  /// Returns whether a file that isn't there may come back.
  ///
  /// - Parameter wasThere: Whether the last version had the file. If its removal hasn't been seen, the file was removed
  ///   just now.
  func mayReturn(_ path: String, wasThere: Bool) -> Bool {
    if Self.contains(path, away) { return true }
    // The target of a link has another path.
    if !away.isEmpty, FileSystem.isLink(path) { return true }
    return wasThere && !Self.contains(path, gone)
  }

  /// Returns whether a set contains a path or one of its parent folders.
  private static func contains(_ path: String, _ names: Set<String>) -> Bool {
    !names.isEmpty && FilePath.upward(from: path).contains(where: names.contains)
  }
}
