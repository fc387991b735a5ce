import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Compiles the schema before the first zero byte, and validates the value after it.
package func checkSchema(_ input: [UInt8]) {
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  guard let written = DocumentParser.parseJSON(Array(parts[0])) else { return }
  let value = parts.count > 1 ? DocumentParser.parseJSON(Array(parts[1])) : nil
  for options in [
    SchemaOptions(unknownKeywords: .ignored, assertsFormats: true), SchemaOptions(unknownKeywords: .refused),
  ] {
    do {
      let schema = try Schema(written, options: options)
      for document in [value, written].compactMap(\.self) { check(schema, document.root) }
    } catch {
      check(error.range, of: error.description)
      if let part = error.patternRange { precondition(part.lowerBound >= 0, "\(part) is outside the pattern") }
    }
  }
}

private func check(_ schema: Schema, _ node: Node) {
  let failures = schema.failures(in: node)
  precondition(failures.isEmpty == schema.isValid(node), "invalid without a failure, or valid with one")
  checkDiagnostics(failures.map(\.diagnostic))
}
