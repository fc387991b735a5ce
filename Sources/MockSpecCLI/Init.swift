import ArgumentParser
import MockSpec

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first project: project file, one spec, one body, and the schemas for editors.",
    discussion: """
      Nothing that exists is overwritten.

      Examples:
        mockspec init
        mockspec init Tests/Mocks
      """)

  @Argument(help: "The folder to write to; made if it doesn't exist.", completion: .directory)
  var folder = "specs"

  func run() throws {
    let root = FilePath.absolute(folder, in: FileSystem.workingDirectory)
    let files = FirstProject.files.map { (path: FilePath.join(root, $0.name), text: $0.text) }
    if let existing = files.first(where: { FileSystem.kind($0.path) != nil }) {
      Terminal.error("error: '\(shown(existing.path))' exists already; nothing was written")
      throw ExitStatus.cannotCreate
    }
    for (path, text) in files {
      try makeFolder(FilePath.parent(path))
      try write(text, to: path)
      Terminal.print("wrote \(shown(path))")
    }
    Terminal.print("next: mockspec serve \(folder), then: curl http://127.0.0.1:8080/hello")
  }

  private func makeFolder(_ path: String) throws {
    guard FileSystem.kind(path) == nil else { return }
    try makeFolder(FilePath.parent(path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw failure(path) }
  }

  /// `wx`: fails if someone else has made the file meanwhile.
  private func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "wx") else { throw failure(path) }
    let isWritten = fputs(text, file) >= 0
    if fclose(file) != 0 || !isWritten { throw failure(path) }
  }

  private func failure(_ path: String) -> ExitCode {
    Terminal.error("error: can't write '\(shown(path))': \(String(cString: strerror(errno)))")
    return ExitStatus.cannotCreate
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: FileSystem.workingDirectory) }
}
