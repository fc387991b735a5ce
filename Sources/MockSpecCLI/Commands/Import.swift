import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecImport

extension ImportFormat: ExpressibleByArgument {}

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes specs from files of other tools, such as OpenAPI, WireMock and HAR, and from curl commands.",
    discussion: """
      The format of each file is recognized by the keys at its root. A folder contains stubs of WireMock, with their body \
      files in __files. What can't be imported as the source says it is reported at its location in the source. The specs \
      are checked as by 'mockspec validate --strict', and the calls of the source are tried on them, before anything is \
      written. Secrets of recordings are replaced.

      Importing again updates the files that haven't been changed since, and removes those that the source doesn't have any \
      more. Files that were changed or made by hand are kept. A list, .mockspec-import in the folder, tells them apart.

      Exit status: 0 if the specs were written, also with reported losses; 1 if a file has errors or a call is answered in \
      another way, 64 if the arguments are invalid, 66 if a path doesn't exist, 73 if a file that wasn't imported is in the \
      way or can't be written.

      Examples:
        mockspec import openapi.yaml --output specs
        mockspec import wiremock --output specs
        mockspec import session.har --output specs --dry-run
        mockspec import openapi.yaml --output specs --diff
        mockspec import --from json-server db.json --output specs
        mockspec import shop.json --output specs --format sarif > losses.sarif
      """)

  @Argument(
    help: ArgumentHelp("Files to import, or folders of WireMock with mappings and __files.", valueName: "file"),
    completion: .file())
  var paths: [String]

  @Option(
    help: """
      The format of the files, if it isn't recognized: wiremock, har, postman, mockoon, openapi, hoverfly, killgrave, \
      curl or json-server.
      """)
  var from: ImportFormat?

  @Option(help: "The folder to write to; created if it doesn't exist.", completion: .directory)
  var output: String

  @Flag(help: "List what would happen to each file, and write nothing.")
  var dryRun = false

  @Flag(help: "Print what would change in the folder as a diff, and write nothing.")
  var diff = false

  @Option(help: "The format of the report.")
  var format = Validate.Format.human

  func validate() throws {
    if diff, !format.isForPeople {
      throw ValidationError("--diff can only be used with human and concise, which leave standard output to the diff")
    }
  }

  func run() throws {
    let result = try readSources()
    format.report(result.diagnostics, summary: result.summary, files: paths)
    if result.diagnostics.hasErrors || result.files.isEmpty {
      Terminal.error("nothing was written")
      throw ExitStatus.problems
    }
    try write(result.files)
    summarize(result)
    if result.replay.answered < result.replay.calls { throw ExitStatus.problems }
  }

  private func readSources() throws -> SpecImport {
    let start = ContinuousClock.now
    var line = ProgressLine(elapsed: { ContinuousClock.now - start }, write: Terminal.rewrite)
    let isShown = Terminal.rewritesErrors
    defer { line.erase() }
    do throws(SpecPathError) {
      return try SpecImport(paths, format: from) { step in if isShown { line.show(step) } }
    } catch {
      throw ExitStatus.report(error)
    }
  }

  private func write(_ files: [DraftFile]) throws {
    let workingDirectory = FileSystem.workingDirectory
    do throws(WriteError) {
      let plan = try ImportedFolder(
        FilePath.absolute(output, in: workingDirectory), files,
        from: paths.map { FilePath.absolute($0, in: workingDirectory) })
      guard plan.foreign.isEmpty else { throw Self.inTheWay(plan.foreign) }
      if !dryRun, !diff { try plan.write() }
      report(plan)
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.cannotCreate
    }
  }

  private static func inTheWay(_ files: [String]) -> WriteError {
    let names =
      files.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
      + (files.count > 10 ? " and \(files.count - 10) more" : "")
    return WriteError("\(names) exist\(files.count == 1 ? "s" : "") already; nothing was written")
  }

  private func report(_ plan: ImportedFolder) {
    if diff, case let text = plan.diff(shownIn: output), !text.isEmpty { Terminal.print(text) }
    guard format.isForPeople else { return }
    let isPlan = dryRun || diff
    var kept = 0
    for step in plan.steps {
      let path = FilePath.join(output, step.path)
      let line: String?
      switch step.change {
      case .new: line = "\(isPlan ? "would write" : "wrote") \(path)"
      case .changed: line = "\(isPlan ? "would update" : "updated") \(path)"
      case .gone: line = "\(isPlan ? "would remove" : "removed") \(path)"
      case .kept: line = "kept \(path), which was changed by hand"
      case .keptOutdated:
        kept += 1
        line = "kept \(path), which was changed by hand; the source has changed, too"
      case .keptGone: line = "kept \(path), which was changed by hand; the source doesn't have it any more"
      case .same: line = nil
      }
      if let line, !diff { Terminal.print(line) }
    }
    if kept > 0, !diff {
      Terminal.error("note: --diff shows what the source has; remove a file to import it as it is in the source")
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
