import Foundation

/// The same 1,000 specs in both formats, as files and as one large file for each format.
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
