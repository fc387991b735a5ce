import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecWatcher
import ServiceLifecycle
import UnixSignals

struct Convert: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, yaml

    var document: DocumentParser.Format { self == .json ? .json : .yaml }
  }

  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts a project between YAML and JSON.",
    discussion: """
      For platforms that can't read YAML, such as iOS: convert into a folder that is copied into the app, in a build \
      phase or with --watch. Only comments are lost. Body files are copied, so the output folder is a complete project. \
      Files of an earlier conversion whose source no longer exists are removed; other files in the folder are never \
      changed. A project with errors isn't converted.

      Examples:
        mockspec convert specs --to json --output App/Mocks
        mockspec convert specs --to json --output App/Mocks --watch
        mockspec convert login.mock.json --to yaml > login.mock.yaml
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The format to write: json or yaml.")
  var to: Format

  @Option(
    help:
      "The folder to write to; created if it doesn't exist. Without it, a single file is written to standard output.")
  var output: String?

  @Flag(help: "Convert again on each change, until SIGINT (control-C) or SIGTERM.")
  var watch = false

  @OptionGroup var polling: PollingOption

  func validate() throws {
    try polling.require(isWatching: watch)
    guard output == nil else { return }
    if watch { throw ValidationError("--watch requires an output folder: --output FOLDER") }
    if singleFile == nil {
      throw ValidationError("several files require an output folder: --output FOLDER")
    }
  }

  func run() async throws {
    let project = try specs.load(isSettled: true)
    let conversion = ProjectConversion(project, to: to.document)
    Terminal.show(Self.diagnostics(of: project, conversion))
    guard Self.isWhole(project, conversion) else { throw ExitStatus.problems }
    guard let output else { return printSingleFile(of: conversion) }

    let folder = OutputFolder(path: FilePath.absolute(output, in: FileSystem.workingDirectory))
    if project.reaches(folder.path) {
      throw ValidationError(
        "output folder '\(output)' is inside the project, so its files would be loaded, too; choose a folder outside, or "
          + "one whose name begins with a dot")
    }
    do throws(WriteError) {
      Terminal.print(try write(conversion, of: project, to: folder))
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.cannotCreate
    }
    if watch { try await follow(project, into: folder) }
  }

  // MARK: - One file

  /// The absolute path, if the only argument is a file; `nil` for a folder or several paths.
  private var singleFile: String? {
    guard specs.paths.count == 1 else { return nil }
    let path = FilePath.absolute(specs.paths[0], in: FileSystem.workingDirectory)
    // A missing path is reported at load time.
    return FileSystem.find(path)?.kind == .folder ? nil : path
  }

  private func printSingleFile(of conversion: ProjectConversion) {
    guard let file = conversion.files.first(where: { $0.source == singleFile }) else { return }
    Terminal.print(String(decoding: file.bytes.dropLast(), as: UTF8.self))
  }

  // MARK: - A folder

  private static func diagnostics(of project: LoadedProject, _ conversion: ProjectConversion) -> [Diagnostic] {
    project.allDiagnostics + (project.isServedWhole ? conversion.diagnostics : [])
  }

  /// Whether the project can be converted. A project without specs isn't, since most likely its files are being moved.
  private static func isWhole(_ project: LoadedProject, _ conversion: ProjectConversion) -> Bool {
    project.isServedWhole && conversion.diagnostics.isEmpty && !project.specs.isEmpty
  }

  /// - Returns: One line about what was written.
  private func write(
    _ conversion: ProjectConversion, of project: LoadedProject, to folder: OutputFolder
  ) throws(WriteError) -> String {
    let changes = try folder.replace(with: conversion.files)
    return "converted to \(output ?? "") (\(project.summary)): \(changes.written) written, \(changes.removed) removed"
  }

  private func follow(_ first: LoadedProject, into folder: OutputFolder) async throws {
    let terminal = LiveTerminal()
    defer { terminal.flush() }
    let loader = try specs.loader.pinned()
    let watch = ProjectWatch(loader, after: first, polling: polling.interval)
    let service = WatchService(watch: watch) {
      watch.subscribe(after: first) { change in
        switch change {
        case .waiting(let files):
          terminal.error("not converted yet: \(files.joined(separator: ", ")) is being written")
        case .notice(let notice): terminal.note(notice)
        case .unavailable(let error):
          terminal.error("not converted: \(error); the last valid version stays")
        case .loaded(let loaded, _):
          let project = loader.linted(loaded)
          let conversion = ProjectConversion(project, to: to.document)
          terminal.show(Self.diagnostics(of: project, conversion))
          guard Self.isWhole(project, conversion) else {
            return terminal.error("not converted: the last valid version stays")
          }
          do throws(WriteError) {
            terminal.print(try write(conversion, of: project, to: folder))
          } catch {
            terminal.error("error: \(error)")
          }
        }
      }
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: service)], gracefulShutdownSignals: [.sigint, .sigterm],
        logger: .silent))
    try await group.run()
  }
}

/// Runs the watch until swift-service-lifecycle receives a signal.
private struct WatchService: Service {
  let watch: ProjectWatch
  /// Called once signals are handled.
  let onStart: @Sendable () -> Void

  func run() async throws {
    onStart()
    try? await gracefulShutdown()
    watch.stop()
  }
}
