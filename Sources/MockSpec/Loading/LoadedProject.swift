public import MockSpecDiagnostics

/// The result of a load.
package struct LoadedProject: Sendable {
  /// The absolute path of the project's root.
  package var root: String
  /// The absolute path of the project file; `nil` if there is none.
  package var projectFile: String?
  /// The absolute paths of the specs, in the order in which they are read.
  package var specs: [String]
  /// The absolute paths of the folders that are searched for specs.
  package var walked: [String]
  /// The snapshot; `nil` if there is any error, or if the project was only checked.
  package var sets: ResponseSets?
  /// The diagnostics, sorted by location.
  package var diagnostics: [Diagnostic]
  /// The number of files, requests and responses.
  package var summary: ProjectSummary
  /// The paths of the project file and of all specs as shown to users, in the order of reading, including files that
  /// couldn't be read.
  package var files: [String]
  /// The folders in which a change can change the project.
  package var folders: Set<String>
  /// The contents of all files that were read, by absolute path. Equal contents have equal results.
  package var contents: [String: [UInt8]]
  /// The versions of the files that were read, by absolute path; `nil` for named files that didn't exist.
  var versions: [String: FileVersion?] = [:]
  /// The resolved specs, in the order of reading. A command can exit without freeing them, which takes long.
  var resolved: [ResolvedSpec] = []
  /// The search that found the files; `nil` for inline specs.
  var discovery: Discovery?
  /// Whether something couldn't be read for a temporary reason, such as a lack of file descriptors. The diagnostics
  /// then contain an error for it, and a later load can succeed.
  package var isIncomplete = false

  /// Whether no file has been changed, added or removed since the load. Accesses the file system.
  package var isCurrent: Bool {
    versions.allSatisfy { FileSystem.version(of: $0.key) == $0.value } && discovery?.isCurrent != false
  }
}

extension LoadedProject {
  /// Returns whether specs in a folder would be loaded as part of the project.
  ///
  /// - Parameter folder: The absolute path of the folder, which may not exist.
  package func reaches(_ folder: String) -> Bool {
    let folder = FileSystem.futureRealPath(folder)
    return walked.contains { start in
      let start = FileSystem.futureRealPath(start)
      return FilePath.isBeneath(folder, start)
        && !folder.dropFirst(start.count).split(separator: "/").contains { Discovery.isSkipped(folder: String($0)) }
    }
  }
}

/// The error of a project that has errors in its files.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// The diagnostics of all files, including warnings, sorted by file and location.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The diagnostics as `mockspec validate` prints them.
  public var description: String { "\n" + HumanRenderer().render(diagnostics) }
}
