import MockSpec
import MockSpecDocument

/// The files of an imported project.
///
/// What all requests of a spec have in common is written once, as its defaults.
struct ProjectText {
  /// The spec files and the body files, with paths relative to the output folder.
  private(set) var files: [DraftFile] = []
  /// The spec files in the order of the project's specs.
  private(set) var specs: [String] = []

  /// The names of requests that no spec file can have, such as those with JSON that is nested too deeply.
  private(set) var unwritable: [String] = []

  private var names = ImportedNames()
  private var bodies: [[UInt8]: [String: String]] = [:]
  private var bodyNames = ImportedNames()

  init(_ project: ImportedProject) {
    for spec in project.specs where !(spec.requests.isEmpty && spec.collections.isEmpty) { add(spec) }
  }

  private mutating func add(_ spec: ImportedSpec) {
    // A spec file has at most 16 MiB.
    guard SpecDraft(requests: spec.requests.map(\.draft)).files(at: "a.mock.yaml") != nil else {
      return addParts(of: spec)
    }
    let path = names.unique(ImportedNames.file(spec.title), separator: "-") + ".mock.yaml"
    var draft = SpecDraft(states: spec.states, collections: spec.collections, requests: spec.requests.map(\.draft))
    draft.takeOutDefaults()
    for index in draft.requests.indices {
      for place in draft.requests[index].responses.indices {
        draft.requests[index].responses[place].outcome.mapBody { placed($0) }
      }
    }
    for index in draft.collections.indices {
      guard case .file(let name, let content?) = draft.collections[index].items else { continue }
      let (place, isNew) = file(name, content)
      draft.collections[index].items = .file(path: place, content: isNew ? content : nil)
    }
    guard var written = draft.files(at: path) else { return }
    let comment = "# Imported from \(ImportedNames.name(spec.source) ?? "a file") by 'mockspec import'.\n"
    written[0].bytes = Array(comment.utf8) + written[0].bytes
    specs.append(path)
    files += written
  }

  /// Adds a spec that is too large as several files.
  private mutating func addParts(of spec: ImportedSpec) {
    if spec.requests.count < 2 {
      unwritable += spec.requests.map(\.draft.name)
      return
    }
    let half = spec.requests.count / 2
    var (first, second) = (spec, spec)
    first.requests = Array(spec.requests[..<half])
    second.requests = Array(spec.requests[half...])
    (second.states, second.collections) = ([], [])
    add(first)
    add(second)
  }

  private mutating func placed(_ body: SpecDraft.Body) -> SpecDraft.Body {
    guard case .file(let name, let content?) = body else { return body }
    let (path, isNew) = file(name, content)
    return .file(path: path, content: isNew ? content : nil)
  }

  /// Returns the path of a body file; equal bodies share one.
  private mutating func file(_ name: String, _ content: [UInt8]) -> (path: String, isNew: Bool) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let suffix = String(name[dot...])
    if let known = bodies[content]?[suffix] { return (known, false) }
    var stem = bodyNames
    var path = ImportedNames.file(String(name[..<dot]), otherwise: "body")
    // Names differ without their extension, too.
    path = stem.unique(path, separator: "-")
    bodyNames = stem
    path = "bodies/" + path + suffix
    bodies[content, default: [:]][suffix] = path
    return (path, true)
  }
}

extension SpecDraft.Outcome {
  mutating func mapBody(_ change: (SpecDraft.Body) -> SpecDraft.Body) {
    switch self {
    case .reply(var reply):
      reply.body = reply.body.map(change)
      self = .reply(reply)
    case .fault(let fault, var reply):
      reply.body = reply.body.map(change)
      self = .fault(fault, reply)
    case .failure, .forward, .passThrough: break
    }
  }
}
