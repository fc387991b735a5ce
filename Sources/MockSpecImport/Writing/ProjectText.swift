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

  /// The names of requests and collections that no spec file can have, such as those with JSON that is nested too deeply.
  private(set) var unwritable: [String] = []

  private var names = ImportedNames()
  private var bodies: [[UInt8]: [String: String]] = [:]
  private var bodyNames = ImportedNames()
  /// The body files that are written.
  private var written: Set<String> = []

  init(_ project: ImportedProject) {
    var project = project
    project.specs.removeAll { $0.requests.isEmpty && $0.collections.isEmpty }
    project.mergeStates()
    for spec in project.specs {
      add(spec, to: names.unique(ImportedNames.file(spec.title), separator: "-") + ".mock.yaml")
    }
  }

  private mutating func add(_ spec: ImportedSpec, to path: String) {
    var draft = SpecDraft(
      states: spec.states, collections: spec.collections.map(\.draft), requests: spec.requests.map(\.draft))
    draft.extensions = spec.extensions
    draft.takeOutDefaults()
    var placed: Set<String> = []
    for index in draft.requests.indices {
      for place in draft.requests[index].responses.indices {
        guard case .reply(var reply) = draft.requests[index].responses[place].outcome,
          case .file(let name, let content?) = reply.body
        else { continue }
        let (path, own) = file(name, content, &placed)
        reply.body = .file(path: path, content: own)
        draft.requests[index].responses[place].outcome = .reply(reply)
      }
    }
    for index in draft.collections.indices {
      guard case .file(let name, let content?) = draft.collections[index].items else { continue }
      let (path, own) = file(name, content, &placed)
      draft.collections[index].items = .file(path: path, content: own)
    }
    // A spec file has at most 16 MiB.
    guard var new = draft.files(at: path) else { return addParts(of: spec, to: path) }
    let comment = "# Imported from \(ImportedNames.name(spec.source) ?? "a file") by 'mockspec import'.\n"
    new[0].bytes = Array(comment.utf8) + new[0].bytes
    specs.append(path)
    files += new
    written.formUnion(placed)
  }

  /// Adds a spec that is too large as several files.
  private mutating func addParts(of spec: ImportedSpec, to path: String) {
    let half = (spec.requests.count + spec.collections.count + 1) / 2
    let rest = max(0, half - spec.requests.count)
    var (first, second) = (spec, spec)
    (first.requests, second.requests) = (Array(spec.requests.prefix(half)), Array(spec.requests.dropFirst(half)))
    (first.collections, second.collections) = (
      Array(spec.collections.prefix(rest)), Array(spec.collections.dropFirst(rest))
    )
    second.states = []
    if second.requests.isEmpty, second.collections.isEmpty {
      unwritable += first.requests.map(\.draft.name) + first.collections.map(\.draft.name)
      return
    }
    add(first, to: path)
    add(second, to: names.unique(ImportedNames.file(spec.title), separator: "-") + ".mock.yaml")
  }

  /// Returns the path of a body file; equal bodies share one.
  ///
  /// - Returns: The path, and the content if the file isn't written by another spec or body.
  private mutating func file(
    _ name: String, _ content: [UInt8], _ placed: inout Set<String>
  ) -> (path: String, content: [UInt8]?) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let suffix = String(name[dot...])
    let path: String
    if let known = bodies[content]?[suffix] {
      path = known
    } else {
      // Names differ without their extension, too.
      let stem = bodyNames.unique(ImportedNames.file(String(name[..<dot]), otherwise: "body"), separator: "-")
      path = "bodies/" + stem + suffix
      bodies[content, default: [:]][suffix] = path
    }
    let isNew = !written.contains(path) && placed.insert(path).inserted
    return (path, isNew ? content : nil)
  }
}
