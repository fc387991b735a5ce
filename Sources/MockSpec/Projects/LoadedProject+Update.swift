import MockSpecDiagnostics

extension LoadedProject {
  /// Returns the project with the specs of a new reading. The costs depend on what has changed; in proportion to the
  /// project, only a few flat lists are copied.
  ///
  /// - Parameters:
  ///   - reading: A reading of the same project.
  ///   - number: The number of the new snapshot.
  /// - Returns: `nil` if the change isn't confined to requests, if it affects most of them, or if there may be errors or
  ///   new warnings. The project must then be loaded as a whole.
  func updated(with reading: ProjectReading, number: Int) -> LoadedProject? {
    guard let resolved, let sets, reading.canReplace(newest), !held.hasUnknownNames,
      let newestChange = UnitChange(from: newest.units, to: reading.units),
      // States are checked across files, and a file with collections can be large.
      !(newestChange.old + newestChange.new + held.units).contains(where: \.sharesNames),
      let (served, held) = versions(of: newestChange, in: reading, sets)
    else { return nil }
    let units =
      held.isEmpty && self.held.isEmpty ? newestChange : UnitChange(from: self.reading.units, to: served.units)
    guard let change = units.flatMap({ ProjectChange(of: resolved, sets, $0) }) else { return nil }
    var summary = summary
    summary.files = served.units.count
    for unit in change.units.old { summary.add(unit, times: -1) }
    for unit in change.units.new { summary.add(unit) }
    return LoadedProject(
      reading: served, newest: reading, held: held, resolved: change.applied(to: resolved),
      sets: ResponseSets(
        sets, number: number, loaded: change.applied(to: sets.loaded), summary: summary, heldFiles: held.files,
        compiler: ProjectCompiler(served)), found: found,
      summary: summary, reportedPairs: change.applied(to: reportedPairs, of: resolved),
      reportedSpecs: ReportedSpecs(after: reportedSpecs, change.units))
  }

  /// Returns which versions are served after a change, and which aren't.
  ///
  /// - Returns: `nil` if the change can affect what is reported of other files.
  private func versions(
    of change: UnitChange, in reading: ProjectReading, _ sets: ResponseSets
  ) -> (served: ProjectReading, held: HeldFiles)? {
    let new = change.new
    if held.specs.isEmpty, new.allSatisfy(\.isValid) { return (reading, held) }
    // Otherwise, a spec that is still being written can be found in the place of one that is kept.
    guard let discovery = reading.discovery, reading.lacking.isEmpty, reading.units.count == discovery.specs.count
    else { return nil }
    let changed = Set((change.old + new).map(\.path))
    let known = Dictionary(held.specs.map { ($0.path, $0) }) { first, _ in first }
    let isHeldChanged = changed.contains { known[$0] != nil } || !new.allSatisfy(\.isValid)
    // Scenes can name the requests of specs that aren't served.
    if isHeldChanged, !reading.project.scenes.isEmpty { return nil }
    let places = changed.union(known.keys).compactMap(discovery.place).sorted()
    let earlier = Dictionary(change.changed.map { ($0.new.path, $0.old) }) { first, _ in first }
    let specs = places.map { place in
      let unit = reading.units[place]
      let served = known[unit.path].map(\.earlier) ?? earlier[unit.path]
      return ServedVersions.Spec(unit.path, newest: unit, earlier: served)
    }
    let removed = change.removed.flatMap { [$0.unit] + [known[$0.unit.path]?.earlier].compactMap(\.self) }
    let files = Set((specs.compactMap(\.earlier) + removed).map(\.reading.file.shown))
    let versions = ServedVersions(specs) { name in
      sets.loaded[name].flatMap { files.contains($0.range.file.path) ? nil : $0.range }
    }
    let held = self.held.replacing(versions.held)
    // Their warnings are those of the project.
    if (self.held.specs + held.specs).contains(where: { $0.isNewAndEmpty && changed.contains($0.path) }) { return nil }
    var units = reading.units
    for (place, spec) in zip(places, versions.specs).reversed() where spec.served !== spec.newest {
      if let served = spec.served { units[place] = served } else { units.remove(at: place) }
    }
    return (reading.serving(units, held), held)
  }
}

extension ProjectReading {
  /// Whether only specs can differ.
  fileprivate func canReplace(_ other: ProjectReading) -> Bool {
    // Scenes can name requests of specs that aren't read yet.
    let isWhole = lacking.isEmpty && other.lacking.isEmpty
    return goesTogether(with: other) && hasSameHeldSettings(as: other) && (isWhole || project.scenes.isEmpty)
      && !units.isEmpty && !other.units.isEmpty
      && !hasDiagnosedSearch && !other.hasDiagnosedSearch
  }

  private var hasDiagnosedSearch: Bool { discovery?.diagnostics.isEmpty == false }
}

/// The change of a project without errors of which some specs have changed, been added or removed.
private struct ProjectChange {
  let units: UnitChange
  /// Requests that take the places of earlier ones with the same name, path and origin.
  private var replaced: [(place: Int, request: ResolvedRequest)] = []
  /// The indexes of the removed requests.
  private var removed: Set<Int> = []
  /// The new requests in the order in which they are tried, each with the index of its spec.
  private var inserted: [(order: Int, request: ResolvedRequest)] = []
  /// The change of the list of requests; `nil` if it has none.
  private var rearrangement: Rearrangement?

  /// - Returns: `nil` if there may be errors, or if the project is better loaded as a whole.
  init?(of project: ResolvedProject, _ sets: ResponseSets, _ units: UnitChange) {
    self.units = units
    for (index, old, new) in units.changed {
      guard let requests = new.checkedRequests, let earlier = old.requestsWithoutProblems else { return nil }
      if requests.elementsEqual(earlier, by: { $0.place == $1.place }) {
        for request in requests {
          guard let place = sets.loaded.place(of: request.key) else { return nil }
          replaced.append((place, request))
        }
      } else {
        guard remove(old, from: sets) else { return nil }
        inserted += requests.map { (index, $0) }
      }
    }
    for (_, unit) in units.removed where !remove(unit, from: sets) { return nil }
    for (index, unit) in units.added {
      guard let requests = unit.checkedRequests else { return nil }
      inserted += requests.map { (index, $0) }
    }
    if removed.isEmpty && inserted.isEmpty && units.keepsOrders { return }
    guard inserted.count + removed.count < max(1000, project.requests.count / 4), hasNewNames(in: sets),
      keepsSelections(of: sets)
    else { return nil }
    rearrange(project)
  }

  private mutating func remove(_ unit: ProjectReading.Unit, from sets: ResponseSets) -> Bool {
    guard let requests = unit.requestsWithoutProblems else { return false }
    let places = requests.compactMap { sets.loaded.place(of: $0.key) }
    removed.formUnion(places)
    return places.count == requests.count
  }

  /// Whether the names of the new requests differ from each other and from those of the others.
  private func hasNewNames(in sets: ResponseSets) -> Bool {
    var keys: Set<SetKey> = []
    return inserted.allSatisfy { _, request in
      sets.loaded.place(of: request.key).map(removed.contains) != false && keys.insert(request.key).inserted
    }
  }

  /// Whether the responses that scenes select exist, as far as the requests that were removed or inserted are concerned.
  private func keepsSelections(of sets: ResponseSets) -> Bool {
    if sets.scenes.isEmpty { return true }
    let new = Dictionary(inserted.map { ($1.spec.name.value, $1) }) { first, _ in first }
    return (removed.map { sets.loaded.sets[$0].name } + new.keys).allSatisfy { name in
      sets.scenes.values.allSatisfy { selections in
        guard let response = selections[name] else { return true }
        return new[name]?.responses.contains { $0.spec.name.value == response } == true
      }
    }
  }

  private mutating func rearrange(_ project: ResolvedProject) {
    // Those of a spec are in order.
    let ranked = inserted.enumerated().map { offset, new in
      (rank: Rank(new.request, order: new.order, position: offset), new: new)
    }.sorted { $0.rank < $1.rank }
    inserted = ranked.map(\.new)
    // Removed requests can be in any order among themselves, so a place among them isn't exact.
    var last = 0
    let places = ranked.map { rank, _ in
      last = max(last, project.place(of: rank, orders: units.orders))
      return last
    }
    rearrangement = Rearrangement(count: project.requests.count, removing: removed, inserting: places)
  }

  func applied(to project: ResolvedProject) -> ResolvedProject {
    var project = project
    for (place, request) in replaced { project.requests[place] = request }
    guard let rearrangement else { return project }
    project.requests = rearrangement.applied(to: project.requests, inserting: inserted.map(\.request))
    project.orders = rearrangement.applied(
      to: project.orders.map { Int32(units.orders[Int($0)]) }, inserting: inserted.map { Int32($0.order) })
    return project
  }

  func applied(to index: SetIndex) -> SetIndex {
    index.changed(
      replaced: replaced.map { ($0, $1.responseSet) }, rearrangement, inserted: inserted.map(\.request.responseSet))
  }

  /// - Parameter project: The project before the change.
  func applied(to pairs: ReportedPairs, of project: ResolvedProject) -> ReportedPairs {
    let changed = replaced.filter { $1.responseSet != project.requests[$0].responseSet }.map(\.place)
    if changed.isEmpty && rearrangement == nil { return pairs }
    var places = rearrangement?.places ?? Array(0..<Int32(project.requests.count))
    let new = changed.map { Int(places[$0]) } + (rearrangement?.inserted ?? [])
    for place in changed { places[place] = -1 }
    return ReportedPairs(after: pairs, places: places, new: new)
  }
}

extension ProjectReading.Unit {
  /// The requests with each alternative; `nil` if the spec has diagnostics.
  fileprivate var requestsWithoutProblems: [ResolvedRequest]? {
    guard reading.diagnostics.isEmpty, let spec = reading.spec, spec.diagnostics.isEmpty else { return nil }
    return spec.requests?.alternatives
  }

  /// The requests with each alternative; `nil` if the spec has diagnostics, also those of `ProjectCheck` that need no other spec.
  fileprivate var checkedRequests: [ResolvedRequest]? {
    problems.isEmpty ? reading.spec?.requests?.alternatives : nil
  }
}

extension ResolvedRequest {
  /// The parts on which its place in the list of requests depends, and that of its responses in scenes.
  fileprivate var place: Place {
    Place(
      index: IndexKey(key, matcher), rank: Rank(self, order: 0, position: 0),
      responses: responses.map { ExactText($0.spec.name.value) })
  }

  fileprivate struct Place: Equatable {
    var index: IndexKey
    var rank: Rank
    var responses: [ExactText]
  }
}

extension ResolvedProject {
  /// Returns the number of requests that precede a rank.
  ///
  /// - Parameter orders: For each spec, its index among those of the rank.
  fileprivate func place(of rank: Rank, orders: [Int]) -> Int {
    requests.indices.partitioningIndex { index in
      let request = requests[index]
      let order = orders[Int(self.orders[index])]
      return !(Rank(request, order: order, position: 0) < rank)
    }
  }
}
