import MockSpec
import MockSpecDiagnostics
import MockSpecGeneration

/// One run of the tool.
struct SpecBuild {
  let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Checks the specs, prints the diagnostics, and writes the files if there is no error.
  ///
  /// - Returns: The exit status: 0 if all is written, 1 if the specs have errors, 66 if there are none, 73 if a file can't
  ///   be written.
  func run() -> Int32 {
    let loader = SpecLoader(.paths([arguments.specs]), workingDirectory: arguments.base, isLinting: true)
    let project: LoadedProject
    do throws(SpecPathError) {
      project = try loader.loadSettled(number: 1)
    } catch {
      return fail("\(arguments.specs): error: \(error)", 66)
    }
    show(project.diagnostics + unnoticed(project))
    if project.sets == nil { return 1 }
    do throws(WriteError) {
      if let path = arguments.names, let names = SwiftNames(of: project) {
        show(names.diagnostics)
        _ = try names.write(to: path)
      }
      if let path = arguments.compiled {
        let (document, diagnostics) = CompiledProject.compile(project, workingDirectory: arguments.base)
        show(diagnostics)
        guard let document else { return 1 }
        _ = try FileSystem.update(path, with: document)
      }
    } catch {
      return fail("error: \(error)", 73)
    }
    return 0
  }

  /// Returns warnings about the files outside the folder, which aren't inputs of the build. The plugin declares those
  /// inside it.
  func unnoticed(_ project: LoadedProject) -> [Diagnostic] {
    // The plugin also declares the project file as an input.
    let files = project.contents.keys.filter { $0 != project.projectFile }.sorted()
    let folder = FileSystem.realPath(arguments.specs) ?? arguments.specs
    return files.filter { file in
      !FilePath.isBeneath(FileSystem.realPath(FilePath.parent(file)) ?? file, folder)
    }.map { file in
      Diagnostic(
        .warning, "outside-root",
        "the file is outside '\(shown(arguments.specs))', so a build doesn't notice its changes",
        file: shown(file), help: "move it into this folder")
    }
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: arguments.base) }

  private func show(_ diagnostics: [Diagnostic]) {
    let log = BuildLog(base: arguments.base)
    for line in diagnostics.flatMap(log.render) { Tool.error(line) }
  }

  private func fail(_ message: String, _ status: Int32) -> Int32 {
    Tool.error(message)
    return status
  }
}
