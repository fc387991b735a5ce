import ArgumentParser
import Foundation
import TestSupport

/// Prints figures of MockSpec next to those of other programs, measured alternately in the same run.
@main
struct BenchmarksCommand: AsyncParsableCommand {
  enum FigureName: String, CaseIterable, ExpressibleByArgument {
    case documents, validate, generate, index, match, sessions, state, explain, intercept, client, connect, trait
    case serve, http2, control, start, link, reload
  }

  static let configuration = CommandConfiguration(
    commandName: "Tests/Benchmarks/run", abstract: "Prints all figures, or only the named ones.")

  @Argument(help: "\(FigureName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var figures: [FigureName] = FigureName.allCases

  @Flag(
    help:
      "Measures generate, sessions, state, client, connect, trait, control and reload with few rounds or inputs, to test the benchmark."
  )
  var short = false

  @Option(help: ArgumentHelp("The release build of mockspec.", visibility: .hidden))
  var mockspec: String

  @Option(help: ArgumentHelp("The JSON Schema of spec files.", visibility: .hidden))
  var schema: String

  @Option(help: ArgumentHelp("The folder of the small programs that do nothing.", visibility: .hidden))
  var products: String

  @Option(help: ArgumentHelp("The bundle with the tests that are measured.", visibility: .hidden))
  var tests: String

  @Option(help: ArgumentHelp("An empty folder for generated files.", visibility: .hidden))
  var scratch: String

  func run() async throws {
    let paths = Paths(mockspec: mockspec, products: products, tests: tests, schema: schema, scratch: scratch)
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
    case .documents: try documents(paths)
    case .index: try IndexFigure(scratch: paths.scratch).table().text
    case .validate: try ValidateFigure(paths: paths).table().text
    case .generate: try GenerateFigure(paths: paths, isShort: short).table().text
    case .match: try MatchFigure(paths: paths).text()
    case .sessions: try SessionFigure(paths: paths, isShort: short).text()
    case .state: try StateFigure(paths: paths, isShort: short).table().text
    case .explain: try ExplainFigure(paths: paths).table().text
    case .intercept: try await InterceptFigure().text()
    case .client: try await ClientFigure(paths: paths, isShort: short).text()
    case .trait: try TraitFigure(paths: paths, isShort: short).table().text
    case .connect: try await ConnectFigure(paths: paths, isShort: short).text()
    case .serve: try ServeFigure(paths: paths).table().text
    case .http2: try HTTP2Figure(paths: paths).table().text
    case .control: try ControlFigure(paths: paths, isShort: short).text()
    case .start: try StartFigure(paths: paths).table().text
    case .link: try LinkFigure(paths: paths).text()
    case .reload: try ReloadFigure(paths: paths, isShort: short).text()
    }
  }

  private func documents(_ paths: Paths) throws -> String {
    let inputs = try DocumentInputs(scratch: paths.scratch)
    let schema = SchemaFigure(inputs: inputs, schema: paths.schema, scratch: paths.scratch)
    return try [ParseFigure(inputs: inputs).table().text, schema.table().text].joined(separator: "\n")
  }
}

/// The files and programs that figures use.
struct Paths {
  let mockspec: String
  let products: String
  let tests: String
  let schema: String
  let scratch: String

  func product(_ name: String) -> String { products + "/" + name }
  func scratch(_ name: String) -> String { scratch + "/" + name }
}

enum LoadAverage {
  /// The load average of the last minute.
  static var text: String {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0].formatted(decimals: 2) : "unknown"
  }
}
