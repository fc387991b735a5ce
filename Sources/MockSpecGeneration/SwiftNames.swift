package import MockSpec
package import MockSpecDiagnostics

/// Swift source text with a member for each request, response, scene and state of a project, so that the compiler checks names:
/// `mocks.select(.login(.offline))`.
///
/// The text depends only on the project's names and their locations relative to the project's root, so that it is the same
/// on all machines.
package struct SwiftNames: Sendable {
  /// The access level of the generated members.
  package enum Access: String, Sendable, CaseIterable {
    case `internal`, package, `public`
  }

  /// The content of the file in UTF-8; ends in a newline.
  package let bytes: [UInt8]
  /// Warnings about names that differ in the specs, but not as Swift identifiers.
  package let diagnostics: [Diagnostic]

  /// Generates the text; `nil` if the project's diagnostics contain errors.
  package init?(of project: LoadedProject, access: Access = .internal) {
    guard let names = project.names else { return nil }
    var text = SwiftText(root: project.root, access: access)
    diagnostics = text.write(names).sortedByPlace()
    bytes = text.bytes
  }

  /// The content of the file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns whether a file has the text. Accesses the file system.
  ///
  /// - Parameter path: The absolute path of the file.
  package func isCurrent(at path: String) -> Bool { FileSystem.hasContent(path, bytes) }

  /// Writes the text to a file atomically. A file with the same text isn't written, so that it isn't compiled again.
  ///
  /// - Parameter path: The absolute path of the file. Missing folders are created.
  /// - Returns: Whether the file was written.
  package func write(to path: String) throws(WriteError) -> Bool {
    try FileSystem.makeFolder(FilePath.parent(path))
    return try FileSystem.update(path, with: bytes)
  }
}
