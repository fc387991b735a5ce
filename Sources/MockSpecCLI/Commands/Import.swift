import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecImport

extension ImportFormat: ExpressibleByArgument {}

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes specs from files of other tools: OpenAPI, WireMock, HAR, Postman, Mockoon.",
    discussion: """
      The format of each file is recognized by the keys at its root. A folder contains stubs of WireMock, with their body \
      files in __files. What can't be imported as the source says it is reported at its location in the source. The specs \
      are checked as by 'mockspec validate --strict', and the calls of the source are tried on them, before anything is \
      written. Existing files are never overwritten. Secrets of recordings are replaced.

      Exit status: 0 if the specs were written, also with reported losses; 1 if a file has errors or a call is answered in \
      another way, 64 if the arguments are invalid, 66 if a path doesn't exist, 73 if a file exists or can't be written.

      Examples:
        mockspec import openapi.yaml --output specs
        mockspec import wiremock --output specs
        mockspec import session.har --output specs --dry-run
        mockspec import --from postman shop.json --output specs
        mockspec import shop.json --output specs --format sarif > losses.sarif
      """)

  @Argument(
    help: ArgumentHelp("Files to import, or folders of WireMock with mappings and __files.", valueName: "file"),
    completion: .file())
  var paths: [String]

  @Option(help: "The format of the files, if it isn't recognized: wiremock, har, postman, mockoon or openapi.")
  var from: ImportFormat?

  @Option(help: "The folder to write to; created if it doesn't exist.", completion: .directory)
  var output: String

  @Flag(help: "List the files that would be written, and write nothing.")
  var dryRun = false

  @Option(help: "The format of the report.")
  var format = Validate.Format.human

  func run() throws {
    let result: SpecImport
    do throws(SpecPathError) {
      result = try SpecImport(paths, format: from)
    } catch {
      throw ExitStatus.report(error)
    }
    format.report(result.diagnostics, summary: result.summary, files: paths)
    if result.diagnostics.hasErrors || result.files.isEmpty {
      Terminal.error("nothing was written")
      throw ExitStatus.problems
    }
    try write(NewFiles(folder: FilePath.absolute(output, in: FileSystem.workingDirectory), files: result.files))
    summarize(result)
    if result.replay.answered < result.replay.calls { throw ExitStatus.problems }
  }

  private func write(_ new: NewFiles) throws {
    let existing = new.existing
    if !existing.isEmpty {
      let names =
        existing.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        + (existing.count > 10 ? " and \(existing.count - 10) more" : "")
      Terminal.error("error: \(names) exist\(existing.count == 1 ? "s" : "") already; nothing was written")
      throw ExitStatus.cannotCreate
    }
    if !dryRun {
      do throws(WriteError) {
        try new.write()
      } catch {
        Terminal.error("error: \(error)")
        throw ExitStatus.cannotCreate
      }
    }
    guard format.isForPeople else { return }
    for file in new.files.map(\.path).sorted() {
      Terminal.print("\(dryRun ? "would write" : "wrote") \(FilePath.join(output, file))")
    }
  }

  /// `12 requests exact, 2 approximated, 1 refused; 14 of 14 calls are answered as the source says`
  private func summarize(_ result: SpecImport) {
    let counts = result.counts
    var parts = ["\(counts.exact) exact", "\(counts.approximated) approximated", "\(counts.refused) refused"]
    if counts.skipped > 0 { parts.append("\(counts.skipped) left out") }
    let replay = result.replay
    Terminal.error(
      parts.joined(separator: ", ") + "; \(replay.answered) of \(replay.calls) calls are answered as the source says")
  }
}
