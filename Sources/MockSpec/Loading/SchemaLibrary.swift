import MockSpecDocument
import MockSpecSchema

/// The two published schemas, embedded as they stand in `schema/`: the only copy of the language's shape.
package enum SchemaLibrary {
  package static var specText: String { String(decoding: PackageResources.mockspec_schema_json, as: UTF8.self) }
  package static var projectText: String {
    String(decoding: PackageResources.mockspec_project_schema_json, as: UTF8.self)
  }

  static let spec = compile(PackageResources.mockspec_schema_json, "mockspec.schema.json")
  static let project = compile(PackageResources.mockspec_project_schema_json, "mockspec-project.schema.json")

  /// Both are ours and tested, so a failure here is a mistake in this package.
  private static func compile(_ bytes: [UInt8], _ name: String) -> Schema {
    let parsed = DocumentParser.parse(bytes, path: name, format: .json)
    let options = SchemaOptions(unknownKeywords: .refused)
    guard let document = parsed.document, let schema = try? Schema(document, options: options) else {
      preconditionFailure("\(name) doesn't compile")
    }
    return schema
  }
}
