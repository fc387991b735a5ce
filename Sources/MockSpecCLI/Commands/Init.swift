import ArgumentParser
import MockSpec

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Creates a first project: a project file, a spec, a body file and the schemas for editors.",
    discussion: """
      Existing files are never overwritten.

      Examples:
        mockspec init
        mockspec init Tests/Mocks
      """)

  @Argument(help: "The folder to write to; created if it doesn't exist.", completion: .directory)
  var folder = "specs"

  func run() throws {
    let root = FilePath.absolute(folder, in: FileSystem.workingDirectory)
    let files = FirstProject.files.map { (path: FilePath.join(root, $0.name), text: $0.text) }
    if let existing = files.first(where: { FileSystem.find($0.path) != nil }) {
      Terminal.error("error: '\(shown(existing.path))' exists already; nothing was written")
      throw ExitStatus.cannotCreate
    }
    do throws(WriteError) {
      for (path, text) in files {
        try FileSystem.makeFolder(FilePath.parent(path))
        try FileSystem.create(path, Array(text.utf8))
        Terminal.print("wrote \(shown(path))")
      }
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.cannotCreate
    }
    Terminal.print("next: mockspec serve \(folder.shellWord), then: curl http://127.0.0.1:8080/hello")
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: FileSystem.workingDirectory) }
}
