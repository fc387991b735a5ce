import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The targets of `$ref`: in the imported file, and in other files below its folder.
struct OpenAPIReferences {
  private let folder: InputFolder
  /// The folder of the imported file, as diagnostics show it, with a slash at its end.
  private let shown: String
  /// The files that were read, by absolute path; `nil` for those that can't be used.
  private var documents: [String: Document?] = [:]
  private var paths: [ObjectIdentifier: String] = [:]
  private var targets: [Reference: Node?] = [:]

  /// The contents of files that aren't documents, by absolute path.
  private var contents: [String: [UInt8]] = [:]
  /// How many bytes the other files may still have.
  private var bytesLeft = InputFile.limits.bytes

  private static let fileLimit = 1000
  /// The maximum number of references that lead from one to the next.
  private static let hopLimit = 1000

  private struct Reference: Hashable {
    var document: ObjectIdentifier
    var text: String
  }

  init(_ file: InputFile) {
    folder = file.folder
    shown = String(file.root.range.file.path.dropLast(file.name.count))
    let path = FilePath.join(file.folder.path, file.name)
    documents[path] = file.root.document
    paths[ObjectIdentifier(file.root.document)] = path
  }

  /// Follows the references of a node.
  ///
  /// - Returns: The first node without `$ref`; `nil` if a reference leads nowhere, which is reported once for each text.
  mutating func resolve(_ node: Node, _ losses: inout LossList) -> Node? {
    var node = node
    for _ in 0..<Self.hopLimit {
      guard let reference = node.value("$ref"), let text = reference.string else {
        if node.kind != .mapping { losses.approximate("an object is expected here, and this is left out", at: node) }
        return node.kind == .mapping ? node : nil
      }
      guard let target = target(of: text, at: reference, &losses) else { return nil }
      node = target
    }
    losses.approximate("the reference '\(node.value("$ref")?.excerpt ?? "")' leads back to itself", at: node)
    return nil
  }

  /// Returns the node that a reference names; `nil` if there is none, which is reported once for each text.
  mutating func target(of text: String, at node: Node, _ losses: inout LossList) -> Node? {
    let key = Reference(document: ObjectIdentifier(node.document), text: text)
    if let known = targets[key] {
      if known == nil { losses.lose() }
      return known
    }
    var found: Node?
    do throws(InputFolder.Refusal) {
      found = try find(text, from: node.document)
    } catch {
      losses.approximate("the reference '\(Excerpt.of(text))' \(error.reason), so its target is left out", at: node)
    }
    targets[key] = .some(found)
    return found
  }

  /// Returns the content of a file that is named in a document.
  mutating func content(_ name: String, from document: Document) throws(InputFolder.Refusal) -> [UInt8] {
    let path = path(of: name, from: document)
    if let known = contents[path] { return known }
    let bytes = try read(name, from: document)
    contents[path] = bytes
    return bytes
  }

  private func path(of name: String, from document: Document) -> String {
    FilePath.absolute(name, in: parent(of: document))
  }

  private func parent(of document: Document) -> String {
    FilePath.parent(paths[ObjectIdentifier(document)] ?? folder.path + "/")
  }

  private mutating func read(_ name: String, from document: Document) throws(InputFolder.Refusal) -> [UInt8] {
    let tooMuch = InputFolder.Refusal(reason: "is one of too many or too large files")
    guard contents.count + documents.count < Self.fileLimit, bytesLeft >= 0 else { throw tooMuch }
    let bytes = try folder.read(name, in: parent(of: document))
    bytesLeft -= bytes.count
    guard bytesLeft >= 0 else { throw tooMuch }
    return bytes
  }

  private mutating func find(_ text: String, from document: Document) throws(InputFolder.Refusal) -> Node {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let name = PercentText.decode(parts[0])
    let document = name.isEmpty ? document : try self.document(name, from: document)
    let fragment = parts.count > 1 ? PercentText.decode(parts[1]) : ""
    guard let target = JSONPointer(fragment)?.target(in: document.root) else {
      throw InputFolder.Refusal(reason: "doesn't exist")
    }
    return target
  }

  private mutating func document(_ name: String, from document: Document) throws(InputFolder.Refusal) -> Document {
    if name.contains("://") || name.hasPrefix("//") {
      throw InputFolder.Refusal(reason: "isn't in a file, and nothing is fetched")
    }
    let path = path(of: name, from: document)
    if documents[path] == nil {
      let bytes = try read(name, from: document)
      let parsed = DocumentParser.parse(
        bytes, path: shown + FilePath.shown(path, in: folder.path), format: InputFile.format(of: path),
        limits: InputFile.limits)
      let usable = parsed.diagnostics.hasErrors ? nil : parsed.document
      documents[path] = .some(usable)
      if let usable { paths[ObjectIdentifier(usable)] = path }
    }
    guard let found = documents[path] ?? nil else {
      throw InputFolder.Refusal(reason: "is in a file that can't be parsed")
    }
    return found
  }
}
