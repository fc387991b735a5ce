import HTTPTypes
public import MockSpecDiagnostics

/// What a reload has changed.
public struct Reload: Sendable {
  /// The size of the new version.
  public let summary: ProjectSummary
  /// The files that were added, removed or changed, sorted; relative to the working directory if they are inside it, else
  /// absolute.
  public let files: [String]
  /// The names of the added requests, in the order in which requests are tried.
  public internal(set) var added: [String] = []
  /// The names of the requests of which a condition, a response or the priority has changed.
  public internal(set) var changed: [String] = []
  /// The names of the removed requests.
  public internal(set) var removed: [String] = []
  /// Whether something else has changed: a scene, a state, a setting of the project, or the order of other requests.
  public internal(set) var changesOrderOrSettings = false
  /// The names of the requests that never answer any more, because another one always answers first.
  public internal(set) var unreachable: [String] = []
  /// The warnings that the version before didn't have. In the same file, the same warning at another place isn't new.
  public internal(set) var warnings: [Diagnostic] = []
  /// The files whose newest version isn't served, since it has errors. Never any with ``BrokenFiles/refuse``.
  public let heldFiles: [HeldFile]
  /// The errors in these files that the version before didn't have.
  public let errors: [Diagnostic]
  /// Notices, each on one line: selections that no longer exist, files that are open for writing but were read, settings
  /// that need a restart.
  public let notices: [String]
  /// The time from the beginning of the load until the new version answered.
  public let duration: Duration
  /// The settings of the server before and after the reload.
  package let serverSettings: (old: ProjectSettings.Server, new: ProjectSettings.Server)
  /// The new version.
  package let sets: ResponseSets?

  /// - Parameters:
  ///   - project: The new version.
  ///   - last: The version before.
  package init(of project: LoadedProject, after last: LoadedProject, notices: [String], duration: Duration) {
    summary = project.summary
    files = project.changedFiles(since: last)
    heldFiles = project.heldFiles
    errors = project.newErrors(after: last)
    self.notices = notices
    self.duration = duration
    serverSettings = (last.reading.project.settings.server, project.reading.project.settings.server)
    sets = project.sets
    guard let new = project.sets, let old = last.sets else { return }
    changesOrderOrSettings =
      new.settings != old.settings || new.scenes != old.scenes || new.sceneStates != old.sceneStates
      || new.states != old.states
    compare(new, old)
  }

  /// Compares the requests of two versions. Only those that aren't the same object in both, in the same order, are looked up.
  private mutating func compare(_ new: ResponseSets, _ old: ResponseSets) {
    var rest = old.sets.unshared(with: new.sets).makeIterator()
    var first = rest.next()
    /// The requests from `first` on that aren't compared again.
    var passed: Set<SetKey> = []
    /// Whether a request can be listed several times, once for each of its alternatives.
    var hasAlternatives = false
    for set in new.sets.unshared(with: old.sets) {
      if first === set {
        first = rest.next()
        continue
      }
      if set.alternative != nil { hasAlternatives = true }
      guard let earlier = old[set.key] else {
        if old[set.name] == nil { added.append(set.name) } else { changed.append(set.name) }
        continue
      }
      if set != earlier { changed.append(set.name) }
      while let next = first, next !== earlier {
        let now = new[next.key]
        if now == nil { remove(next, new) }
        guard now != next || passed.contains(next.key) else { break }
        first = rest.next()
      }
      if first === earlier {
        first = rest.next()
      } else {
        if set == earlier { changesOrderOrSettings = true }
        passed.insert(set.key)
      }
    }
    while let set = first {
      if set.alternative != nil { hasAlternatives = true }
      if new[set.key] == nil { remove(set, new) }
      first = rest.next()
    }
    guard hasAlternatives else { return }
    for list in [\Self.added, \Self.changed, \Self.removed] {
      var names: Set<String> = []
      self[keyPath: list].removeAll { !names.insert($0).inserted }
    }
  }

  /// Lists a request that is no longer there, or that has lost an alternative.
  private mutating func remove(_ set: ResponseSet, _ new: ResponseSets) {
    if new[set.name] == nil { removed.append(set.name) } else { changed.append(set.name) }
  }
}

extension Reload: CustomStringConvertible {
  /// One line, such as `reloaded (12 requests, 31 responses, 4 files) in 3 ms: login.mock.yaml; changed 'Login'`.
  public var description: String {
    var parts = [Self.list(files)]
    let quoted = [("added", added), ("changed", changed), ("removed", removed)].filter { !$0.1.isEmpty }
    parts += quoted.map { "\($0) \(Self.list($1.map { "'\($0)'" }))" }
    if !unreachable.isEmpty {
      let never = unreachable.count == 1 ? "never answers" : "never answer"
      parts.append("\(Self.list(unreachable.map { "'\($0)'" })) \(never) now")
    }
    if changesOrderOrSettings {
      parts.append("settings or order changed")
    } else if quoted.isEmpty {
      parts.append("no request changed")
    }
    if !heldFiles.isEmpty { parts.append(heldFiles.sentence) }
    return "reloaded (\(summary)) in \(Self.milliseconds(duration)): "
      + parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Returns up to three of the names, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { DisplayText($0.count > 200 ? $0.prefix(200) + "…" : $0).text }
    let list = shown.joined(separator: ", ")
    return names.count > 3 ? "\(list) and \(names.count - 3) more" : list
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return microseconds < 9950
      ? "\((microseconds / 100).rounded() / 10) ms" : "\(Int((microseconds / 1000).rounded())) ms"
  }
}

/// The warnings of the last version that was reported.
package struct ReportedWarnings: Sendable {
  private struct Warning: Hashable {
    let file: String
    let code: String
    let message: String

    init(_ diagnostic: Diagnostic) { (file, code, message) = (diagnostic.file, diagnostic.code, diagnostic.message) }
  }

  private var warnings: [Warning: Int]
  private var unreachable: Set<String>

  package init(_ project: LoadedProject) {
    warnings = Self.counted(project.diagnostics)
    unreachable = Set(project.unreachable)
  }

  private static func counted(_ diagnostics: [Diagnostic]) -> [Warning: Int] {
    diagnostics.reduce(into: [:]) { counts, found in
      counts[Warning(found), default: 0] += 1
    }
  }

  /// Adds what is new in a project to a reload, and remembers it.
  package mutating func report(_ project: LoadedProject, in reload: inout Reload) {
    var known = warnings
    reload.warnings = project.diagnostics.filter { found in
      let warning = Warning(found)
      known[warning, default: 0] -= 1
      return known[warning, default: 0] < 0
    }
    reload.unreachable = project.unreachable.filter { !unreachable.contains($0) }
    self = ReportedWarnings(project)
  }
}

extension LoadedProject {
  /// The names of the requests about which `unreachable-request` warns.
  fileprivate var unreachable: [String] {
    let ranges = Set(diagnostics.filter { $0.code == UnreachableRequest.name }.compactMap(\.range))
    return ranges.isEmpty ? [] : (sets?.requests ?? []).filter { ranges.contains($0.range) }.map(\.name)
  }

  /// The files that were added, removed or changed, as shown to users.
  fileprivate func changedFiles(since earlier: LoadedProject) -> [String] {
    var (old, new) = (
      [earlier.reading.settings?.input].compactMap(\.self), [reading.settings?.input].compactMap(\.self)
    )
    if let change = UnitChange(from: earlier.reading.units, to: reading.units) {
      old += change.old.flatMap(\.inputs)
      new += change.new.flatMap(\.inputs)
    } else {
      (old, new) = (earlier.reading.inputs, reading.inputs)
    }
    let known = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
    let changed = new.filter { input in
      known[input.path].map { !$0.hasSameContent(as: input) } ?? !earlier.uses(input.path)
    }
    let removed = Set(known.keys).subtracting(new.map(\.path)).filter { !uses($0) }
    return removed.union(changed.map(\.path)).map { FilePath.shown($0, in: reading.workingDirectory) }.sorted()
  }
}

extension LoadedProject {
  /// Returns whether a file is a spec that is served, or is named by a spec.
  fileprivate func uses(_ path: String) -> Bool {
    if let spec = held.specs.first(where: { $0.path == path }) { return spec.earlier != nil }
    return !reading.namedFiles[path].isEmpty || reading.discovery?.place(of: path) != nil
  }
}
