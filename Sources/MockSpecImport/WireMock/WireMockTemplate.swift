import MockSpec

/// The tags of templates of WireMock. Only those with the same result are translated.
enum WireMockTemplate {
  /// Returns a tag as one of MockSpec; `nil` if MockSpec can't do it.
  ///
  /// - Parameter path: The path of the request, whose captured segments have names.
  static func name(_ tag: Substring, _ path: String?) -> String? {
    switch tag {
    case "request.method", "request.body": return String(tag)
    case "now": return "now"
    case "randomValue type='UUID'", "randomValue type=\"UUID\"": return "uuid"
    default: break
    }
    let segments = path?.split(separator: "/").map(String.init) ?? []
    if let match = tag.wholeMatch(of: #/request\.(?:pathSegments|path)\.\[?([0-9]+)\]?/#), let index = Int(match.1) {
      guard index < segments.count, !segments[...index].contains("**") else { return nil }
      let segment = segments[index]
      return segment.hasPrefix("{") ? "request.path." + segment.dropFirst().dropLast() : nil
    }
    if let match = tag.wholeMatch(of: #/request\.path\.([A-Za-z][A-Za-z0-9_-]*)/#) {
      return segments.contains("{\(match.1)}") ? "request.path.\(match.1)" : nil
    }
    // A missing value is an empty text, as in WireMock.
    if let match = tag.wholeMatch(of: #/request\.(query|headers|cookies)\.\[?([A-Za-z][A-Za-z0-9_-]*)\]?/#) {
      return "request.\(match.1).\(match.2) | default: ''"
    }
    if let match = tag.wholeMatch(of: #/jsonPath request\.body ['"](\$[^'"]*)['"]/#),
      let steps = JSONPathPointer(String(match.1))?.plainSteps, !steps.isEmpty,
      steps.allSatisfy({ $0.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F } })
    {
      return "request.json.\(steps.joined(separator: ".")) | default: ''"
    }
    return nil
  }
}
