import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The body of a recorded call.
struct RecordedBody {
  let bytes: [UInt8]
  let type: String
  /// The condition that tells it apart from others.
  let draft: BodyDraft

  /// Reads the member `postData` of an archive.
  init?(_ post: Node, _ secrets: inout Secrets) {
    let type = post.value("mimeType")?.string ?? ""
    var text = post.member("text")?.string ?? ""
    if text.isEmpty, Self.isForm(type) {
      text = SampleCall.form(
        post.elements("params").map { ($0.value("name")?.text ?? "", $0.value("value")?.scalar ?? "") })
    }
    self.init(text, type: type, &secrets)
  }

  private static func isForm(_ type: String) -> Bool {
    type.lowercased().hasPrefix("application/x-www-form-urlencoded")
  }

  /// - Returns: `nil` if there is no body, or one of several parts.
  init?(_ text: String, type: String, _ secrets: inout Secrets) {
    self.type = type
    if text.isEmpty || type.lowercased().hasPrefix("multipart/") { return nil }
    if Self.isForm(type) {
      var pairs: [(name: String, value: String)] = []
      var conditions: [(name: String, conditions: [ValueCondition])] = []
      for (name, value) in QueryText.pairs(text) {
        // A value can be JSON.
        let isHidden =
          secrets.hidden(value, parameter: name) != value
          || !secrets.hidden(body: Array(value.utf8)).elementsEqual(value.utf8)
        conditions.append((name, [isHidden ? .present : .equals(value)]))
        pairs.append((name, isHidden ? Secrets.mark : value))
      }
      var fields: [ConditionDraft] = []
      fields.add(conditions)
      (draft, bytes) = (.form(fields), Array(SampleCall.form(pairs).utf8))
      return
    }
    let shown = secrets.hidden(body: Array(text.utf8))
    bytes = shown
    if let root = DocumentParser.parseJSON(shown)?.root, root.kind == .mapping || root.kind == .sequence,
      let sent = DocumentParser.parseJSON(Array(text.utf8))?.root, let json = SpecDraft.JSON(Self.open(root, sent))
    {
      draft = .json(json)
    } else {
      draft = .text(shown.elementsEqual(text.utf8) ? .equals(text) : .present)
    }
  }

  /// Returns JSON without the members whose values are hidden, so that calls with real values meet the condition, too.
  ///
  /// - Parameter sent: The same JSON without hidden values.
  private static func open(_ node: Node, _ sent: Node) -> [UInt8] {
    var text = JSONText()
    write(node, sent, to: &text)
    return text.bytes
  }

  /// Recursion is bounded by the parser's limit on the depth.
  private static func write(_ node: Node, _ sent: Node, to text: inout JSONText) {
    switch node.kind {
    case .mapping:
      text.object { text in
        for ((key, value), (_, sent)) in zip(node.entries, sent.entries)
        where !value.isScalar || value.text == sent.text {
          text.key(key.text)
          write(value, sent, to: &text)
        }
      }
    case .sequence:
      text.raw("[")
      for (element, sent) in zip(node.elements, sent.elements) {
        text.separate()
        write(element, sent, to: &text)
      }
      text.raw("]")
    default: text.raw(node.json)
    }
  }
}
