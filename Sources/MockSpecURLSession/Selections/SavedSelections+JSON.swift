import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

// {"selections": 1, "responses": {"Login": "Offline"}, "scene": "Airplane mode", "enabled": {"Search": false}}
extension SavedSelections {
  /// The version of the format.
  private static let version = 1

  /// Reads selections from JSON. Unknown keys are ignored.
  ///
  /// - Throws: `SelectionStoreError` with the position of the first mistake.
  init(json bytes: [UInt8], path: String) throws(SelectionStoreError) {
    let parsed = DocumentParser.parse(bytes, path: path, format: .json)
    func error(_ text: String) -> SelectionStoreError {
      SelectionStoreError("\(text)\n'\(path)' has no valid selections; correct or delete it")
    }
    if let first = parsed.diagnostics.first(where: { $0.severity == .error }) {
      throw error(ConciseRenderer().render([first]))
    }
    guard let root = parsed.document?.root else { throw error("\(path): the file is empty") }
    func expect(_ isValid: Bool, _ expected: String, at node: Node) throws(SelectionStoreError) {
      let start = node.range.start
      if !isValid {
        throw error("\(path):\(start.line):\(start.column): error: expected \(expected), found \(node.shown)")
      }
    }
    try expect(root.kind == .mapping, "an object with the key \"selections\"", at: root)
    let version = root.value("selections")
    try expect(version?.intValue == Self.version, "\"selections\": \(Self.version)", at: version ?? root)
    self.init()
    if let scene = root.value("scene") {
      try expect(scene.kind == .string, "the name of a scene", at: scene)
      self.scene = scene.text
    }
    if let responses = root.value("responses") {
      try expect(responses.kind == .mapping, "an object with names", at: responses)
      for (request, response) in responses.entries {
        try expect(response.kind == .string, "the name of a response", at: response)
        self.responses[request.text] = response.text
      }
    }
    if let enabled = root.value("enabled") {
      try expect(enabled.kind == .mapping, "an object with names", at: enabled)
      for (request, isEnabled) in enabled.entries {
        try expect(isEnabled.boolValue != nil, "true or false", at: isEnabled)
        self.enabled[request.text] = isEnabled.boolValue
      }
    }
  }

  /// The selections as JSON, on one line. Equal selections have equal bytes.
  var json: [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member("selections", Self.version)
      if !responses.isEmpty {
        text.key("responses")
        text.object {
          for (request, response) in responses.sorted(by: { $0.key < $1.key }) { $0.member(request, response) }
        }
      }
      if let scene { text.member("scene", scene) }
      if !enabled.isEmpty {
        text.key("enabled")
        text.object { for (request, isOn) in enabled.sorted(by: { $0.key < $1.key }) { $0.member(request, isOn) } }
      }
    }
    text.raw("\n")
    return text.bytes
  }
}

extension Node {
  fileprivate var shown: String {
    switch kind {
    case .mapping: "an object"
    case .sequence: "an array"
    case .string: "\"\(excerpt)\""
    default: excerpt
    }
  }
}
