extension LoadedProject {
  /// Returns the project with the specs of a new reading, in time that hardly depends on the project's size.
  ///
  /// - Parameters:
  ///   - reading: A reading of the same files.
  ///   - number: The number of the new snapshot.
  /// - Returns: `nil` if the change isn't confined to responses, such as one of a name or a path, or if there are errors
  ///   or warnings. The project must then be loaded as a whole.
  func updated(with reading: ProjectReading, number: Int) -> LoadedProject? {
    guard let resolved, let sets, reading.places === self.reading.places, reading.awaited.isEmpty else { return nil }
    let (old, new) = (self.reading.units, reading.units)
    var changes: [(place: Int, request: ResolvedRequest)] = []
    for index in old.indices where old[index] !== new[index] {
      guard let requests = new[index].replacement(for: old[index]) else { return nil }
      for request in requests {
        guard let place = sets.loaded.place(of: request.spec.name.value) else { return nil }
        changes.append((place, request))
      }
    }
    return LoadedProject(
      reading: reading, resolved: resolved.replacing(changes), sets: sets.replacing(changes, number: number),
      found: found, summary: summary,
      reportedPairs: changes.allSatisfy { $0.request.hasSameConditions(as: resolved.requests[$0.place]) }
        ? reportedPairs : ReportedPairs())
  }
}

extension ProjectReading.Unit {
  /// Returns the requests of this unit if they can take the places of those of an earlier version of it.
  fileprivate func replacement(for old: ProjectReading.Unit) -> [ResolvedRequest]? {
    guard let mine = requestsWithoutProblems, let theirs = old.requestsWithoutProblems,
      mine.elementsEqual(theirs, by: { $0.hasSamePlace(as: $1) }), let spec = reading.spec
    else { return nil }
    // Scenes aren't checked again, since no name has changed.
    var check = ProjectCheck(project: ProjectSpec(), specs: [spec], names: .all)
    return check.run().isEmpty ? mine : nil
  }

  private var requestsWithoutProblems: [ResolvedRequest]? {
    guard reading.diagnostics.isEmpty, let spec = reading.spec, spec.diagnostics.isEmpty else { return nil }
    return spec.requests
  }
}

extension ResolvedRequest {
  /// Whether both have the same place in all indexes: the same names, path, origin and rank.
  fileprivate func hasSamePlace(as other: ResolvedRequest) -> Bool {
    spec.name.value.hasSameBytes(as: other.spec.name.value) && spec.priority == other.spec.priority
      && responses.elementsEqual(other.responses) { $0.spec.name.value.hasSameBytes(as: $1.spec.name.value) }
      && !forwards && !other.forwards && matcher.path?.value == other.matcher.path?.value
      && matcher.conditionCount == other.matcher.conditionCount
      && OriginCheck(matcher) == OriginCheck(other.matcher)
  }

  /// Whether both certainly match the same calls and precede others in the same way.
  fileprivate func hasSameConditions(as other: ResolvedRequest) -> Bool {
    spec.afterSequence == other.spec.afterSequence && matcher.covers(other.matcher) && other.matcher.covers(matcher)
  }

  /// Whether a response names an origin, which the index contains.
  private var forwards: Bool { responses.contains { if case .forward = $0.outcome { true } else { false } } }
}

extension ResolvedProject {
  fileprivate func replacing(_ changes: [(place: Int, request: ResolvedRequest)]) -> ResolvedProject {
    var project = self
    for (place, request) in changes { project.requests[place] = request }
    return project
  }
}

extension ResponseSets {
  fileprivate func replacing(_ changes: [(place: Int, request: ResolvedRequest)], number: Int) -> ResponseSets {
    var sets = loaded.sets
    for (place, request) in changes { sets[place] = request.responseSet }
    return ResponseSets(self, number: number, loaded: loaded.replacing(sets))
  }
}
