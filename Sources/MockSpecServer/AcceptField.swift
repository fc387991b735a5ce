/// What a client's `Accept` says about the two ways in which the server can explain itself (RFC 9110 §12.5.1).
struct AcceptField {
  private struct Range {
    let type: Substring
    let quality: Double
  }

  private let ranges: [Range]

  /// - Parameter values: One per field line; quoted parameters with commas in them aren't understood.
  init(_ values: [String]) {
    ranges = values.flatMap { $0.split(separator: ",") }.map { entry in
      let parts = entry.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return Range(type: Substring(parts.first ?? ""), quality: quality)
    }
  }

  /// False when both are as welcome, or neither is.
  var prefersJSON: Bool {
    quality(of: "application/*") { $0 == "application/json" || $0.hasPrefix("application/") && $0.hasSuffix("+json") }
      > quality(of: "text/*") { $0 == "text/plain" }
  }

  /// The most specific range that fits counts, whatever the order; where nothing is said, nothing is welcome.
  private func quality(of family: Substring, isExact: (Substring) -> Bool) -> Double {
    let exact = ranges.filter { isExact($0.type) }.map(\.quality).max()
    return exact ?? quality(of: family) ?? quality(of: "*/*") ?? 0
  }

  private func quality(of type: Substring) -> Double? {
    ranges.first { $0.type == type }?.quality
  }
}
