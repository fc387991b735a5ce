import ArgumentParser
import MockSpec
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
    abstract: "Writes the same project in the other format.",
    discussion: """
      For platforms that can't read YAML, such as iOS: convert into a folder that is copied into the app, in a build \
      phase or with --watch. Only comments are lost. Body files are copied, so the output folder is a whole project. It \
      holds what the paths hold: what was written before and has no source any more is removed, and no other file is \
      touched. \
      A project with errors isn't converted.

      Examples:
        mockspec convert specs --to json --output App/Mocks
        mockspec convert specs --to json --output App/Mocks --watch
        mockspec convert login.mock.json --to yaml > login.mock.yaml
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "json or yaml.")
  var to: Format

  @Option(
    help: "The folder to write to; made if it doesn't exist. A single file goes to the standard output without it.")
  var output: String?

  @Flag(help: "Convert again whenever something changes, until SIGINT (control-C) or SIGTERM.")
  var watch = false

  func validate() throws {
    guard output == nil else { return }
    if watch { throw ValidationError("--watch needs a folder to write to: --output FOLDER") }
    if singleFile == nil {
      throw ValidationError("several files need a folder to be written to: --output FOLDER")
    }
  }

  func run() async throws {
    let project = try specs.load()
    let conversion = ProjectConversion(project, to: to.document)
    guard Self.isWhole(project, conversion) else { throw ExitStatus.problems }
    guard let output else { return printSingleFile(of: conversion) }

    let folder = OutputFolder(path: FilePath.absolute(output, in: FileSystem.workingDirectory))
    if project.reaches(folder.path) {
      throw ValidationError(
        "'\(output)' lies in the project, so its files would be loaded with those that they come from; choose a folder "
          + "outside, or one whose name begins with a dot")
    }
    guard write(conversion, of: project, to: folder) else { throw ExitStatus.cannotCreate }
    if watch { try await follow(project, into: folder) }
  }

  // MARK: - One file

  /// Absolute; `nil` unless exactly one path is named, and it is a file.
  private var singleFile: String? {
    guard specs.paths.count == 1 else { return nil }
    let path = FilePath.absolute(specs.paths[0], in: FileSystem.workingDirectory)
    // What doesn't exist is reported when it is loaded.
    return FileSystem.find(path)?.kind == .folder ? nil : path
  }

  private func printSingleFile(of conversion: ProjectConversion) {
    guard let file = conversion.files.first(where: { $0.source == singleFile }) else { return }
    Terminal.print(String(decoding: file.bytes.dropLast(), as: UTF8.self))
  }

  // MARK: - A folder

  /// Shows what is wrong. A project without specs isn't whole either: most likely its files are elsewhere just now.
  private static func isWhole(_ project: LoadedProject, _ conversion: ProjectConversion) -> Bool {
    let diagnostics = project.diagnostics + (project.sets == nil ? [] : conversion.diagnostics)
    Terminal.show(diagnostics)
    return project.sets != nil && conversion.diagnostics.isEmpty && !project.specs.isEmpty
  }

  /// - Returns: Whether all was written; if not, says why.
  private func write(_ conversion: ProjectConversion, of project: LoadedProject, to folder: OutputFolder) -> Bool {
    do throws(WriteError) {
      let changes = try folder.replace(with: conversion.files)
      Terminal.print(
        "converted to \(output ?? "") (\(project.summary)): \(changes.written) written, \(changes.removed) removed")
      return true
    } catch {
      Terminal.error("error: \(error)")
      return false
    }
  }

  private func follow(_ first: LoadedProject, into folder: OutputFolder) async throws {
    let watch = ProjectWatch(try specs.loader.pinned(), after: first) { change in
      switch change {
      case .failure(let error):
        Terminal.error("not converted: \(error); the last good version stays")
      case .success(let project):
        let conversion = ProjectConversion(project, to: to.document)
        if Self.isWhole(project, conversion) {
          _ = write(conversion, of: project, to: folder)
        } else {
          Terminal.error("not converted: the last good version stays")
        }
      }
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: WatchService(watch: watch))], gracefulShutdownSignals: [.sigint, .sigterm],
        logger: .silent))
    try await group.run()
  }
}

/// The watch under swift-service-lifecycle, which turns signals into a graceful end.
private struct WatchService: Service {
  let watch: ProjectWatch

  func run() async throws {
    try? await gracefulShutdown()
    watch.stop()
  }
}
