import ArgumentParser
import MockSpec
import MockSpecGeneration

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates source code from a project.",
    subcommands: [GenerateSwift.self])
}

struct GenerateSwift: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Writes the names of a project as Swift code, so that the compiler checks them.",
    discussion: """
      Each request, response and scene becomes a member: 'try mocks.select(.login(.offline))' no longer compiles when \
      the response 'Offline' of 'Login' is renamed. The file is written only if it changes. Nothing is written for a \
      project with errors.

      Exit status: 0 if the file is up to date, 1 if the project has errors or, with --check, if the file isn't up to \
      date.

      Examples:
        mockspec generate swift specs --output Tests/AppTests/MockNames.swift
        mockspec generate swift specs --output Tests/AppTests/MockNames.swift --check
        mockspec generate swift specs --access public > MockNames.swift
      """)

  @OptionGroup var specs: SpecPaths

  @Option(
    help:
      "The file to write; its folder is created if it doesn't exist. Without it, the code is written to standard output.",
    completion: .file(extensions: ["swift"]))
  var output: String?

  @Option(help: "The access level of the members: internal, package or public.")
  var access = SwiftNames.Access.internal

  @Flag(help: "Write nothing, and fail if the file isn't up to date. For CI.")
  var check = false

  func validate() throws {
    if check, output == nil { throw ValidationError("--check requires the file to check: --output FILE") }
  }

  func run() throws {
    let project = try specs.check(isLinting: false)
    let names = SwiftNames(of: project, access: access)
    Terminal.show(project.diagnostics + (names?.diagnostics ?? []))
    // A project without specs has no names: most likely its files are being moved.
    let status = names.flatMap { project.specs.isEmpty ? nil : write($0, project.summary) } ?? ExitStatus.problems
    // Exits before the project is deallocated, since that takes long for a large one.
    withExtendedLifetime(project) { Self.exit(withError: status) }
  }

  /// - Returns: The exit status.
  private func write(_ names: SwiftNames, _ summary: ProjectSummary) -> ExitCode {
    guard let output else {
      Terminal.print(String(names.text.dropLast()))
      return .success
    }
    let path = FilePath.absolute(output, in: FileSystem.workingDirectory)
    if check {
      if names.isCurrent(at: path) { return .success }
      Terminal.error("error: '\(output)' isn't up to date; run 'mockspec generate swift' again")
      return ExitStatus.problems
    }
    do throws(WriteError) {
      let isWritten = try names.write(to: path)
      Terminal.print("\(isWritten ? "generated" : "unchanged:") \(output) (\(summary))")
      return .success
    } catch {
      Terminal.error("error: \(error)")
      return ExitStatus.cannotCreate
    }
  }
}

extension SwiftNames.Access: ExpressibleByArgument {}
