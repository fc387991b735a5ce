public import MockSpecDiagnostics

/// What came of one load.
package struct LoadedProject: Sendable {
  /// Absolute.
  package var root: String
  /// Absolute, if there is one.
  package var projectFile: String?
  /// Absolute, in the order in which they are read.
  package var specs: [String]
  /// Absolute: whatever lies beneath these folders is looked through for specs.
  package var walked: [String]
  /// The response sets; `nil` if anything has an error, or if the project was only checked.
  package var sets: ResponseSets?
  /// Sorted by place.
  package var diagnostics: [Diagnostic]
  package var summary: ProjectSummary
  /// The project file, if there is one, and all specs, read or not: as users see them, in the order of reading.
  package var files: [String]
  /// The folders in which any change may change the project.
  package var folders: Set<String>
  /// All that was read, by absolute path: equal contents load equally.
  package var contents: [String: [UInt8]]
  /// The versions of the files that were read, by absolute path.
  var versions: [String: FileVersion] = [:]
  /// Whether something couldn't be read for a reason that may pass by itself, such as a lack of file descriptors. Then
  /// the diagnostics have an error for it, and another load may find more.
  package var isIncomplete = false

  /// Whether all files still are as they were read. Asks the file system.
  package var isCurrent: Bool { versions.allSatisfy { FileSystem.version(of: $0.key) == $0.value } }
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

/// Specs that have errors; all of them, of all files.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// Sorted by file and place; warnings are among them.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// As `mockspec validate` prints them.
  public var description: String { "\n" + HumanRenderer().render(diagnostics) }
}
