/// A response selected for a request by name, as in `Login=Offline`.
package struct ResponseSelection: Sendable, Hashable {
  package let request: String
  package let response: String

  /// Parses one pair literally, as on a command line. Nothing is decoded, and the first `=` is the separator.
  ///
  /// - Throws: `ResponseSelectionError` if there is no `=`.
  package init(literal text: String) throws(ResponseSelectionError) {
    let parts = try Self.parts(of: text[...])
    self.init(request: String(parts.request), response: String(parts.response))
  }

  package init(request: String, response: String) {
    self.request = request
    self.response = response
  }

  /// Parses pairs that are separated by commas, as in a header or an environment variable. White space around names is
  /// ignored; names that contain `,`, `=` or `%` are percent-encoded.
  ///
  /// - Throws: `ResponseSelectionError` for the first pair without `=`.
  package static func list(_ text: String) throws(ResponseSelectionError) -> [ResponseSelection] {
    var selections: [ResponseSelection] = []
    // Bytes, since a combining mark after `,` or `=` would make one character with it.
    for pair in text.utf8.split(separator: UInt8(ascii: ",")) where !pair.allSatisfy(\.isBlank) {
      let parts = try parts(of: Substring(pair))
      selections.append(
        ResponseSelection(
          request: PercentText.decode(parts.request.withoutBlanks),
          response: PercentText.decode(parts.response.withoutBlanks)))
    }
    return selections
  }

  /// The pair as ``list(_:)`` parses it.
  package var text: String {
    [request, response].map { PercentText.encode($0.utf8, keeping: "-._~") }.joined(separator: "=")
  }

  private static func parts(
    of pair: Substring
  ) throws(ResponseSelectionError) -> (request: Substring, response: Substring) {
    guard let separator = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw ResponseSelectionError(found: String(pair.withoutBlanks))
    }
    return (pair[..<separator], pair[pair.utf8.index(after: separator)...])
  }
}

/// The error of a selection without `=`.
package struct ResponseSelectionError: Error, Hashable, CustomStringConvertible {
  package let found: String

  package var description: String { "expected 'request=response', found '\(found)'" }
}
