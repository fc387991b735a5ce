import MockSpecDiagnostics
import MockSpecDocument

/// Writes drafts as JSON, from which their text is made.
///
/// Keys are in the order of the enumerations in `SpecKeys`. The switches over these have no `default`, so a new key of the
/// language doesn't compile until it is written.
struct SpecWriter {
  var text = JSONText()
  /// The names of parts, such as `response 'Success'`, with their ranges. Parts of a part precede it.
  private(set) var parts: [(name: String, bytes: Range<Int>)] = []

  init(_ draft: SpecDraft) {
    object { spec in
      for key in SpecKey.allCases {
        switch key {
        case .schema: break
        case .mockspec: spec.text.member(key.rawValue, 1)
        case .defaults: spec.write(key.rawValue, draft.defaults)
        case .states: spec.write(key.rawValue, draft.states, asList: true)
        case .collections: if !draft.collections.isEmpty { spec.write(key.rawValue, draft.collections) }
        case .requests where draft.requests.isEmpty && !draft.collections.isEmpty: break
        case .requests:
          spec.member(key.rawValue) { spec in
            spec.object { spec in
              for request in draft.requests { spec.member(request.name) { $0.write(request) } }
            }
          }
        }
      }
      spec.write(draft.extensions)
    }
  }

  init(_ draft: ProjectDraft) { write(draft) }

  private mutating func write(_ extensions: [String: String]) {
    for (name, value) in extensions.sorted(by: { $0.key < $1.key }) { text.member(name, value) }
  }

  // MARK: - Collections

  private mutating func write(_ key: String, _ collections: [SpecDraft.Collection]) {
    member(key) { spec in
      spec.object { spec in for collection in collections { spec.member(collection.name) { $0.write(collection) } } }
    }
  }

  private mutating func write(_ collection: SpecDraft.Collection) {
    object { spec in
      for key in CollectionKey.allCases {
        let name = key.rawValue
        switch key {
        case .path: spec.text.member(name, collection.path)
        case .items:
          switch collection.items {
          case .file(let path, _): spec.text.member(name, path)
          case .json(let items):
            spec.text.key(name)
            spec.text.raw(items.bytes)
          }
        case .idName: if let id = collection.idName { spec.text.member(name, id) }
        case .newIds: if collection.hasUUIDs { spec.text.member(name, "uuid") }
        case .parameters where collection.parameters.isEmpty: break
        case .parameters:
          spec.member(name) { spec in
            spec.object { spec in
              for key in CollectionParameterKey.allCases {
                if let parameter = collection.parameters[key.rawValue] { spec.text.member(key.rawValue, parameter) }
              }
            }
          }
        // They are written only by hand.
        case .schema, .responses: break
        }
      }
    }
  }

  // MARK: - Requests

  private mutating func write(_ request: SpecDraft.Request) {
    object { spec in
      for key in RequestKey.allCases {
        let name = key.rawValue
        switch key {
        case .description: if let text = request.description { spec.text.member(name, text) }
        case .match:
          spec.member(name) { spec in
            if request.otherMatches.isEmpty { return spec.write(request.match) }
            spec.list([request.match] + request.otherMatches) { $0.write($1) }
          }
        case .when: spec.write(name, request.when, asList: false)
        case .priority: if request.priority != 0 { spec.text.member(name, request.priority) }
        case .enabled: if !request.isEnabled { spec.text.member(name, false) }
        case .default: if let response = request.defaultName { spec.text.member(name, response) }
        case .sequence:
          if !request.sequence.isEmpty { spec.member(name) { $0.list(request.sequence) { $0.write($1) } } }
        case .afterSequence:
          if request.afterSequence != .stay { spec.text.member(name, request.afterSequence.rawValue) }
        case .responses:
          spec.member(name) { spec in
            spec.object { spec in
              for response in request.responses {
                spec.part("response '\(response.name)'") { $0.member(response.name) { $0.write(response) } }
              }
            }
          }
        }
      }
      spec.write(request.extensions)
    }
  }

  private mutating func write(_ step: SequenceStep) {
    if step.times == 1 { return text.string(step.response) }
    object { spec in
      for key in StepKey.allCases {
        switch key {
        case .response: spec.text.member(key.rawValue, step.response)
        case .times: spec.text.member(key.rawValue, step.times)
        }
      }
    }
  }

  /// Writes states with their values, unless there are none.
  ///
  /// - Parameter asList: Whether a single value is a list, too.
  mutating func write(_ key: String, _ states: [SpecDraft.State], asList: Bool) {
    if states.isEmpty { return }
    member(key) { spec in
      spec.object { spec in
        for state in states {
          if let value = state.values.first, state.values.count == 1, !asList {
            spec.text.member(state.name, value)
          } else {
            spec.text.member(state.name, state.values)
          }
        }
      }
    }
  }

  // MARK: - Parts

  mutating func object(_ write: (inout SpecWriter) -> Void) {
    text.raw("{")
    write(&self)
    text.raw("}")
  }

  mutating func list<Element>(_ elements: [Element], _ write: (inout SpecWriter, Element) -> Void) {
    text.raw("[")
    for element in elements {
      text.separate()
      write(&self, element)
    }
    text.raw("]")
  }

  mutating func member(_ name: String, _ write: (inout SpecWriter) -> Void) {
    text.key(name)
    write(&self)
  }

  /// Writes a key if it isn't inherited, with null if it is removed.
  mutating func member<Value>(_ name: String, _ setting: Setting<Value>, _ write: (inout SpecWriter, Value) -> Void) {
    switch setting {
    case .inherited: break
    case .removed: member(name) { $0.text.raw("null") }
    case .set(let value): member(name) { write(&$0, value) }
    }
  }

  mutating func part(_ name: String, _ write: (inout SpecWriter) -> Void) {
    let start = text.bytes.count
    write(&self)
    parts.append((name, start..<text.bytes.count))
  }

  /// Writes one text, or a list of them.
  mutating func write(_ texts: [String]) {
    if texts.count == 1 { text.string(texts[0]) } else { list(texts) { $0.text.string($1) } }
  }
}
