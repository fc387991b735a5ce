import MockSpecDiagnostics
import MockSpecDocument
import TestSupport

/// One case of the yaml-test-suite: a text, and either its events or the fact that it is no YAML.
struct YAMLSuiteCase {
  static let folder = "yaml"

  /// As the suite numbers it: `229Q`, or `2G84/00` where a case has parts.
  let id: String
  let text: [UInt8]
  let isError: Bool
  private let events: String
  private let json: [UInt8]?

  /// All cases, by id.
  static func all() -> [YAMLSuiteCase] {
    ConformanceData.names(in: folder).flatMap { name in
      let parts = ConformanceData.names(in: "\(folder)/\(name)").filter { $0.allSatisfy(\.isNumber) }
      return parts.isEmpty ? [name] : parts.map { "\(name)/\($0)" }
    }.compactMap(YAMLSuiteCase.init)
  }

  private init?(id: String) {
    let path = "\(Self.folder)/\(id)"
    guard let text = ConformanceData.bytes("\(path)/in.yaml") else { return nil }
    self.id = id
    self.text = text
    isError = ConformanceData.exists("\(path)/error")
    events = String(decoding: ConformanceData.bytes("\(path)/test.event") ?? [], as: UTF8.self)
    json = ConformanceData.bytes("\(path)/in.json")
  }

  /// Whether we read the text as the suite does: with an error, or with the same structure and text, and where the
  /// suite has the same document as JSON also with the same kinds of values.
  var isRight: Bool {
    let parsed = DocumentParser.parse(text, path: id, format: .yaml)
    guard !isError else { return parsed.diagnostics.contains { $0.severity == .error } }
    guard let root = parsed.document?.root, !parsed.diagnostics.contains(where: { $0.severity == .error }) else {
      return false
    }
    guard let outline, root.structure == outline else { return false }
    guard let json, let expected = DocumentParser.parseJSON(json)?.root else { return true }
    return root.equals(expected)
  }

  /// The events of the first document on one line, with the values of aliases; `nil` if there is none.
  private var outline: String? {
    var outline = ""
    var starts: [Int] = []
    var anchors: [String: String] = [:]
    var open: [(anchor: String?, closing: String)] = []
    func finish(_ anchor: String?, from start: Int) {
      if let anchor { anchors[anchor] = String(outline.dropFirst(start)) }
      outline += " "
    }
    for line in events.split(separator: "\n") {
      var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
      let event = words.removeFirst()
      if event == "-DOC" { return outline }
      guard ["+MAP", "+SEQ", "-MAP", "-SEQ", "=VAL", "=ALI"].contains(event) else { continue }
      if event.hasPrefix("-") {
        let (anchor, closing) = open.removeLast()
        outline += closing
        finish(anchor, from: starts.removeLast())
        continue
      }
      if event == "=ALI" {
        outline += anchors[String(words[words.startIndex].dropFirst())] ?? "?"
        finish(nil, from: 0)
        continue
      }
      if words.first == "{}" || words.first == "[]" { words.removeFirst() }
      var anchor: String?
      if let word = words.first, word.hasPrefix("&") {
        anchor = String(word.dropFirst())
        words.removeFirst()
      }
      if event.hasPrefix("+") {
        open.append((anchor, event == "+MAP" ? "}" : "]"))
        starts.append(outline.count)
        outline += event == "+MAP" ? "{ " : "[ "
        continue
      }
      if words.first?.hasPrefix("<") == true { words.removeFirst() }
      let start = outline.count
      outline += Self.unescaped(words.joined(separator: " ").dropFirst()).debugDescription
      finish(anchor, from: start)
    }
    return nil
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if isEscape {
        result.append(["n": "\n", "t": "\t", "r": "\r", "b": "\u{8}"][character] ?? character)
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension Node {
  /// As `YAMLSuiteCase.outline` writes it: without kinds.
  fileprivate var structure: String {
    switch kind {
    case .mapping: "{ " + entries.map { $0.key.structure + $0.value.structure }.joined() + "} "
    case .sequence: "[ " + elements.map(\.structure).joined() + "] "
    default: text.debugDescription + " "
    }
  }

  /// JSON's keys have no order, and its numbers may be written otherwise.
  fileprivate func equals(_ other: Node) -> Bool {
    switch (kind, other.kind) {
    case (.mapping, .mapping):
      entries.map(\.key.text).sorted() == other.entries.map(\.key.text).sorted()
        && entries.allSatisfy { key, value in other.value(key.text).map(value.equals) ?? false }
    case (.sequence, .sequence):
      elements.map(\.self).count == other.elements.map(\.self).count
        && zip(elements, other.elements).allSatisfy { $0.equals($1) }
    case (.integer, .integer), (.integer, .float), (.float, .integer), (.float, .float):
      doubleValue == other.doubleValue
    case (.null, .null): true
    default: kind == other.kind && text == other.text
    }
  }
}
