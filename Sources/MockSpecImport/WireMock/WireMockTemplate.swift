import MockSpec

/// A template of WireMock, written in Handlebars, as one of MockSpec. Only tags with the same result are translated.
enum WireMockTemplate {
  /// Returns the template; `nil` if it has a tag that MockSpec can't do.
  ///
  /// - Parameters:
  ///   - path: The path of the request, whose captured segments have names.
  ///   - unknown: Set to the first such tag.
  static func translate(_ text: String, path: String?, unknown: inout String?) -> String? {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      let isTriple = rest[open.upperBound...].hasPrefix("{")
      let start = isTriple ? rest.index(after: open.upperBound) : open.upperBound
      guard let close = rest[start...].firstRange(of: isTriple ? "}}}" : "}}") else { return nil }
      let tag = rest[start..<close.lowerBound].trimmingBlanks
      guard tag.utf8.count <= 300, let name = name(tag, path) else {
        unknown = String(tag)
        return nil
      }
      result += isTriple ? "{{{\(name)}}}" : "{{\(name)}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static func name(_ tag: Substring, _ path: String?) -> String? {
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
      let steps = JSONPath(String(match.1))?.steps, !steps.isEmpty,
      steps.allSatisfy({ $0.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F } })
    {
      return "request.json.\(steps.joined(separator: ".")) | default: ''"
    }
    return nil
  }
}

extension Substring {
  var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    while let last = text.last, last == " " || last == "\n" || last == "\t" { text.removeLast() }
    return text
  }
}
