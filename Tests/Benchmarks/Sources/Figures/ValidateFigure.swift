import Foundation
import TestSupport

/// `mockspec validate` as a whole process, compared with a validator that checks only the schema.
struct ValidateFigure {
  let paths: Paths
  private let rounds = 7
  /// Fewer, since each takes seconds.
  private let rivalRounds = 3

  func table() throws -> Table {
    let yaml = try GeneratedSpecs(count: 1000, format: .yaml, in: paths.scratch("yaml"))
    let json = try GeneratedSpecs(count: 1000, format: .json, in: paths.scratch("json"))
    let many = try GeneratedSpecs(count: 10_000, format: .yaml, in: paths.scratch("many"))
    var (floor, oursYAML, oursJSON, oursMany) = (Spread(), Spread(), Spread(), Spread())
    var (rivalFloor, rivalYAML, rivalJSON) = (Spread(), Spread(), Spread())

    try validate(many)
    for round in 0..<rounds {
      floor.add(try ChildProcess.time(paths.mockspec, ["--version"]))
      oursYAML.add(try validate(yaml))
      oursJSON.add(try validate(json))
      oursMany.add(try validate(many))
      if round < rivalRounds, let rival = Rival.checkJSONSchema.path {
        rivalFloor.add(try ChildProcess.time(rival, ["--version"]))
        rivalYAML.add(try ChildProcess.time(rival, ["--schemafile", paths.schema] + yaml.files))
        rivalJSON.add(try ChildProcess.time(rival, ["--schemafile", paths.schema] + json.files))
      }
    }

    var table = Table("Validate: whole process", columns: ["", "time", "ratio"])
    table.add("mockspec --version", floor.seconds(), (floor / oursYAML).ratio + " of 1,000 files")
    table.add("mockspec validate, \(size(yaml))", oursYAML.seconds())
    table.add("mockspec validate, \(size(json))", oursJSON.seconds(), (oursJSON / oursYAML).ratio + " of YAML")
    table.add(
      "mockspec validate, \(size(many))", oursMany.seconds(), (oursMany / oursYAML).ratio + " for 10 × the files")
    guard Rival.checkJSONSchema.path != nil else {
      table.note(Rival.checkJSONSchema.isMissing)
      return table
    }
    table.add("check-jsonschema --version", rivalFloor.seconds())
    table.add("check-jsonschema, the same YAML", rivalYAML.seconds(), (rivalYAML / oursYAML).ratio + " of mockspec")
    table.add("check-jsonschema, the same JSON", rivalJSON.seconds(), (rivalJSON / oursJSON).ratio + " of mockspec")
    return table
  }

  @discardableResult
  private func validate(_ specs: GeneratedSpecs) throws -> Double {
    try ChildProcess.time(paths.mockspec, ["validate", specs.folder])
  }

  private func size(_ specs: GeneratedSpecs) -> String {
    let size = Double(specs.bytes) / Double(specs.files.count)
    return "\(specs.files.count.grouped) files of \(size.brief) bytes"
  }
}
