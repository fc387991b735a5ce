import ArgumentParser
import Foundation

/// Prints figures of MockSpec beside those of rivals and floors that are measured in the same run, turn by turn.
@main
struct BenchmarksCommand: AsyncParsableCommand {
  enum FigureName: String, CaseIterable, ExpressibleByArgument {
    case documents, validate, index, match, explain, intercept, serve, start
  }

  static let configuration = CommandConfiguration(
    commandName: "Tests/Benchmarks/run", abstract: "Prints figures, all or those that are named.")

  @Argument(help: "\(FigureName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var figures: [FigureName] = FigureName.allCases

  @Option(help: ArgumentHelp("The release build of mockspec.", visibility: .hidden))
  var mockspec: String

  @Option(help: ArgumentHelp("The schema of spec files.", visibility: .hidden))
  var schema: String

  @Option(help: ArgumentHelp("The program for figures of modules that aren't products.", visibility: .hidden))
  var internals: String

  @Option(help: ArgumentHelp("A program that does nothing.", visibility: .hidden))
  var hello: String

  @Option(help: ArgumentHelp("An empty folder for generated files.", visibility: .hidden))
  var scratch: String

  func run() async throws {
    let place = Place(mockspec: mockspec, internals: internals, hello: hello, schema: schema, scratch: scratch)
    print("median (min–max); other work on this machine: load \(LoadAverage.text) as this begins\n")
    for name in figures {
      print(try await text(name, place))
      // Also into a pipe as soon as it is known.
      fflush(nil)
    }
    print("load \(LoadAverage.text) as this ends")
  }

  private func text(_ name: FigureName, _ place: Place) async throws -> String {
    switch name {
    case .documents, .index:
      try ChildProcess.output(
        of: place.internals, [name.rawValue, place.scratch, place.schema], scratch: place.scratch("tables"))
    case .validate: try ValidateFigure(place: place).table().text
    case .match: try MatchFigure(place: place).text()
    case .explain: try ExplainFigure(place: place).table().text
    case .intercept: try await InterceptFigure().table().text
    case .serve: try ServeFigure(place: place).table().text
    case .start: try StartFigure(place: place).table().text
    }
  }
}

/// Where things are.
struct Place {
  let mockspec: String
  let internals: String
  let hello: String
  let schema: String
  let scratch: String

  func scratch(_ name: String) -> String { scratch + "/" + name }
}

enum LoadAverage {
  /// Of the last minute.
  static var text: String {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0].formatted(decimals: 2) : "unknown"
  }
}
