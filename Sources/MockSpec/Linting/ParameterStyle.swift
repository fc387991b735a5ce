import MockSpecDiagnostics

enum ParameterStyle: SpecRule {
  static let name = "parameter-style"
  static let summary = "a segment of a path looks like a parameter of another tool"
  static let explanation = """
    Other tools write ':id', '$id', '<id>' or '[id]' for any segment. Here they are literal text, and '{id}' is a wildcard, whose \
    name is all that is between the braces. Names such as '$metadata' aren't reported, since OData and FHIR have them. Write '%3Aid' if the path really has a colon there.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /items/:id
          responses: {Found: {json: {id: 1}}}
      """,
    right: """
      requests:
        Item:
          match: GET /items/{id}
          responses: {Found: {json: {id: 1}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    // There is one warning per path, since its segments usually have one style.
    ([spec.basePath] + spec.matches.map(\.path.value)).compactMap { path in
      guard let path, path.value.text.utf8.contains(where: isSuspicious) else { return nil }
      for segment in path.value.text.split(separator: "/") where segment.utf8.count <= 100 {
        guard let (name, literal) = parameter(segment) else { continue }
        return warning(
          literal == nil
            ? "the captured name of '\(segment)' contains a colon" : "the path has the literal segment '\(segment)'",
          at: path.range.firstRange(of: segment),
          help: "write '{\(name)}' for any segment"
            + (literal.map { ", or '\($0)' for this text" } ?? "; 'params' restricts its values"))
      }
      return nil
    }
  }

  private static func isSuspicious(_ byte: UInt8) -> Bool {
    ":<[$".utf8.contains(byte)
  }

  /// Returns the name of a parameter in the style of another tool, and the text that matches it literally; no text if the
  /// parameter is already a wildcard.
  private static func parameter(_ segment: Substring) -> (name: Substring, literal: String?)? {
    let inner = segment.dropFirst().dropLast()
    if segment.first == "$", isParameter(segment.dropFirst()) {
      return (segment.dropFirst(), "%24\(segment.dropFirst())")
    }
    switch (segment.first, segment.last) {
    case (":", _) where isName(segment.dropFirst()):
      return (segment.dropFirst(), "%3A\(segment.dropFirst())")
    case ("<", ">"):
      let name = inner.split(separator: ":").last ?? ""
      return isName(name) ? (name, "%3C\(inner)%3E") : nil
    case ("[", "]"): return isName(inner) ? (inner, "%5B\(inner)%5D") : nil
    case ("{", "}"):
      let name = inner.prefix { $0 != ":" }
      return name.count < inner.count && isName(name) ? (name, nil) : nil
    default: return nil
    }
  }

  /// Whether a name after a dollar sign is one of a parameter. Other names are resources, such as `$metadata` and `$count` of OData
  /// (OData URL Conventions 4.01 §4), and operations of FHIR (`$validate`, `$everything`).
  private static func isParameter(_ text: Substring) -> Bool {
    let names = ["id", "key", "name", "slug", "uuid", "guid", "token", "number"]
    return isName(text)
      && (names.contains(text.lowercased()) || ["Id", "ID", "_id", "Key", "Name"].contains(where: text.hasSuffix))
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}

extension SourceRange {
  /// Returns the range of the first occurrence of a text; the whole range if it isn't found.
  func firstRange(of text: Substring) -> SourceRange {
    let found = file.bytes[bytes.clamped(to: file.bytes.indices)].firstStart(of: text.utf8)
    return found.map { SourceRange(file: file, bytes: $0..<$0 + text.utf8.count) } ?? self
  }
}
