package import MockSpecDiagnostics

extension CompiledProject {
  /// Compiles a project to a document. Equal projects have equal documents.
  ///
  /// - Parameters:
  ///   - project: A project without errors.
  ///   - workingDirectory: The folder to which the paths of the original files are relative in messages.
  /// - Returns: The document; `nil` with errors if the project can't be compiled.
  package static func compile(
    _ project: LoadedProject, workingDirectory: String = FileSystem.workingDirectory
  ) -> (document: [UInt8]?, diagnostics: [Diagnostic]) {
    let conversion = ProjectConversion(compiling: project, workingDirectory: workingDirectory)
    if conversion.diagnostics.hasErrors { return (nil, conversion.diagnostics) }
    var sources: [String: File] = [:]
    for file in conversion.files {
      let source = FilePath.shown(file.source, in: workingDirectory)
      sources[file.source] = File(path: file.path, source: source, bytes: file.bytes)
    }
    let main = project.projectFile.flatMap { sources.removeValue(forKey: $0) }
    let specs = project.specs.compactMap { sources[$0] }
    for spec in project.specs { sources[spec] = nil }
    // Only messages about specs and the project file contain the original's path.
    let others = conversion.files.compactMap { sources[$0.source] }.map { file in
      File(path: file.path, source: file.path, bytes: file.bytes)
    }
    let document = CompiledProject(project: main, specs: specs, files: others, isWhole: project.isWhole).json
    guard document.count <= sizeLimit else {
      return (nil, [tooLarge(FilePath.shown(project.root, in: workingDirectory))])
    }
    return (document, [])
  }

  private static func tooLarge(_ root: String) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "the compiled specs would be larger than \(sizeLimit >> 20) MiB", file: root,
      help: "use smaller body files")
  }

  /// The document.
  var json: [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member(Self.versionKey, Self.version)
      text.member("isWhole", isWhole)
      if let project {
        text.raw(",\n\"project\":")
        Self.write(project, to: &text)
      }
      for (key, files) in [("specs", specs), ("files", files)] {
        text.raw(",\n\"\(key)\":[")
        for file in files {
          text.separate()
          text.raw("\n")
          Self.write(file, to: &text)
        }
        text.raw("]")
      }
    }
    text.raw("\n")
    return text.bytes
  }

  private static func write(_ file: File, to text: inout JSONText) {
    text.object { text in
      text.member("path", file.path)
      if file.source != file.path { text.member("source", file.source) }
      if let content = String(validating: file.bytes, as: UTF8.self) {
        text.member("text", content)
      } else {
        text.member("base64", Base64.encode(file.bytes))
      }
    }
  }
}
