extension ProjectReader {
  /// Reads only what some changed files affect: the specs among them, and those that name them. Neither folders nor other
  /// files are looked at.
  ///
  /// - Parameters:
  ///   - changed: The absolute paths of the only files that can have changed since the previous reading. Some may be new,
  ///     and some removed.
  ///   - attempts: The maximum number of times that the files are read.
  ///   - missing: Returns the names that may have been missing during the reading; `nil` if removals aren't watched.
  /// - Returns: `nil` if other files can be affected, or if files go on changing.
  func read(onlyChanged changed: Set<String>, attempts: Int, _ missing: () -> MissingNames?) -> ProjectReading? {
    guard var result = previous, let earlier = result.discovery, !result.isMixed, result.absent.isEmpty,
      earlier.brokenLinks.isEmpty, result.lacking.isEmpty, result.units.count == earlier.specs.count
    else { return nil }
    var discovery = earlier
    // Those that wait for a file can name it in a version that isn't known yet.
    let held = result.held.isEmpty ? [] : result.units.filter { [held = result.held] in held.contains($0.path) }
    var affected = Dictionary(held.map { ($0.path, $0) }) { first, _ in first }
    var identities: Set<FileSystem.Identity> = []
    var added: [String] = []
    var removed: [ProjectReading.Unit] = []
    for path in changed {
      let places = result.places(of: path)
      guard let found = source.find(path) else {
        guard missing()?.mayReturn(path, wasThere: true) == false, Discovery.isSpec(FilePath.name(path)) else {
          return nil
        }
        // A new file can be gone already.
        if places.isEmpty, earlier.diagnostics.isEmpty { continue }
        guard let place = places.first, places.count == 1, result.units[place].path == path,
          !result.units[place].isShared, discovery.remove(path)
        else { return nil }
        removed.append(result.units[place])
        continue
      }
      // If case doesn't matter, a file is found by several names.
      guard found.kind == .file, !found.isLink, !found.version.isShared, !Mounts.shared.isMountPoint(path),
        identities.insert(found.identity).inserted
      else { return nil }
      for place in places { affected[result.units[place].path] = result.units[place] }
      // A spec can be a body, too.
      if places.isEmpty || Discovery.isSpec(FilePath.name(path)), discovery.place(of: path) == nil {
        guard discovery.add(path) else { return nil }
        added.append(path)
      }
    }
    for unit in removed {
      // Equal paths of different bytes are different files.
      if let other = affected.removeValue(forKey: unit.path), other !== unit { return nil }
    }
    if affected.values.contains(where: \.isShared) { return nil }
    let files = (affected.keys + added).compactMap { path in discovery.place(of: path).map { discovery.specs[$0] } }
    var read = files.map { affected[$0.path] }
    for _ in 0..<attempts {
      let bodies = self.files(for: result, knownTo: read.compactMap(\.self))
      let reader = reader(discovery, Pipeline.Context(defaults: result.project.defaults, files: bodies), bodies)
      let now = zip(files, read).map { reader($0, $1) }
      // Of a new spec, there is no earlier version.
      if now.contains(where: { $0.lacksFiles || $0.isBusy && affected[$0.path] == nil }) { return nil }
      read = now
      guard now.allSatisfy({ $0.isBusy || $0.isCurrent(in: source) }) else { continue }
      let busy = now.filter(\.isBusy)
      result.held = Set(busy.map(\.path))
      result.awaited = Set(busy.flatMap(\.inputs).filter(\.isBusy).map(\.path))
      let whole = now.map { unit in unit.isBusy ? affected[unit.path] ?? unit : unit }
      result.replace(affected.values + removed, with: whole, discovery)
      result.isSettled = true
      return result
    }
    return nil
  }
}

extension ProjectReading {
  /// Returns the indexes of the specs that a file is, or that name it.
  ///
  /// - Parameter path: An absolute path.
  fileprivate func places(of path: String) -> [Int] {
    ([path] + namedFiles[path]).compactMap { discovery?.place(of: $0) }
  }

  /// Replaces specs of the previous reading.
  ///
  /// - Parameters:
  ///   - old: The specs that have changed or were removed.
  ///   - new: The specs that have changed or were added.
  ///   - discovery: The search with the new files.
  fileprivate mutating func replace(_ old: [Unit], with new: [Unit], _ discovery: Discovery) {
    let kept = Set(new.map(\.path))
    let removed = old.filter { !kept.contains($0.path) }.compactMap { self.discovery?.place(of: $0.path) }
    for place in removed.sorted(by: >) { units.remove(at: place) }
    let places = new.compactMap { unit in discovery.place(of: unit.path).map { (place: $0, unit: unit) } }
    // In order, so that all before a place are there already.
    for (place, unit) in places.sorted(by: { $0.place < $1.place }) {
      if place < units.count, units[place].path == unit.path {
        units[place] = unit
      } else {
        units.insert(unit, at: place)
      }
    }
    let (before, after) = (old.inputPaths, new.inputPaths)
    if before != after { namedFiles = namedFiles.replacing(old, with: new) }
    newPaths = Set(after.values.joined()).subtracting(before.values.joined())
    self.discovery = discovery
  }
}

extension [ProjectReading.Unit] {
  /// The paths of the files of each spec, by the spec's path.
  fileprivate var inputPaths: [String: [String]] {
    Dictionary(map { ($0.path, $0.inputs.map(\.path)) }) { first, _ in first }
  }
}
