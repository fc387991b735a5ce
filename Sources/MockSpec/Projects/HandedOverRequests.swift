import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Requests that another process, such as a UI test, has handed over.
package struct HandedOverRequests: Sendable {
  /// The key of a request's location in the source code of that process.
  static let placeKey = "x-place"
  /// The priority of the first request; the others follow it. Higher than those that people choose.
  static let priority = 1_000_000_000

  /// The alternatives of each request, in the order in which the requests are tried.
  fileprivate let requests: [[ResponseSet]]
  /// Checked when the requests meet a project.
  fileprivate let specs: [Spec]

  /// Reads requests.
  ///
  /// Defaults of a project don't apply to them, and they can't name files. They are tried in their order, unless they have
  /// priorities.
  ///
  /// - Parameters:
  ///   - text: A spec, or an array of specs, in JSON.
  ///   - name: The name of the text in diagnostics.
  /// - Throws: `SpecError` if there is an error. Then none of the requests can be used.
  package init(_ text: [UInt8], name: String) throws(SpecError) {
    let file = SpecFile(path: "/", shown: name)
    let context = Pipeline.Context(files: ProjectFiles(knownOnly: [:], Self.noFiles))
    let specs = Pipeline.readList(text, shown: name).map { Pipeline.compile($0, of: file, in: context) }
    self.specs = specs.compactMap { $0.spec?.spec }
    let diagnostics = Pipeline.link(specs) + self.specs.flatMap(\.states).map(Self.declaration)
    if diagnostics.hasErrors { throw SpecError(diagnostics) }
    let read = specs.flatMap { spec -> [[ResponseSet]] in
      // The requests of collections follow the written ones, and have no places.
      let places = spec.reading.root?.value("requests")?.entries.map { Self.place(of: $0.value) } ?? []
      return (spec.spec?.requests ?? []).enumerated().map { number, request in
        let sets = request.alternatives.map(\.responseSet)
        guard number < places.count, let place = places[number] else { return sets }
        return sets.map { set in set.with { $0.range = place } }
      }
    }
    requests = read.enumerated().sorted { ($1.element[0].priority, $0.offset) < ($0.element[0].priority, $1.offset) }
      .map(\.element)
  }

  /// The location in the source code of the other process, such as `ShopUITests/LoginTests.swift:12:5`.
  private static func place(of request: Node) -> SourceRange? {
    guard let parts = request.value(placeKey)?.text.split(separator: ":"), parts.count == 3, let line = Int(parts[1]),
      let column = Int(parts[2]), (1...1_000_000_000).contains(line), (1...1_000_000_000).contains(column)
    else { return nil }
    let origin = SourcePosition(line: line, column: column)
    return SourceRange(file: SourceFile(path: String(parts[0]), bytes: [], origin: origin), bytes: 0..<0)
  }

  private static func declaration(of state: StateDeclaration) -> Diagnostic {
    Diagnostic(
      .error, "unknown-key", "requests that are handed over can't declare the state '\(state.name.excerpt)'",
      at: state.name.range, help: "declare it in a spec of the app")
  }

  private static let noFiles = ProjectFiles.Refusal(
    code: "outside-root", reason: "can't be read",
    help: "write its content; requests that are handed over name no files")
}

extension MockSession {
  /// Adds requests that another process has handed over, like requests built in code, but before all others, whatever
  /// their paths are.
  ///
  /// A request gets a number after its name if another one has the name.
  ///
  /// - Parameters:
  ///   - handedOver: The requests; the last ones are tried first.
  ///   - knowsStates: Whether the project declares all states. Otherwise, a server does.
  /// - Throws: `SpecError` for states and values that the project doesn't declare. Then nothing changes.
  package func add(_ handedOver: [HandedOverRequests], knowsStates: Bool = true) throws(SpecError) {
    try changeOverlay { overlay, project throws(SpecError) in
      let problems =
        knowsStates
        ? StateCheck(handedOver.flatMap(\.specs), beside: project.usableStates(beside: overlay)).problems(.all) : []
      if !problems.isEmpty { throw SpecError(problems.sortedByPlace()) }
      var names: Set<String> = []
      let sets = handedOver.reversed().flatMap(\.requests).enumerated().flatMap { offset, sets in
        let first = sets[0].name
        var name = first
        var number = 1
        while overlay[name] != nil || !names.insert(name).inserted {
          number += 1
          name = "\(first) (\(number))"
        }
        return sets.map { set in set.with { ($0.name, $0.priority) = (name, HandedOverRequests.priority - offset) } }
      }
      return overlay.adding(sets, over: project.sets)
    }
  }
}

extension ResponseSet {
  /// Returns a copy with other parts.
  fileprivate func with(_ change: (inout Content) -> Void) -> ResponseSet {
    var content = content
    change(&content)
    return ResponseSet(content)
  }
}
