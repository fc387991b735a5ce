import Foundation

/// Prints figures of parsing and of schema checking: `DocumentBenchmarks SCRATCH SCHEMA`.
@main
enum DocumentBenchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw ProcessError("usage: DocumentBenchmarks SCRATCH SCHEMA") }
    let inputs = try DocumentInputs(scratch: arguments[1])
    print(try ParseFigure(inputs: inputs).table().text)
    print(try SchemaFigure(inputs: inputs, schema: arguments[2], scratch: arguments[1]).table().text)
  }
}

/// The same 1,000 specs in both formats, and each format's all as one large file.
struct DocumentInputs {
  let yaml: [[UInt8]]
  let json: [[UInt8]]
  let largeYAML: [UInt8]
  let largeJSON: [UInt8]
  let jsonFiles: [String]

  init(scratch: String) throws {
    let yamlSpecs = try GeneratedSpecs(count: 1000, format: .yaml, in: scratch + "/documents-yaml")
    let jsonSpecs = try GeneratedSpecs(count: 1000, format: .json, in: scratch + "/documents-json")
    yaml = try yamlSpecs.files.map { try Array(Data(contentsOf: URL(fileURLWithPath: $0))) }
    json = try jsonSpecs.files.map { try Array(Data(contentsOf: URL(fileURLWithPath: $0))) }
    jsonFiles = jsonSpecs.files
    largeYAML = yaml.enumerated().flatMap { number, spec in
      Array("spec-\(number):\n".utf8)
        + spec.split(separator: UInt8(ascii: "\n")).flatMap { Array("  ".utf8) + $0 + [10] }
    }
    largeJSON = [UInt8(ascii: "[")] + Array(json.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
  }
}
