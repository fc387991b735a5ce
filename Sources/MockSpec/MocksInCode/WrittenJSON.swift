import MockSpecDiagnostics
import MockSpecDocument

/// JSON that is written in code, or the reason why the text isn't JSON.
package struct WrittenJSON: Sendable {
  package let bytes: [UInt8]
  /// The first error, as the end of a sentence that starts with a name, such as `, line 1, column 2: expected a value`.
  package let problem: String?

  /// Creates JSON from text, which is kept as written.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    let found = DocumentParser.parse(bytes, path: "", format: .json).diagnostics.first
    problem = found.map {
      $0.code == "empty-file"
        ? ": expected a value, found none" : ", line \($0.start.line), column \($0.start.column): \($0.message)"
    }
  }

  /// Creates JSON from the result of an encoder.
  ///
  /// - Parameter encode: Returns the JSON, or throws an error whose description is shown to users.
  package init(encode: () throws -> some Sequence<UInt8>) {
    do {
      bytes = Array(try encode())
      problem = nil
    } catch {
      bytes = []
      problem = ": \(error)"
    }
  }
}
