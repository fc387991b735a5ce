import MockSpecDiagnostics
package import MockSpecDocument

/// Parses anything; what is read without a complaint must read the same after it was written.
package func checkDocument(_ input: [UInt8], format: DocumentParser.Format) {
  let parsed = DocumentParser.parse(input, path: "fuzz", format: format)
  checkDiagnostics(parsed.diagnostics)
  guard let root = parsed.document?.root else {
    precondition(parsed.diagnostics.hasErrors, "no document, and no reason why")
    return
  }
  checkRanges(of: root)
  if !parsed.diagnostics.hasErrors { checkRoundTrip(of: root) }
}

private func checkRoundTrip(of root: Node) {
  let yaml = YAMLWriter.write(root)
  check(yaml, .yaml, says: facts(of: root, inJSON: false), inJSON: false)
  let json = JSONWriter.write(root)
  checkDiagnostics(json.diagnostics)
  if json.diagnostics.isEmpty { check(json.bytes, .json, says: facts(of: root, inJSON: true), inJSON: true) }
}

private func check(_ bytes: [UInt8], _ format: DocumentParser.Format, says expected: [UInt8], inJSON: Bool) {
  let parsed = DocumentParser.parse(bytes, path: "written", format: format)
  guard parsed.diagnostics.isEmpty, let root = parsed.document?.root else {
    fatalError("written, and not readable: \(parsed.diagnostics)\n\(String(decoding: bytes, as: UTF8.self))")
  }
  precondition(facts(of: root, inJSON: inJSON) == expected, "written \(format) says something else")
  let again = format == .yaml ? YAMLWriter.write(root) : JSONWriter.write(root).bytes
  precondition(again == bytes, "written \(format) is written otherwise")
}

/// Kinds and texts in order. Bytes, because `é` and `e` with an accent are equal as strings.
private func facts(of root: Node, inJSON: Bool) -> [UInt8] {
  var facts: [UInt8] = []
  visit(root) { node in
    facts.append(0xFF)
    switch node.kind {
    // One notation for each number, and whether there is a point is a matter of notation.
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
