import MockSpecDiagnostics
import MockSpecDocument

/// A spec that matches a given call by its method, host, path, query and, if it is small, its JSON body.
///
/// The spec is built as JSON and converted by the YAML writer of `convert`, which quotes text where needed. Values that
/// are secret, too long or can't be expressed in a spec are omitted, so the spec can match other calls, too.
struct SuggestedSpec {
  private static let maxNameLength = 80
  private static let maxValueLength = 200
  private static let maxQueryNames = 20
  private static let maxBodyBytes = 2048

  private let redaction: Redaction
  private var json = JSONText()

  /// Returns the spec as YAML that ends with a line break.
  static func text(for parsed: inout ParsedCall, in sets: ResponseSets) -> String {
    var spec = SuggestedSpec(redaction: sets.settings.redaction)
    spec.write(&parsed, name: name(of: parsed.call, in: sets))
    guard let document = DocumentParser.parseJSON(spec.json.bytes) else { return "" }
    return String(decoding: YAMLWriter.write(document.root), as: UTF8.self)
  }

  private init(redaction: Redaction) { self.redaction = redaction }

  /// Returns a name for the request that is unique in the project.
  private static func name(of call: MockCall, in sets: ResponseSets) -> String {
    let line = call.method + " " + call.path
    let name = line.count > maxNameLength ? line.prefix(maxNameLength) + "…" : line
    var unique = name
    var number = 1
    while sets[unique] != nil {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }

  private mutating func write(_ parsed: inout ParsedCall, name: String) {
    json.raw("{\"mockspec\":1,\"requests\":{")
    json.key(name)
    json.raw("{\"match\":{")
    // The server doesn't compare a host that isn't in the project.
    writeTarget(parsed.call, parsed.path, isHostCompared: parsed.checksHost)
    writeQuery(parsed.call.query ?? "")
    if parsed.call.body.count <= Self.maxBodyBytes, let body = parsed.json { write(body: body) }
    json.raw("},\"responses\":{\"OK\":{\"status\":200,\"json\":{}}}}}}")
  }

  private mutating func writeTarget(_ call: MockCall, _ path: CallPath, isHostCompared: Bool) {
    if Self.isMethod(call.method) { json.member("method", call.method) }
    if isHostCompared, let host = call.host, Self.isHost(host) { json.member("host", host) }
    let segments = path.segments.map { PercentText.encode(segment: $0) }
    json.member("path", segments.isEmpty ? MockCall.asterisk : "/" + segments.joined(separator: "/"))
  }

  private mutating func writeQuery(_ query: String) {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in QueryText.pairs(query) {
      if values[name] == nil { names.append(name) }
      if values[name]?.contains(value) != true { values[name, default: []].append(value) }
    }
    guard !names.isEmpty else { return }
    json.key("query")
    json.raw("{")
    for name in names.prefix(Self.maxQueryNames) where name.count <= Self.maxValueLength {
      json.key(name)
      write(values[name] ?? [], of: name)
    }
    json.raw("}")
  }

  private mutating func write(_ values: [String], of name: String) {
    guard !redaction.isSecret(name), values.allSatisfy({ $0.count <= Self.maxValueLength }) else {
      return json.raw("{\"present\":true}")
    }
    if values.count == 1 { return json.string(values[0]) }
    json.raw("[")
    for value in values {
      json.separate()
      json.string(value)
    }
    json.raw("]")
  }

  private mutating func write(body: Node) {
    var text = JSONText()
    guard SecretlessJSON(values: ShownValues(redaction: redaction)).write(body, to: &text) else { return }
    json.key("body")
    json.raw("{")
    json.key("json")
    json.raw(text.string)
    json.raw("}")
  }

  // MARK: - Values that the schema accepts

  private static func isMethod(_ text: String) -> Bool {
    guard let first = text.utf8.first, isCapital(first) else { return false }
    return text.utf8.allSatisfy {
      isCapital($0) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  /// Returns whether a text is a host name or an IPv4 address.
  private static func isHost(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
    }
  }
}

/// Writes a JSON body without the members that have secret names. `body: {json: …}` still matches the original body.
private struct SecretlessJSON {
  private static let maxDepth = 16

  let values: ShownValues

  /// - Returns: `false` if the body is nested too deeply for a readable spec, or contains a secret that can't be omitted.
  func write(_ node: Node, to text: inout JSONText, depth: Int = 0) -> Bool {
    guard depth < Self.maxDepth else { return false }
    switch node.kind {
    case .mapping:
      var seen: Set<String> = []
      text.raw("{")
      for (key, _) in node.entries {
        let name = key.text
        guard !values.redaction.isSecret(name), seen.insert(name).inserted, let value = node.value(name),
          !values.isSecret(value)
        else { continue }
        text.key(name)
        guard write(value, to: &text, depth: depth + 1) else { return false }
      }
      text.raw("}")
    case .sequence:
      text.raw("[")
      for element in node.elements {
        text.separate()
        guard write(element, to: &text, depth: depth + 1) else { return false }
      }
      text.raw("]")
    case .string, .bool, .integer, .float, .null, .invalid:
      guard !values.isSecret(node) else { return false }
      text.raw(JSONScalar.text(node))
    }
    return true
  }
}
