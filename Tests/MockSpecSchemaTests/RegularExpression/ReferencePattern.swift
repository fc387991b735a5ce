/// A pattern as a tree with a simple matcher, which computes for each part all positions where a match can end.
///
/// It shares no code with the engine that it checks, including the parser.
indirect enum ReferencePattern {
  case scalar(Unicode.Scalar)
  case dot
  case oneOf([Unicode.Scalar], isNegated: Bool)
  case start, end, boundary, noBoundary
  case sequence([ReferencePattern])
  case choice([ReferencePattern])
  case repetition(ReferencePattern, least: Int, most: Int?)

  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return (0...scalars.count).contains { !ends(in: scalars, from: $0).isEmpty }
  }

  private func ends(in text: [Unicode.Scalar], from start: Int) -> Set<Int> {
    let scalar = start < text.count ? text[start] : nil
    switch self {
    case .scalar(let expected): return scalar == expected ? [start + 1] : []
    case .dot: return scalar.map { !["\n", "\r", "\u{2028}", "\u{2029}"].contains($0) } ?? false ? [start + 1] : []
    case .oneOf(let members, let isNegated):
      return scalar.map { members.contains($0) != isNegated } ?? false ? [start + 1] : []
    case .start: return start == 0 ? [start] : []
    case .end: return start == text.count ? [start] : []
    case .boundary: return isBoundary(start, in: text) ? [start] : []
    case .noBoundary: return isBoundary(start, in: text) ? [] : [start]
    case .sequence(let parts):
      return parts.reduce([start]) { starts, part in Set(starts.flatMap { part.ends(in: text, from: $0) }) }
    case .choice(let parts):
      return Set(parts.flatMap { $0.ends(in: text, from: start) })
    case .repetition(let part, let least, let most):
      return ends(ofRepeated: part, least: least, most: most, in: text, from: start)
    }
  }

  private func ends(
    ofRepeated part: ReferencePattern, least: Int, most: Int?, in text: [Unicode.Scalar], from start: Int
  ) -> Set<Int> {
    var reached: Set<Int> = [start]
    for _ in 0..<least { reached = Set(reached.flatMap { part.ends(in: text, from: $0) }) }
    // More rounds than there are positions find nothing new.
    for _ in 0..<min((most ?? .max) - least, text.count + 1) {
      reached.formUnion(reached.flatMap { part.ends(in: text, from: $0) })
    }
    return reached
  }

  private func isBoundary(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
    let words = [position - 1, position].map { text.indices.contains($0) && text[$0].isWord }
    return words[0] != words[1]
  }
}

extension ReferencePattern: CustomStringConvertible {
  /// The pattern in the syntax of the engine.
  var description: String {
    switch self {
    case .scalar(let scalar): scalar.escaped
    case .dot: "."
    case .oneOf(let members, let isNegated): "[\(isNegated ? "^" : "")\(members.map(\.escaped).joined())]"
    case .start: "^"
    case .end: "$"
    case .boundary: "\\b"
    case .noBoundary: "\\B"
    case .sequence(let parts): parts.map(\.description).joined()
    case .choice(let parts): "(?:\(parts.map(\.description).joined(separator: "|")))"
    case .repetition(let part, 0, nil): "(?:\(part))*"
    case .repetition(let part, 1, nil): "(\(part))+?"
    case .repetition(let part, let least, nil): "(?:\(part)){\(least),}"
    case .repetition(let part, 0, 1): "(?:\(part))?"
    case .repetition(let part, let least, let most?): "(?:\(part)){\(least),\(most)}"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { isASCII && (self == "_" || properties.isAlphabetic || properties.numericType != nil) }
  fileprivate var escaped: String { "\\u{\(String(value, radix: 16))}" }
}
