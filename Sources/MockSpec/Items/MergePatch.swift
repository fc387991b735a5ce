import MockSpecDiagnostics
import MockSpecDocument

/// JSON Merge Patch (RFC 7396).
enum MergePatch {
  /// Returns a value after a change, as JSON.
  static func apply(_ patch: Node, to target: Node) -> [UInt8] {
    var text = JSONText()
    write(target, changedBy: patch, to: &text)
    return text.bytes
  }

  /// Recursion is bounded by the depth limit that the patch was parsed with.
  private static func write(_ target: Node?, changedBy patch: Node, to text: inout JSONText) {
    guard patch.kind == .mapping else { return JSONBody.write(patch, to: &text) }
    let changes = Dictionary(patch.entries.map { (ExactText($0.key.text), $0.value) }) { _, last in last }
    var known: Set<ExactText> = []
    text.raw("{")
    if let target, target.kind == .mapping {
      for (key, value) in target.entries {
        let name = ExactText(key.text)
        known.insert(name)
        let change = changes[name]
        if change?.kind == .null { continue }
        text.key(name.text)
        if let change { write(value, changedBy: change, to: &text) } else { JSONBody.write(value, to: &text) }
      }
    }
    for (key, change) in patch.entries where change.kind != .null && !known.contains(ExactText(key.text)) {
      text.key(key.text)
      write(nil, changedBy: change, to: &text)
    }
    text.raw("}")
  }
}
