import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Finds keys that are valid at another level than the one where they are, because of their indentation or because a
/// level was forgotten.
///
/// Only entries that the schema rejects are considered, so that a response can be called `headers`. All keys of one
/// mapping that belong to one other level are one diagnostic, which replaces what follows from it: the missing keys of
/// that level, and everything inside the misplaced values.
struct MisplacedKeys {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var explained: [Range<Int>] = []
  /// The keys that aren't missing, but misplaced, by the mapping that lacks them.
  private var supplied: Set<Supplied> = []
  /// The empty values that misplaced keys would fill.
  private var filled: Set<Int> = []
  /// The indexes of the misplaced keys in the document.
  private var misplaced: Set<Int> = []

  private struct Supplied: Hashable {
    let mapping: Int
    let key: String
  }

  private let places: [FailedPlaces.Place]

  init(_ tree: FailedPlaces, limit: Int) {
    places = tree.places
    var isExplained = [Bool](repeating: false, count: places.count)
    for index in places.indices where diagnostics.count < limit {
      let place = places[index]
      if let parent = place.parent, let key = place.key, isExplained[parent] || misplaced.contains(key.index) {
        isExplained[index] = true
        continue
      }
      for groups in Self.joined(groups(at: index, tree), places) { report(groups) }
    }
    explained.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Returns whether a failure follows from a misplaced key.
  func isFollowOn(_ failure: SchemaFailure) -> Bool {
    if case .missingKey(let key, _) = failure.reason, supplied.contains(.init(mapping: failure.node.index, key: key)) {
      return true
    }
    if filled.contains(failure.node.index) { return true }
    return explained.contain(failure.range.bytes.lowerBound)
  }

  // MARK: - Finding

  /// Entries of one mapping that belong to the same other level.
  struct Group {
    let place: Int
    var entries: [Node.Entry]
    var homes: [Home]
  }

  private mutating func groups(at index: Int, _ tree: FailedPlaces) -> [Group] {
    var groups: [Group] = []
    var words: [Node.Entry] = []
    reportContent(at: index, tree)
    if index == 0 { reportOtherFile(tree) }
    var followsMember = false
    for (key, value) in places[index].mapping.entries {
      if misplaced.contains(key.index) { continue }
      guard tree.hasFailures(key, value) else {
        followsMember = followsMember || value.kind == .mapping
        continue
      }
      let homes = homes(of: key, value, at: index, followsMember)
      if homes.isEmpty {
        followsMember = followsMember || places[index].level.member.map { value.resembles($0) } == true
        words.append((key, value))
        continue
      }
      let common = groups.indices.first { group in groups[group].homes.contains { homes.contains($0) } }
      if let common {
        groups[common].entries.append((key, value))
        groups[common].homes.removeAll { !homes.contains($0) }
      } else {
        groups.append(Group(place: index, entries: [(key, value)], homes: homes))
      }
    }
    // A word of another tool can be a key of ours at the level to which the keys beside it belong.
    for (key, value) in words where OtherToolKey.isWord(key.text, places[index].level) {
      let group = groups.indices.first { groups[$0].homes.contains { $0.level.accepts(key.text, value) } }
      if let group { groups[group].entries.append((key, value)) }
    }
    for group in groups.indices { groups[group].entries.sort { $0.key.index < $1.key.index } }
    return groups
  }

  /// Reports unknown keys that follow a key without a value, whose content they are.
  private mutating func reportContent(at index: Int, _ tree: FailedPlaces) {
    let level = places[index].level
    if level.hasNames { return }
    let known = level.keys.keys.sorted()
    var empty: Node.Entry?
    var content: [Node] = []
    for (key, value) in places[index].mapping.entries {
      if level.keys[key.text] != nil {
        if !content.isEmpty { break }
        empty = value.isEmptyNull && level.hasFreeContent(key.text) ? (key, value) : nil
      } else if let above = empty?.key.text, !key.text.hasPrefix("x-"),
        Level.response.keys[key.text] == nil, OtherToolKey.find(key.text, level, value)?.meaning ?? above == above,
        Suggestion.nearest(to: key.text, among: known) == nil
      {
        content.append(key)
        misplaced.insert(key.index)
        explained.append(key.bytes(withValue: value))
      }
    }
    guard let (key, value) = empty, let first = content.first else { return }
    filled.insert(value.index)
    explained.append(value.range.bytes.lowerBound..<value.range.bytes.lowerBound + 1)
    let (verb, them) = content.count == 1 ? ("belongs", "it") : ("belong", "them")
    diagnostics.append(
      Diagnostic(
        .error, "misplaced-key",
        "\(content.prefix(6).map { "'\($0.excerpt)'" }.listed) \(verb) in '\(key.excerpt)', which has no value",
        at: first.range,
        help: "indent \(them) by 2 spaces more, so that '\(key.excerpt)' contains \(them)"))
  }

  /// Returns the levels to which an entry belongs, if it isn't where it is: the nearest ones.
  ///
  /// - Parameter followsMember: Whether another entry precedes it, in which it can be.
  private func homes(of key: Node, _ value: Node, at index: Int, _ followsMember: Bool) -> [Home] {
    let level = places[index].level
    let name = key.text
    if name.hasPrefix("x-") { return [] }
    if level == .requests, value.isCollection, let parent = places[index].parent {
      return [Home(level: .collections, path: [SpecKey.collections.rawValue], ancestor: parent, distance: 1)]
    }
    if level.hasNames {
      // A value of a header can't be a mapping.
      if let member = level.member { if value.resembles(member) { return [] } } else if value.isScalar { return [] }
    } else if level.keys[name] != nil || OtherToolKey.find(name, level, value) != nil {
      return []
    }
    // The keys of messages, such as `type`, are words of other tools, too.
    let isMessage = level == .sentMessage || places[index].key?.text == SocketMessageKey.receive.rawValue
    let isNear =
      !level.hasNames && Suggestion.nearest(to: name, among: level.keys.keys.sorted().filter { $0 != "$schema" }) != nil
    var found: [Home] = []
    var up = 0
    var next: Int? = index
    while let ancestor = next {
      let place = places[ancestor]
      for home in Home.reachable[place.level] ?? [] where !(ancestor == index && home.path.isEmpty) {
        let distance = up + home.distance
        // A word of another tool is less certain than a key, or one that is misspelt.
        guard home.level.takes(name, value, words: distance <= 1 && !isNear && !isMessage) else { continue }
        found.append(Home(level: home.level, path: home.path, ancestor: ancestor, distance: distance))
      }
      up += place.level.hasNames && ancestor != index ? 0 : 1
      next = place.parent
    }
    // A named value needs a member in which it can be.
    if !followsMember { found.removeAll { $0.level.hasNames && $0.path.contains("*") } }
    // A key of ours isn't a name, nor the word of another tool.
    if found.contains(where: { !$0.level.hasNames }) { found.removeAll { $0.level.hasNames } }
    if found.contains(where: { $0.level.keys[name] != nil }) { found.removeAll { $0.level.keys[name] == nil } }
    guard let nearest = found.map(\.distance).min(), nearest <= (isNear ? 1 : 2) else { return [] }
    var homes = found.filter { $0.distance == nearest }
    if level == .socketMessage {
      // The content of an entry is sent, unless it follows an empty 'receive'.
      let isReceived = places[index].mapping.value(SocketMessageKey.receive.rawValue)?.isEmptyNull == true
      homes = homes.filter { $0.level != (isReceived ? .sentMessage : .body) }
    }
    // A path back to where the entry is leads to nothing.
    return homes.filter { home in !homes.contains { $0.level == home.level && $0.path.count < home.path.count } }
  }

  // MARK: - Reporting

  /// Reports groups whose keys belong below one key that is missing.
  private mutating func report(_ groups: [Group]) {
    for group in groups { explain(group) }
    let advices = groups.map { group in group.homes.prefix(2).map { PlacingAdvice(group, places, $0) } }
    let key = groups[0].entries[0].key
    let diagnostic =
      groups.count > 1
      ? Diagnostic(
        .error, "misplaced-key", PlacingAdvice.message(advices.map { $0[0] }), at: key.range,
        help: PlacingAdvice.help(advices.map { $0[0] }))
      : Diagnostic(
        .error, "misplaced-key", advices[0][0].message, at: key.range,
        help: advices[0].map(\.help).joined(separator: "; or "))
    diagnostics.append(diagnostic)
  }

  /// Puts groups together whose keys belong below the same missing key, such as `defaults`.
  private static func joined(_ groups: [Group], _ places: [FailedPlaces.Place]) -> [[Group]] {
    var joined: [[Group]] = []
    for group in groups {
      let key = group.missingKey(places)
      let index = joined.firstIndex { key != nil && $0[0].missingKey(places) == key }
      if let index { joined[index].append(group) } else { joined.append([group]) }
    }
    return joined
  }

  private mutating func explain(_ group: Group) {
    for home in group.homes {
      let base = places[home.ancestor].mapping
      let names = group.entries.map { OtherToolKey.find($0.key.text, home.level, $0.value)?.meaning ?? $0.key.text }
      for name in home.path.first.map({ [$0] }) ?? names { supplied.insert(.init(mapping: base.index, key: name)) }
      let target = home.target(in: base, for: group.entries)
      if target.rest.isEmpty, let mapping = target.mapping {
        for name in names { supplied.insert(.init(mapping: mapping.index, key: name)) }
      } else if let next = target.next {
        filled.insert(next.value.index)
        let start = next.value.range.bytes.lowerBound
        if next.value.isEmptyNull { explained.append(start..<start + 1) }
      }
    }
    misplaced.formUnion(group.entries.map(\.key.index))
    explained += group.entries.map { $0.key.bytes(withValue: $0.value) }
  }

  /// Reports the keys of the root of project files in a spec, or the reverse.
  private mutating func reportOtherFile(_ tree: FailedPlaces) {
    let (level, root) = (places[0].level, places[0].mapping)
    let isSpec = level == .spec
    let other: Level = isSpec ? .project : .spec
    let moved = root.entries.filter { key, value in
      level.keys[key.text] == nil && other.accepts(key.text, value) && tree.hasFailures(key, value)
    }
    guard let first = moved.first else { return }
    for (key, value) in moved {
      explained.append(key.bytes(withValue: value))
      misplaced.insert(key.index)
    }
    let isOfOther = root.entries.allSatisfy { key, _ in
      misplaced.contains(key.index) || other.keys[key.text] != nil || key.text.hasPrefix("x-")
    }
    // The file is only named as one of the other kind.
    if isOfOther { supplied.insert(.init(mapping: root.index, key: "requests")) }
    let (verb, it) = moved.count == 1 ? ("belongs", "it") : ("belong", "them")
    let wrong = isSpec ? "in the project file, not in a spec" : "in a spec, not in the project file"
    let place = isSpec ? "mockspec.yaml in the top folder of the project" : "a file whose name ends in .mock.yaml"
    diagnostics.append(
      Diagnostic(
        .error, "misplaced-key", "\(moved.map { "'\($0.key.excerpt)'" }.listed) \(verb) \(wrong)", at: first.key.range,
        help: isOfOther && isSpec
          ? "rename this file to mockspec.yaml, in the top folder of the project" : "move \(it) to \(place)"))
  }
}

extension MisplacedKeys.Group {
  /// The key that is missing around the entries, if they belong to one level below it and it isn't there.
  fileprivate func missingKey(_ places: [FailedPlaces.Place]) -> String? {
    guard homes.count == 1, let key = homes[0].path.first, key != "*" else { return nil }
    return places[homes[0].ancestor].mapping.entry(key) == nil ? key : nil
  }
}

/// A level to which an entry belongs, as a way from one of the mappings around it.
struct Home: Equatable {
  let level: Level
  /// The keys that lead down to the level; `*` is a name.
  let path: [String]
  /// The index of the mapping at which the path starts.
  var ancestor = 0
  /// The number of levels between the entry and its home. A mapping of names and its members are one level.
  let distance: Int

  /// The levels whose keys are too general, such as `name` and `type`, or those of responses.
  private static let unreachable: Set<Level> = [.step, .collections, .toolCall, .modelUsage, .modelError]

  /// The levels that can be reached downwards from each level, the nearest first.
  static let reachable: [Level: [Home]] = Dictionary(
    uniqueKeysWithValues: Level.allCases.map { start in
      var found = [Home(level: start, path: [], distance: 0)]
      var seen: Set = [start]
      var next = 0
      while next < found.count {
        let home = found[next]
        next += 1
        for (key, level) in home.level.children
        where !unreachable.contains(level) && seen.insert(level).inserted {
          let distance = home.distance + (level.hasNames ? 0 : 1)
          found.append(Home(level: level, path: home.path + [key], distance: distance))
        }
      }
      return (start, found)
    })

  /// Where a path ends in a file.
  struct Target {
    /// The mapping that was reached; `nil` if the path's first key has no mapping as its value.
    var mapping: Node?
    /// The key of that mapping.
    var key: Node?
    /// The keys of the path that the file doesn't have.
    var rest: ArraySlice<String>
    /// The first of these keys, if it has a value that isn't a mapping.
    var next: Node.Entry?
  }

  /// Follows the path in a file. A name is that of the last member before the misplaced keys, or else of the first after
  /// them.
  func target(in base: Node, for misplaced: [Node.Entry]) -> Target {
    var target = Target(mapping: base, key: nil, rest: path[...], next: nil)
    let start = misplaced[0].key.range.bytes.lowerBound
    let misplaced = Set(misplaced.map(\.key.index))
    while let step = target.rest.first, let mapping = target.mapping {
      var entry = mapping.entry(step)
      if step == "*" {
        let others = mapping.entries.filter { other in
          other.value.kind == .mapping || other.value.isEmptyNull
        }.filter { !misplaced.contains($0.key.index) }
        entry = others.last { $0.value.range.bytes.upperBound <= start } ?? others.first
      }
      guard let entry else { break }
      guard entry.value.kind == .mapping else {
        target.next = entry
        break
      }
      target.mapping = entry.value
      target.key = entry.key
      target.rest = target.rest.dropFirst()
    }
    return target
  }
}

extension Level {
  /// Returns whether an entry could be one of this level: a key of ours, a word of another tool for one, or a name with a
  /// value that has the keys of the level's members.
  fileprivate func takes(_ key: String, _ value: Node, words: Bool) -> Bool {
    if let member { return member != .operators && member != .scene && value.isLike(member) }
    return accepts(key, value) || (words && OtherToolKey.find(key, self, value) != nil)
  }
}

extension Node {
  /// Whether a value can be meant as one of a level: it is empty, or has a key that is known there, perhaps misspelt.
  fileprivate func resembles(_ level: Level) -> Bool {
    guard kind == .mapping else { return false }
    let keys = entries.map(\.key.text)
    let known = level.keys.keys.sorted()
    return keys.isEmpty
      || keys.prefix(100).contains {
        level.keys[$0] != nil || Suggestion.nearest(to: $0, among: known) != nil
      }
  }

  /// Whether a value is meant as a collection of items: it has no other keys than one, and items.
  fileprivate var isCollection: Bool { value(CollectionKey.items.rawValue) != nil && isLike(.collection) }

  /// Whether a value is a mapping with keys of a level and no others.
  fileprivate func isLike(_ level: Level) -> Bool {
    guard kind == .mapping else { return false }
    let keys = entries.map(\.key.text).filter { !$0.hasPrefix("x-") && $0 != "description" }
    guard !keys.isEmpty, keys.allSatisfy({ level.keys[$0] != nil }) else { return false }
    return level != .request || keys.contains("match") || keys.contains("responses")
  }
}
