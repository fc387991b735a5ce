import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The folder of an input, below which its body files are read.
///
/// The input isn't trusted. Files outside the folder are never read, neither by `..` nor through a link.
struct InputFolder: Sendable {
  /// The absolute path without links.
  let path: String

  static let bodyLimit = 64 << 20
  private static let documentLimit = 10_000

  /// Returns the content of a body file in the folder; `nil` if it can't be read, which is reported.
  ///
  /// - Parameters:
  ///   - name: The path, relative to the folder.
  ///   - part: What the file has.
  ///   - node: Where the source has the path.
  func content(_ name: String, of part: String = "body", at node: Node, _ losses: inout LossList) -> [UInt8]? {
    do throws(Refusal) {
      return try read(name, in: path)
    } catch {
      losses.approximate("the \(part) file '\(node.excerpt)' \(error.reason), so the \(part) is left out", at: node)
      return nil
    }
  }

  struct Refusal: Error {
    /// The rest of a sentence that starts with the file.
    let reason: String
  }

  /// Reads a file below the folder.
  ///
  /// - Parameters:
  ///   - name: The path.
  ///   - parent: The absolute path of the folder to which the path is relative.
  func read(_ name: String, in parent: String) throws(Refusal) -> [UInt8] {
    if name.utf8.contains(0) || name.contains("://") || name.hasPrefix("//") {
      throw Refusal(reason: "isn't the path of a file")
    }
    let file = FilePath.absolute(name, in: parent)
    guard !name.hasPrefix("/"), FilePath.isBeneath(file, path) else { throw .outside }
    do throws(FileError) {
      return try FileSystem.content(of: file, limit: Self.bodyLimit) { FilePath.isBeneath($0, path) }.bytes
    } catch {
      throw error.isRefused ? .outside : Refusal(reason: error.reason)
    }
  }

  /// Returns the name of a file without its extension, and the extension.
  static func parts(ofName path: String) -> (name: String, fileExtension: String) {
    let file = FilePath.name(path)
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    return (String(file[..<dot]), String(file[dot...].dropFirst()))
  }

  /// Returns the paths of the files in the folder whose names end in `.json`, relative to the folder and sorted. Links aren't
  /// followed.
  ///
  /// - Parameters:
  ///   - workingDirectory: The folder to which paths in diagnostics are relative.
  ///   - losses: What isn't read is reported.
  func documents(workingDirectory: String, _ losses: inout LossList) -> [String] {
    var found: [String] = []
    func walk(_ folder: String, _ depth: Int) {
      let absolute = folder.isEmpty ? path : FilePath.join(path, folder)
      let shown = FilePath.shown(absolute, in: workingDirectory)
      guard depth < 16 else {
        return losses.report(
          Diagnostic(.note, "import-note", "the folder is nested too deeply, and isn't read", file: shown))
      }
      var names: [String] = []
      do throws(FileError) {
        names = try FileSystem.names(in: absolute)
      } catch {
        losses.report(Diagnostic(.error, "unreadable", "the folder \(error.reason)", file: shown))
      }
      for name in names {
        if found.count == Self.documentLimit { return }
        let relative = folder.isEmpty ? name : folder + "/" + name
        let absolute = FilePath.join(path, relative)
        guard let entry = FileSystem.find(absolute), !FileSystem.isLink(absolute) else { continue }
        switch entry.kind {
        case .folder: walk(relative, depth + 1)
        case .file where name.lowercased().hasSuffix(".json"): found.append(relative)
        case .file, .other: break
        }
      }
    }
    walk("", 0)
    if found.count == Self.documentLimit {
      losses.report(
        Diagnostic(
          .note, "import-note", "at most \(Self.documentLimit) files of a folder are read",
          file: FilePath.shown(path, in: workingDirectory)))
    }
    return found
  }
}

extension InputFolder {
  fileprivate init(realPathOf path: String) { self.init(path: FileSystem.realPath(path) ?? path) }
}

extension InputFolder.Refusal {
  fileprivate static let outside = InputFolder.Refusal(reason: "is outside the folder of the input")
}

/// A parsed file of another tool.
struct InputFile: Sendable {
  /// The root of the document; an empty list if the file has commands.
  let root: Node
  /// The text of a file with curl commands; `nil` for a document.
  let commands: SourceFile?
  /// The folder of the file, below which the files are that it names.
  let folder: InputFolder
  /// The folder that has `mappings` and `__files`, if the file is one of WireMock's in it; otherwise the same.
  let stubFolder: InputFolder
  /// The name of the folder that has `mappings`, if the file is one of WireMock's in it.
  let title: String?

  /// The format; `nil` if it has none of those that are known.
  var format: ImportFormat? { commands == nil ? ImportFormat(of: root) : .curl }

  /// The name of the file without its folder.
  var name: String { FilePath.name(root.range.file.path) }

  /// The limits of a file. A recording of a browser has tens of megabytes.
  static var limits: DocumentLimits {
    var limits = DocumentLimits()
    limits.bytes = 128 << 20
    limits.nodes = 4_000_000
    return limits
  }

  /// The format of a file: YAML if its extension says so, and JSON otherwise.
  static func format(of path: String) -> DocumentParser.Format {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? .yaml : .json
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - shown: Its path in diagnostics.
  ///   - format: The format; `nil` if it isn't known.
  ///   - losses: The problems of the file are reported.
  /// - Returns: `nil` if the file can't be read or isn't JSON, or YAML if its extension says so.
  init?(_ source: InputSource, shown: String, _ format: ImportFormat? = nil, _ losses: inout LossList) {
    do throws(FileError) {
      let bytes = try FileSystem.read(source.path, limit: Self.limits.bytes)
      let isCommands = format == .curl || format == nil && ShellCommand.isCurl(bytes)
      commands = isCommands ? SourceFile(path: shown, bytes: bytes) : nil
      let parsed = DocumentParser.parse(
        isCommands ? Array("[]".utf8) : bytes, path: shown, format: isCommands ? .json : Self.format(of: source.path),
        limits: Self.limits)
      for problem in parsed.diagnostics { losses.report(problem) }
      guard !parsed.diagnostics.hasErrors, let root = parsed.document?.root else { return nil }
      self.root = root
      folder = InputFolder(realPathOf: FilePath.parent(source.path))
      stubFolder = InputFolder(realPathOf: source.folder)
      title = source.title
    } catch {
      losses.report(Diagnostic(.error, "unreadable", "the file \(error.reason)", file: shown))
      return nil
    }
  }
}
