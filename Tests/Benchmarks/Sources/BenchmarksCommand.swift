import ArgumentParser
import Foundation
import TestSupport

/// Prints figures of MockSpec next to those of other programs, measured alternately in the same run.
@main
struct BenchmarksCommand: AsyncParsableCommand {
  enum FigureName: String, CaseIterable, ExpressibleByArgument {
    case documents, validate, index, match, sessions, explain, intercept, serve, control, start, reload
  }

  static let configuration = CommandConfiguration(
    commandName: "Tests/Benchmarks/run", abstract: "Prints all figures, or only the named ones.")

  @Argument(help: "\(FigureName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var figures: [FigureName] = FigureName.allCases

  @Flag(
    help: "Measures sessions, control and reload with few rounds, and reload with 30 files only, to test the benchmark."
  )
  var short = false

  @Option(help: ArgumentHelp("The release build of mockspec.", visibility: .hidden))
  var mockspec: String

  @Option(help: ArgumentHelp("The JSON Schema of spec files.", visibility: .hidden))
  var schema: String

  @Option(help: ArgumentHelp("The program that measures modules that aren't products.", visibility: .hidden))
  var internals: String

  @Option(help: ArgumentHelp("A program that imports what mockspec imports and does nothing.", visibility: .hidden))
  var hello: String

  @Option(help: ArgumentHelp("An empty folder for generated files.", visibility: .hidden))
  var scratch: String

  func run() async throws {
    let paths = Paths(mockspec: mockspec, internals: internals, hello: hello, schema: schema, scratch: scratch)
    print("median (min–max); load average at the start: \(LoadAverage.text)\n")
    for name in figures {
      print(try await text(name, paths))
      // Otherwise a pipe gets all figures at the end.
      fflush(nil)
    }
    print("load average at the end: \(LoadAverage.text)")
  }

  private func text(_ name: FigureName, _ paths: Paths) async throws -> String {
    switch name {
    case .documents, .index:
      try ChildProcess.output(
        of: paths.internals, [name.rawValue, paths.scratch, paths.schema], scratch: paths.scratch("tables"))
    case .validate: try ValidateFigure(paths: paths).table().text
    case .match: try MatchFigure(paths: paths).text()
    case .sessions: try SessionFigure(paths: paths, isShort: short).text()
    case .explain: try ExplainFigure(paths: paths).table().text
    case .intercept: try await InterceptFigure().text()
    case .serve: try ServeFigure(paths: paths).table().text
    case .control: try ControlFigure(paths: paths, isShort: short).text()
    case .start: try StartFigure(paths: paths).table().text
    case .reload: try ReloadFigure(paths: paths, isShort: short).text()
    }
  }
}

/// The files and programs that figures use.
struct Paths {
  let mockspec: String
  let internals: String
  let hello: String
  let schema: String
  let scratch: String

  func scratch(_ name: String) -> String { scratch + "/" + name }
}

enum LoadAverage {
  /// The load average of the last minute.
  static var text: String {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0].formatted(decimals: 2) : "unknown"
  }
}
