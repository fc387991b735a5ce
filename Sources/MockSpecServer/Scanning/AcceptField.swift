/// The preferences of an `Accept` field among the two formats of the server's own replies (RFC 9110 §12.5.1).
struct AcceptField {
  private struct Range {
    let type: Substring
    let quality: Double
  }

  private let ranges: [Range]

  /// Parses a field.
  ///
  /// Commas in quoted parameters aren't supported.
  ///
  /// - Parameter values: The values of all lines of the field.
  init(_ values: [String]) {
    ranges = values.flatMap { $0.split(separator: ",") }.map { entry in
      let parts = entry.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return Range(type: Substring(parts.first ?? ""), quality: quality)
    }
  }

  /// Whether JSON is preferred to plain text; false if both are equally acceptable.
  var prefersJSON: Bool {
    quality(of: "application/*") { $0 == "application/json" || $0.hasPrefix("application/") && $0.hasSuffix("+json") }
      > quality(of: "text/*") { $0 == "text/plain" }
  }

  /// The quality of the most specific range that matches, in any order; 0 if no range does.
  private func quality(of family: Substring, isExact: (Substring) -> Bool) -> Double {
    let exact = ranges.filter { isExact($0.type) }.map(\.quality).max()
    return exact ?? quality(of: family) ?? quality(of: "*/*") ?? 0
  }

  private func quality(of type: Substring) -> Double? {
    ranges.first { $0.type == type }?.quality
  }
}
