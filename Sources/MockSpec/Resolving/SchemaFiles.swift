import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import Synchronization

/// The JSON Schema files of one load, each compiled once, and those that refer to them. It can be used on any thread.
final class SchemaFiles: Sendable {
  struct Compiled: Sendable {
    /// `nil` for a schema with errors.
    var schema: BodySchema?
    /// The errors in the syntax of the schema, and of those that it refers to.
    var problems: [Diagnostic] = []
    /// The error in the schema.
    var error: SchemaError?
    /// The absolute paths of the files to which the schema refers.
    var read: Set<String> = []
  }

  /// The maximum number of files to which one schema refers.
  private static let maxFiles = 256

  /// The compiled schemas, by absolute path.
  private let known = OnceByKey<String, Compiled>()
  /// The parsed files, by absolute path.
  private let parsed = OnceByKey<String, ParsedDocument>()

  /// Compiles the schema in a file.
  ///
  /// - Parameter files: The files to which it can refer.
  func schema(_ file: ProjectFile, _ files: ProjectFiles) -> Compiled {
    known.value(for: file.absolutePath) {
      let parsed = parse(file.content, at: file.absolutePath, files)
      var compiled = Compiled(problems: parsed.diagnostics)
      if let document = parsed.document, !parsed.diagnostics.hasErrors {
        compile(document, at: file.absolutePath, files, &compiled)
      }
      return compiled
    }
  }

  /// Compiles a schema in a spec.
  ///
  /// - Parameters:
  ///   - folder: The folder that the paths in references are relative to; absolute.
  ///   - files: The files to which it can refer.
  func schema(_ node: Node, in folder: String, _ files: ProjectFiles) -> Compiled {
    var compiled = Compiled()
    compile(Document(node), at: FilePath.join(folder, ""), files, &compiled)
    return compiled
  }

  private func parse(_ content: [UInt8], at path: String, _ files: ProjectFiles) -> ParsedDocument {
    parsed.value(for: path) {
      DocumentParser.parse(content, path: files.shown(path), format: .init(path: path))
    }
  }

  private func compile(_ document: Document, at path: String, _ files: ProjectFiles, _ compiled: inout Compiled) {
    let references = References()
    let registry = SchemaRegistry { [self] uri throws(SchemaRegistry.Refusal) in
      guard let other = Self.path(of: uri) else { return nil }
      let count = references.state.withLock { state in
        state.read.insert(other)
        return state.read.count
      }
      guard count <= Self.maxFiles else {
        throw SchemaRegistry.Refusal("is one of more than \(Self.maxFiles) files of one schema", help: nil)
      }
      let found = try self.document(at: other, files, references)
      references.state.withLock { $0.roots.append(found.root) }
      return found
    }
    do throws(SchemaError) {
      let schema = try Schema(document, at: Self.uri(of: path), registry: registry)
      compiled.schema = BodySchema(schema: schema, root: document.root, others: references.state.withLock(\.roots))
    } catch {
      compiled.error = error
    }
    let found = references.state.withLock(\.self)
    compiled.read = found.read
    compiled.problems += found.problems
  }

  /// What one schema refers to.
  private final class References: Sendable {
    struct State {
      var read: Set<String> = []
      var roots: [Node] = []
      var problems: [Diagnostic] = []
    }

    let state = Mutex(State())
  }

  /// Returns the document at a path to which a schema refers.
  private func document(
    at path: String, _ files: ProjectFiles, _ references: References
  ) throws(SchemaRegistry.Refusal) -> Document {
    let content: [UInt8]
    do throws(ProjectFiles.Refusal) {
      content = try files.input(path).content.get()
    } catch {
      let help = error.near?.help(instead: FilePath.name(path)) ?? error.help
      throw SchemaRegistry.Refusal(error.reason, help: help)
    }
    let parsed = parse(content, at: path, files)
    guard let document = parsed.document, !parsed.diagnostics.hasErrors else {
      references.state.withLock { $0.problems += parsed.diagnostics }
      throw SchemaRegistry.Refusal("isn't valid", help: nil)
    }
    return document
  }

  // MARK: - URIs of files

  private static let scheme = "file://"

  private static func uri(of path: String) -> String {
    scheme + PercentText.encode(path.utf8, keeping: "/-._~!$&'()*+,;=:@")
  }

  /// Returns the absolute path of a file's URI; `nil` for another URI.
  private static func path(of uri: String) -> String? {
    guard uri.hasPrefix(scheme + "/") else { return nil }
    return FilePath.absolute(PercentText.decode(uri.dropFirst(scheme.count)), in: "/")
  }
}
