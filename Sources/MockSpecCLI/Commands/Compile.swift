import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compiles a project to one JSON file, for apps.",
    discussion: """
      The file contains the specs as JSON and all files that they name. An app reads it from its resources on every \
      platform, also where YAML can't be read, such as on iOS: MockInterceptor(specs: .compiled(in: .main)). In a Swift \
      package, the plugin MockSpecPlugin writes it. A project with errors isn't compiled.

      Examples:
        mockspec compile specs --output App/\(CompiledProject.fileName)
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: ArgumentHelp("The file to write, in a folder that exists.", valueName: "file"))
  var output: String

  func run() throws {
    let project = try specs.load(isSettled: true)
    let (document, diagnostics) = project.sets == nil ? (nil, []) : CompiledProject.compile(project)
    Terminal.show(project.diagnostics + diagnostics)
    guard let document, !project.specs.isEmpty else { throw ExitStatus.problems }
    do throws(WriteError) {
      let isChanged = try FileSystem.update(FilePath.absolute(output, in: FileSystem.workingDirectory), with: document)
      Terminal.print("compiled to \(output) (\(project.summary))\(isChanged ? "" : ": unchanged")")
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.cannotCreate
    }
  }
}
