import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The keys of other tools in a file, and the mappings that are written in another form.
struct OtherToolKeys {
  /// The words by the indexes of their keys.
  private(set) var byKey: [Int: OtherToolKey] = [:]
  /// The forms by the indexes of the first unknown keys of their mappings.
  private(set) var forms: [Int: MappingForm] = [:]
  private var followOns = FollowOns()
  /// The keys about which another diagnostic says enough: the other keys of a form, and those that mean the same as an
  /// earlier one.
  private var shared: Set<Int> = []
  /// The keys that mean the same as another one, which precedes them.
  private var others: [Int: [Node]] = [:]
  /// The first key of each meaning.
  private var firsts: [Meaning: Int] = [:]

  /// What several keys of one mapping can mean.
  private struct Meaning: Hashable {
    let mapping: Int
    /// A key of ours, or advice.
    let text: String
  }

  init(_ tree: FailedPlaces) {
    /// The mappings of which the first unknown key was seen, and whether they have another form.
    var seen: [Int: Bool] = [:]
    for failure in tree.failures {
      guard let site = tree.sites[failure.node.index] else { continue }
      followOns.add(failure, site)
      guard case .unknownKey(let known) = failure.reason else { continue }
      let mapping = site.mapping.index
      if seen[mapping] == true || site.isRestOfMatch {
        shared.insert(failure.node.index)
        continue
      }
      if seen[mapping] == nil, let form = MappingForm.find(site) {
        seen[mapping] = true
        forms[failure.node.index] = form
        followOns.add(allKeysOf: site)
        continue
      }
      seen[mapping] = false
      add(failure.node, site, tree, known)
    }
  }

  /// Adds an unknown key, if it is a word of another tool or means the same as an earlier key.
  private mutating func add(_ key: Node, _ site: FailedPlaces.Site, _ tree: FailedPlaces, _ known: [String]) {
    let word = OtherToolKey.find(key.text, site.level, site.value)
    let meaning = word?.meaning ?? Suggestion.nearest(to: key.text, among: known.prefix(64))
    if let shared = sharedMeaning(word, meaning, site) {
      if let first = firsts[shared] {
        others[first, default: []].append(key)
        self.shared.insert(key.index)
        // A misspelt key is reported as a word when there is another one.
        if byKey[first] == nil, let meaning {
          byKey[first] = tree.sites[first].map { OtherToolKey($0.key.text, site.level, meaning, of: nil, "…") }
        }
        return
      }
      firsts[shared] = key.index
    }
    guard let word else { return }
    byKey[key.index] = word
    if let meaning { followOns.add(meaning, site) }
  }

  /// The meaning that one diagnostic is about; `nil` if each of several such keys has one.
  private func sharedMeaning(_ word: OtherToolKey?, _ meaning: String?, _ site: FailedPlaces.Site) -> Meaning? {
    if let word, word.looksLikeHeader { return Meaning(mapping: site.mapping.index, text: "headers") }
    if let word, let advice = word.advice, word.meaning == nil || word.meaning == "defaults" {
      return Meaning(mapping: site.mapping.index, text: advice)
    }
    // Several can belong in one mapping of names.
    guard let meaning, !site.level.hasFreeContent(meaning) || meaning == "responses" else { return nil }
    return Meaning(mapping: site.mapping.index, text: meaning)
  }

  func diagnostic(_ word: OtherToolKey, _ site: FailedPlaces.Site) -> Diagnostic {
    word.diagnostic(site, others: others[site.key.index] ?? [])
  }

  /// Returns whether a failure follows from a key of another tool, or another diagnostic says enough about it.
  func isFollowOn(_ failure: SchemaFailure) -> Bool {
    shared.contains(failure.node.index) || followOns.contains(failure)
  }
}

/// The failures that follow from others.
private struct FollowOns {
  /// The keys that aren't missing in a mapping, by its index: they are there under another name, or can't be there.
  private var spared: [Int: Set<String>] = [:]
  /// The keys whose conflicts with others follow from their values, and the values of keys in conflict.
  private var voided: Set<Int> = []

  mutating func add(_ failure: SchemaFailure, _ site: FailedPlaces.Site) {
    // Of two keys that belong to different forms, one goes.
    if case .conflict = failure.reason, site.level == .delay { add(allKeysOf: site) }
    if site.level == .response, site.key.text == "passthrough", site.value.kind == .bool {
      voided.insert(site.key.index)
    }
    addStream(failure, site)
    // A call in place of states.
    if site.level == .request, site.key.text == RequestKey.when.rawValue, site.value.kind == .string {
      spared[site.mapping.index, default: []].insert(RequestKey.match.rawValue)
    }
    if site.level == .error, site.key.text == "code", URLErrorName(rawValue: site.value.text) != nil {
      add(allKeysOf: site)
    }
  }

  private mutating func addStream(_ failure: SchemaFailure, _ site: FailedPlaces.Site) {
    let isOutcome = site.level == .response && ["stream", "websocket"].contains(site.key.text)
    switch failure.reason {
    case .wrongType where isOutcome && failure.node.index == site.value.index: voided.insert(site.key.index)
    case .conflict where site.level == .response && site.mapping.entry("websocket") != nil:
      voided.insert(site.value.index)
    case .conflict where site.level == .socketMessage: spared[site.mapping.index, default: []].insert("send")
    // The keys of a model's reply are reported by the decoder.
    case .missingKey("events", _)
    where [StreamKey.text, .toolCalls, .model, .usage, .finish, .error].contains {
      site.value.entry($0.rawValue) != nil
    }:
      spared[site.value.index, default: []].insert("events")
    case _ where site.level == .stream && site.key.text == StreamKey.format.rawValue:
      spared[site.mapping.index, default: []].insert("events")
    default: break
    }
  }

  mutating func add(allKeysOf site: FailedPlaces.Site) {
    spared[site.mapping.index, default: []].formUnion(site.level.keys.keys)
  }

  mutating func add(_ key: String, _ site: FailedPlaces.Site) {
    // Of a delay, the other keys can be missing because they have other names, too.
    if site.level == .delay || site.level == .throttle { return add(allKeysOf: site) }
    spared[site.mapping.index, default: []].insert(key)
  }

  func contains(_ failure: SchemaFailure) -> Bool {
    switch failure.reason {
    case .missingKey(let key, _): spared[failure.node.index]?.contains(key) == true
    case .conflict(_, let other): voided.contains(other.index) || voided.contains(failure.node.index)
    default: voided.contains(failure.node.index)
    }
  }
}
