import MockSpecDiagnostics
package import MockSpecDocument

/// Parses any bytes. A document without errors must be equal after it is written and parsed again.
package func checkDocument(_ input: [UInt8], format: DocumentParser.Format) {
  let parsed = DocumentParser.parse(input, path: "fuzz", format: format)
  checkDiagnostics(parsed.diagnostics)
  guard let root = parsed.document?.root else {
    precondition(parsed.diagnostics.hasErrors, "no document, and no error")
    return
  }
  checkRanges(of: root)
  if !parsed.diagnostics.hasErrors { checkRoundTrip(of: root) }
}

private func checkRoundTrip(of root: Node) {
  let yaml = YAMLWriter.write(root)
  check(yaml, .yaml, means: facts(of: root, inJSON: false), inJSON: false)
  let json = JSONWriter.write(root)
  checkDiagnostics(json.diagnostics)
  if json.diagnostics.isEmpty { check(json.bytes, .json, means: facts(of: root, inJSON: true), inJSON: true) }
}

private func check(_ bytes: [UInt8], _ format: DocumentParser.Format, means expected: [UInt8], inJSON: Bool) {
  let parsed = DocumentParser.parse(bytes, path: "written", format: format)
  guard parsed.diagnostics.isEmpty, let root = parsed.document?.root else {
    fatalError("written text can't be parsed: \(parsed.diagnostics)\n\(String(decoding: bytes, as: UTF8.self))")
  }
  precondition(facts(of: root, inJSON: inJSON) == expected, "written \(format) has another meaning")
  let again = format == .yaml ? YAMLWriter.write(root) : JSONWriter.write(root).bytes
  precondition(again == bytes, "written \(format) changes when it is written again")
}

/// Returns kinds and texts in order. As bytes, since strings that differ in Unicode normalization only are equal.
private func facts(of root: Node, inJSON: Bool) -> [UInt8] {
  var facts: [UInt8] = []
  visit(root) { node in
    facts.append(0xFF)
    switch node.kind {
    // In JSON an integer may be written with a fraction.
    case .integer where inJSON, .float where inJSON: facts += "number".utf8
    case .bool where inJSON: facts += "\(node.boolValue == true)".utf8
    case .null: facts += "null".utf8
    default:
      facts.append(node.kind.rawValue)
      node.withUTF8 { facts += $0 }
    }
  } leave: {
    facts.append(0xFE)
  }
  return facts
}
