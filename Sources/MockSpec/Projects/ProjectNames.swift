package import MockSpecDiagnostics

/// The names in a project that code can use, with their locations.
package struct ProjectNames: Sendable {
  /// A name as it is written in a spec.
  package struct Name: Sendable {
    package let text: String
    package let range: SourceRange
    /// The absolute path of the file.
    package let path: String
  }

  /// A request and its responses, in the order of the spec.
  package struct Request: Sendable {
    package let name: Name
    package let responses: [Name]
  }

  /// A state and its values, in the order of the spec.
  package struct State: Sendable {
    package let name: Name
    package let values: [Name]
  }

  /// The requests, in the order of their names' bytes, which doesn't depend on the files that contain them.
  package let requests: [Request]
  /// The scenes, in the same order.
  package let scenes: [Name]
  /// The states, in the same order.
  package let states: [State]
}

extension LoadedProject {
  /// The names of requests, responses, scenes, states and values; `nil` if the project has errors.
  package var names: ProjectNames? {
    guard let resolved else { return nil }
    func name(_ name: Located<String>, _ path: String) -> ProjectNames.Name {
      ProjectNames.Name(text: name.value, range: name.range, path: path)
    }
    func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
    let requests = resolved.requests.filter { $0.alternative?.isFirst != false }.map { request in
      ProjectNames.Request(
        name: name(request.spec.name, request.file.path),
        responses: request.spec.responses.map { name($0.name, request.file.path) })
    }
    let scenes = reading.project.scenes.map { name($0.name, projectFile ?? root) }
    let states = resolved.states.all.map { state in
      let path = resolved.stateFiles[state.name.value] ?? root
      return ProjectNames.State(name: name(state.name, path), values: state.values.map { name($0, path) })
    }
    return ProjectNames(
      requests: requests.sorted { precedes($0.name.text, $1.name.text) },
      scenes: scenes.sorted { precedes($0.text, $1.text) },
      states: states.sorted { precedes($0.name.text, $1.name.text) })
  }
}
