internal import Dispatch
import MockSpecDocument
import MockSpecSchema

/// The two published schemas, which are embedded from `schema/`.
package enum SchemaLibrary {
  /// The text of the schema for specs.
  package static var specText: String { String(decoding: PackageResources.mockspec_schema_json, as: UTF8.self) }
  /// The text of the schema for project files.
  package static var projectText: String {
    String(decoding: PackageResources.mockspec_project_schema_json, as: UTF8.self)
  }

  /// The compiled schema for specs.
  static let spec = compile(PackageResources.mockspec_schema_json, "mockspec.schema.json")
  /// The compiled schema for project files.
  static let project = compile(PackageResources.mockspec_project_schema_json, "mockspec-project.schema.json")

  /// Starts compiling the schema for specs on another thread, so that it is ready when the first spec has been parsed.
  static func prepare() { DispatchQueue.global().async { _ = spec } }

  /// Compiles an embedded schema. Tests cover both, so an error is a bug in this package.
  private static func compile(_ bytes: [UInt8], _ name: String) -> Schema {
    let parsed = DocumentParser.parse(bytes, path: name, format: .json)
    let options = SchemaOptions(unknownKeywords: .refused)
    guard let document = parsed.document, let schema = try? Schema(document, options: options) else {
      preconditionFailure("\(name) doesn't compile")
    }
    return schema
  }
}
