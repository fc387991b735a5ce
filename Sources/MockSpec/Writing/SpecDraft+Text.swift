import MockSpecDiagnostics
import MockSpecDocument

/// A file that is to be written.
package struct DraftFile: Sendable, Hashable {
  /// The path, relative to the project's folder.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension SpecDraft {
  /// Returns the text of the spec file, which ends with a line break; `nil` if it would exceed the limits of a file.
  func text(_ format: DocumentParser.Format) -> [UInt8]? { SpecWriter(self).text(format) }

  /// Returns the spec file, and the other files that have content; `nil` if the spec would exceed the limits of a file.
  ///
  /// - Parameter path: The path of the spec, relative to the project's folder. Its extension determines the format.
  package func files(at path: String) -> [DraftFile]? {
    guard let text = text(DocumentParser.Format(path: path)) else { return nil }
    var files = [DraftFile(path: path, bytes: text)]
    for (name, content) in bodyFiles + itemFiles {
      let absolute = FilePath.absolute(name, in: FilePath.parent("/" + path))
      files.append(DraftFile(path: String(absolute.dropFirst()), bytes: content))
    }
    return files
  }

  /// The body files that have content.
  private var bodyFiles: [(name: String, content: [UInt8])] {
    requests.flatMap(\.responses).compactMap { response in
      if case .file(let name, let content?)? = response.body { (name, content) } else { nil }
    }
  }

  /// The files with items of collections that have content.
  private var itemFiles: [(name: String, content: [UInt8])] {
    collections.compactMap { if case .file(let name, let content?) = $0.items { (name, content) } else { nil } }
  }
}

extension SpecDraft.Response {
  fileprivate var body: SpecDraft.Body? {
    switch outcome {
    case .reply(let reply), .fault(_, let reply): reply.body
    case .failure, .forward, .passThrough: nil
    }
  }
}

extension ProjectDraft {
  /// Returns the text of the project file, which ends with a line break; `nil` if it would exceed the limits of a file.
  func text(_ format: DocumentParser.Format) -> [UInt8]? { SpecWriter(self).text(format) }
}

extension SpecWriter {
  fileprivate func text(_ format: DocumentParser.Format) -> [UInt8]? {
    guard let root = DocumentParser.parseJSON(text.bytes)?.root else { return nil }
    return format == .json ? JSONWriter.write(root).bytes : YAMLWriter.write(root)
  }
}
