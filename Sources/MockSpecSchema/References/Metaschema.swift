import MockSpecDocument

/// The metaschemas of draft 2020-12, each parsed when it is first referred to.
enum Metaschema {
  static let base = "https://json-schema.org/draft/2020-12/"
  /// The dialect of schemas without `$schema`.
  static let uri = base + "schema"

  static func document(at uri: String) -> Document? {
    guard uri.hasPrefix(base) else { return nil }
    return switch uri.dropFirst(base.count) {
    case "schema": schema
    case "meta/core": core
    case "meta/applicator": applicator
    case "meta/unevaluated": unevaluated
    case "meta/validation": validation
    case "meta/meta-data": metaData
    case "meta/format-annotation": formatAnnotation
    case "meta/format-assertion": formatAssertion
    case "meta/content": content
    default: nil
    }
  }

  private static let schema = parse(PackageResources.schema_json, "schema")
  private static let core = parse(PackageResources.core_json, "meta/core")
  private static let applicator = parse(PackageResources.applicator_json, "meta/applicator")
  private static let unevaluated = parse(PackageResources.unevaluated_json, "meta/unevaluated")
  private static let validation = parse(PackageResources.validation_json, "meta/validation")
  private static let metaData = parse(PackageResources.meta_data_json, "meta/meta-data")
  private static let formatAnnotation = parse(PackageResources.format_annotation_json, "meta/format-annotation")
  private static let formatAssertion = parse(PackageResources.format_assertion_json, "meta/format-assertion")
  private static let content = parse(PackageResources.content_json, "meta/content")

  /// Parses an embedded metaschema, which is always valid JSON.
  private static func parse(_ bytes: [UInt8], _ name: String) -> Document {
    guard let document = DocumentParser.parse(bytes, path: base + name, format: .json).document else {
      preconditionFailure("\(name) isn't JSON")
    }
    return document
  }
}
