import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// An imported project with its text, loaded as `mockspec validate --strict` loads it. Nothing is on the disk yet.
struct WrittenProject {
  private(set) var project: ImportedProject
  private(set) var text = ProjectText(ImportedProject())
  private(set) var loaded: LoadedProject?

  /// A folder that doesn't exist.
  private static let root = "/mockspec-import"

  init(_ project: ImportedProject) {
    self.project = project
    settle()
  }

  /// Writes the text and loads it.
  private mutating func load(isLinting: Bool = true) {
    text = ProjectText(project)
    let buffers = text.files.map { (FilePath.join(Self.root, $0.path), $0.bytes) }
    let loader = SpecLoader(
      .paths([Self.root]), workingDirectory: Self.root, files: SpecFiles(buffers: Dictionary(buffers) { $1 }),
      isLinting: isLinting)
    do throws(SpecPathError) {
      loaded = text.files.isEmpty ? nil : try loader.load(number: 1)
    } catch {
      loaded = nil
      project.losses.report(Diagnostic(.error, "unreadable", error.description, file: Self.root))
    }
  }

  /// The problems of the text. They are mistakes of the import.
  var problems: [Diagnostic] { loaded?.diagnostics ?? [] }

  /// An engine for the project; `nil` if it has errors or is empty.
  var engine: MockEngine? {
    loaded?.sets.map { MockEngine($0, environment: EngineEnvironment(now: { .zero })) }
  }

  // MARK: - Making it valid

  /// Removes what no spec can have, gives requests the order of the source, and silences the remaining warnings where they are.
  private mutating func settle() {
    removeRepeatedCollections()
    load()
    removeErrors()
    settleTurns()
    for _ in 0..<10 {
      let warnings = problems
      if warnings.isEmpty { break }
      let places = Places(text)
      let refused = project.losses.refused
      var hasChanged = false
      for warning in warnings {
        if let name = places.part(of: warning) {
          // It can have been refused for another warning.
          guard let place = place(of: name) else { continue }
          hasChanged = handle(warning, places, place) || hasChanged
        } else if let spec = text.specs.firstIndex(where: { $0 == warning.range?.file.path }) {
          // A state of the source can have a value that only users set.
          hasChanged = project.specs[spec].extensions.silence(warning.code) || hasChanged
        }
      }
      if !hasChanged { break }
      if refused == project.losses.refused { load() } else { settleTurns() }
      removeErrors()
    }
  }

  /// - Returns: Whether something was changed.
  private mutating func handle(
    _ warning: Diagnostic, _ places: Places, _ place: Place
  ) -> Bool {
    if warning.code == "unreachable-request" {
      refuse(
        place,
        "it is never used: an earlier request of the source, or one with fewer conditions, answers all of its calls")
      return true
    }
    if warning.code == "ambiguous-request", let note = warning.notes.first,
      let other = places.part(at: note.range).flatMap(self.place)
    {
      if let turn = self[place].turn, let otherTurn = self[other].turn {
        let priority = max(self[place].draft.priority, self[other].draft.priority) + 1
        self[turn < otherTurn ? place : other].draft.priority = priority
        return true
      }
    }
    return self[place].draft.extensions.silence(warning.code)
  }

  /// Removes collections whose calls another one answers.
  private mutating func removeRepeatedCollections() {
    var paths: Set<String> = []
    for collection in project.specs.flatMap(\.collections) where !paths.insert(collection.draft.path).inserted {
      refuse(collection.draft.name, "an earlier collection has the path '\(Excerpt.of(collection.draft.path))', too")
    }
  }

  private mutating func removeErrors() {
    for _ in 0..<20 {
      let errors = problems.filter { $0.severity == .error }
      if errors.isEmpty && text.unwritable.isEmpty { return }
      let before = project.losses.refused
      for name in text.unwritable { refuse(name, "it is too large or nested too deeply") }
      let places = Places(text)
      for error in errors { places.part(of: error).map { refuse($0, error.message) } }
      if before == project.losses.refused { return }
      load()
    }
  }

  /// Refuses a request or a collection that can't be written, unless it was refused before.
  private mutating func refuse(_ name: String, _ reason: String) {
    let message = "it can't be written as a spec: \(reason)"
    if let place = place(of: name) { return refuse(place, message) }
    for index in project.specs.indices {
      guard let place = project.specs[index].collections.firstIndex(where: { $0.draft.name == name }) else { continue }
      let collection = project.specs[index].collections.remove(at: place)
      return project.losses.refuse(message, at: collection.source)
    }
  }

  private mutating func refuse(_ place: Place, _ message: String) {
    let request = project.specs[place.spec].requests.remove(at: place.request)
    project.losses.refuse(message, at: request.source, parts: request.exactness.count)
  }

  private typealias Place = (spec: Int, request: Int)

  private subscript(place: Place) -> ImportedRequest {
    get { project.specs[place.spec].requests[place.request] }
    _modify { yield &project.specs[place.spec].requests[place.request] }
  }

  /// The places of all requests.
  private var all: [Place] {
    project.specs.indices.flatMap { spec in project.specs[spec].requests.indices.map { (spec, $0) } }
  }

  /// The locations of all requests, by their names.
  private var placesByName: [String: Place] {
    Dictionary(all.map { (self[$0].draft.name, $0) }) { first, _ in first }
  }

  private func place(of name: String) -> Place? {
    for (index, spec) in project.specs.enumerated() {
      if let request = spec.requests.firstIndex(where: { $0.draft.name == name }) { return (index, request) }
    }
    return nil
  }

  // MARK: - The order of the source

  /// Raises priorities where another request than in the source would answer.
  ///
  /// The source's own order is written as priorities first, and an engine decides the samples with it. With the fewest
  /// priorities that give the same decisions, the spec is as a person would write it.
  private mutating func settleTurns() {
    let turns = Set(project.specs.flatMap(\.requests).compactMap(\.turn)).sorted()
    if turns.isEmpty { return load() }
    let ranks = Dictionary(uniqueKeysWithValues: turns.enumerated().map { ($1, turns.count - $0) })
    setPriorities { ranks[$0] ?? 0 }
    load(isLinting: false)
    moveHiddenSamples(answering())
    let expected = answering()
    setPriorities(\.priority)
    for round in 0..<20 {
      load(isLinting: false)
      var hasChanged = false
      let places = placesByName
      for (place, answer) in zip(samplePlaces, zip(expected, answering()))
      where answer.0 != nil && answer.0 != answer.1 {
        let other = answer.1.flatMap { places[$0] }.map { self[$0].draft.priority } ?? 0
        self[place].draft.priority = max(self[place].draft.priority, other + 1)
        hasChanged = true
      }
      if !hasChanged { break }
      if round == 19 { setPriorities { ranks[$0] ?? 0 } }
    }
    load()
  }

  private mutating func setPriorities(_ priority: (ImportedRequest.Turn) -> Int) {
    for place in all { if let turn = self[place].turn { self[place].draft.priority = priority(turn) } }
  }

  /// The request of each sample.
  private var samplePlaces: [Place] { all.flatMap { place in self[place].samples.map { _ in place } } }

  /// The name of the request that answers each sample.
  private func answering() -> [String?] {
    guard let engine else { return [] }
    return all.flatMap { self[$0].samples }.map { $0.decision(in: engine).requestName }
  }

  /// Moves samples that another request of the source answers to this one. One that no request answers is a mismatch, and stays.
  private mutating func moveHiddenSamples(_ winners: [String?]) {
    var winners = winners[...]
    let places = placesByName
    var moved: [(sample: Sample, winner: Place)] = []
    for place in all {
      let request = self[place]
      self[place].samples = []
      for sample in request.samples {
        if let winner = winners.popFirst() ?? nil, winner != request.draft.name {
          if let winner = places[winner] { moved.append((sample, winner)) }
        } else {
          self[place].samples.append(sample)
        }
      }
    }
    for (sample, winner) in moved {
      guard let own = self[winner].samples.first else { continue }
      self[winner].samples.append(Sample(call: sample.call, states: sample.states, answer: own.answer))
    }
  }
}

/// The places of requests and collections in spec files.
private struct Places {
  private var parts: [String: [(name: String, bytes: Range<Int>)]] = [:]

  init(_ text: ProjectText) {
    for file in text.files where text.specs.contains(file.path) {
      let root = DocumentParser.parse(file.bytes, path: file.path, format: .yaml).document?.root
      parts[file.path] =
        (root?.entries("requests") ?? []).map(Self.place) + (root?.entries("collections") ?? []).map(Self.place)
    }
  }

  private static func place(of entry: Node.Entry) -> (name: String, bytes: Range<Int>) {
    (entry.key.text, entry.key.range.bytes.lowerBound..<entry.value.range.bytes.upperBound)
  }

  /// Returns the name of the request or the collection that a diagnostic is about.
  func part(of diagnostic: Diagnostic) -> String? {
    if let range = diagnostic.range, let name = part(at: range) { return name }
    // A problem of a body file has a note where the file is named.
    return diagnostic.notes.lazy.compactMap { part(at: $0.range) }.first
  }

  func part(at range: SourceRange) -> String? {
    parts[range.file.path]?.first { $0.bytes.contains(range.bytes.lowerBound) }?.name
  }
}

extension [String: String] {
  private static let key = "x-mockspec-ignore"

  /// Silences a warning. If it is about a silenced one that is gone, none is silenced any more.
  ///
  /// - Returns: Whether this is a change.
  fileprivate mutating func silence(_ code: String) -> Bool {
    if code == "unused-ignore" { return removeValue(forKey: Self.key) != nil }
    var codes = self[Self.key]?.split(separator: ", ").map(String.init) ?? []
    if codes.contains(code) { return false }
    codes.append(code)
    self[Self.key] = codes.sorted().joined(separator: ", ")
    return true
  }
}
