import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A key of another tool, where one of ours is meant.
///
/// `ForeignWord+Table.swift` lists them.
struct ForeignWord {
  /// What a fix can be certain about.
  enum Fix {
    /// Nothing: the value, or its meaning, differs, too.
    case none
    /// The key is renamed. The value, which has the form of the example, stays.
    case rename
    /// The number gets a unit.
    case unit(String)
  }

  /// The word as other tools write it.
  let word: String
  /// The mapping in which it appears.
  let level: Level
  /// Our key at the same level; `nil` if there is none.
  let meaning: String?
  /// The tools in which it has this name; `nil` for many.
  let tools: String?
  /// A value that the word has there, in YAML. Only a value of the same shape is meant.
  let example: String
  /// The advice in place of `write 'KEY'`.
  let advice: String?
  let fix: Fix

  init(
    _ word: String, _ level: Level, _ meaning: String?, of tools: String?, _ example: String, _ advice: String? = nil,
    fix: Fix = .none
  ) {
    self.word = word
    self.level = level
    self.meaning = meaning
    self.tools = tools
    self.example = example
    self.advice = advice
    self.fix = fix
  }

  private struct Key: Hashable {
    let level: Level
    let word: String
  }

  private static let byKey = Dictionary(grouping: all) { Key(level: $0.level, word: $0.word) }

  static func isWord(_ word: String, _ level: Level) -> Bool { byKey[Key(level: level, word: word)] != nil }

  /// Returns the meaning of an unknown key; `nil` if none is known for a value of this shape.
  static func find(_ word: String, _ level: Level, _ value: Node) -> ForeignWord? {
    let found =
      byKey[Key(level: level, word: word)]?.first { $0.shape.contains(Level.Shape(of: value)) }
      ?? ofMethod(word, level, value) ?? ofHeader(word, level, value)
    // With names inside, it is 'responses' without its last letter.
    if found?.word == "response", level == .request, value.hasOnlyNamed(.response) { return nil }
    return found
  }

  /// A method as a key: `get: /items` in `match` or in a request, or an operation in a path item of OpenAPI.
  private static func ofMethod(_ word: String, _ level: Level, _ value: Node) -> ForeignWord? {
    guard level == .match || level == .request, MethodSet.isKnown(word) else { return nil }
    let method = word.uppercased()
    if value.kind == .mapping, level == .request {
      return ForeignWord(
        word, level, "match", of: "OpenAPI", "{}",
        "write a request of its own for each method: NAME: {match: \(method) /path, responses: {…}}")
    }
    guard value.kind == .string, value.text.hasPrefix("/") || value.text.contains("://") else { return nil }
    // 'patch' can be a misspelt 'path', and 'HEAD' no 'headers', whose value is a mapping.
    let near = Suggestion.only(to: word, among: Array(level.keys.keys)).map { ", or \($0): \(value.excerpt)" } ?? ""
    return ForeignWord(
      word, level, level == .match ? "method" : "match", of: nil, "/a", "write match: \(method) \(value.excerpt)\(near)"
    )
  }

  /// A header beside the headers: `X-Token: a`.
  private static func ofHeader(_ word: String, _ level: Level, _ value: Node) -> ForeignWord? {
    guard level == .response || level == .defaults || level == .match, value.isScalar, isHeader(word) else {
      return nil
    }
    return ForeignWord(word, level, "headers", of: nil, "a", "write headers: {\(word): …}")
  }

  private static func isHeader(_ word: String) -> Bool {
    if fields.contains(word) { return true }
    guard let dash = word.firstIndex(of: "-"), word.first?.isUppercase == true else { return false }
    return word[dash...].count > 1 && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The registered names of fields without a hyphen that people write.
  private static let fields: Set = [
    "Accept", "Age", "Allow", "Authorization", "Connection", "Cookie", "Date", "ETag", "Expires", "Forwarded", "Link",
    "Location", "Origin", "Pragma", "Prefer", "Range", "Referer", "Server", "Upgrade", "Vary", "Via",
  ]

  /// Whether the word is the name of a header, of which several can be beside the headers.
  var isHeader: Bool { meaning == "headers" && Self.isHeader(word) }

  private var shape: Level.Shape {
    switch example.first {
    case "{": .mapping
    case "[": .list
    case "…": .any
    default: .scalar
    }
  }

  /// - Parameters:
  ///   - site: Where the word is.
  ///   - others: Other unknown keys of the mapping with the same meaning.
  func diagnostic(_ site: FailedPlaces.Site, others: [Node]) -> Diagnostic {
    let (key, value) = (site.key, site.value)
    let existing = existing(in: site.mapping)
    var help = advice ?? meaning.map { "write '\($0)'" } ?? ""
    if case .unit(let unit) = fix, let meaning {
      help = "write '\(meaning)' with the unit: \(meaning): \(value.excerpt)\(unit)"
    }
    if let existing {
      let name = existing.text
      let line = existing.range.start.line
      if level == .response, Self.bodies.contains(name), name != meaning || advice != nil {
        help = "a response has one body: remove '\(word)', or '\(name)' at line \(line)"
      } else if isHeader {
        help = "add \(others.isEmpty ? "it" : "them") to 'headers', which is at line \(line)"
      } else if level.child(name)?.hasNames == true {
        help = "'\(word)' means the same as '\(name)': add its content to '\(name)', at line \(line)"
      } else if isSynonym {
        help = "'\(word)' means the same as '\(name)': remove one of the two"
      }
    } else if !others.isEmpty, isHeader {
      let names = ([key] + others.prefix(3)).map { "\($0.excerpt): …" } + (others.count > 3 ? ["…"] : [])
      help = "write headers: {\(names.joined(separator: ", "))}"
    } else if !others.isEmpty, advice == nil, let meaning {
      var names = ([key] + others.prefix(3)).map { "'\($0.excerpt)'" }
      if others.count > 3 { names.append("\(others.count - 3) more") }
      help = "\(names.listed) mean the same: write '\(meaning)' once"
    }
    if let tools { help += " (in \(tools): '\(word)')" }
    return Diagnostic(
      .error, "unknown-key", "unknown key '\(key.excerpt)'", at: key.range, help: help,
      fix: existing == nil && others.isEmpty ? fix(key, value) : nil)
  }

  /// Whether the word has the meaning of our key, and isn't only told apart from it by the advice.
  private var isSynonym: Bool {
    advice?.hasPrefix("remove") != true && meaning != "sequence" && meaning != "defaults"
      && !MethodSet.isKnown(word)
  }

  /// The key that a mapping has already, and which excludes the meaning of the word.
  private func existing(in mapping: Node) -> Node? {
    guard let meaning else { return nil }
    let isBody = level == .response && Self.bodies.contains(meaning)
    let names = isBody ? [meaning] + Self.bodies : [meaning]
    return names.lazy.compactMap { mapping.entry($0)?.key }.first
  }

  private static let bodies = ["file", "json", "text", "base64"]

  private func fix(_ key: Node, _ value: Node) -> MockSpecDiagnostics.Fix? {
    guard let meaning else { return nil }
    switch fix {
    case .none: return nil
    case .rename:
      guard level.accepts(meaning, value) else { return nil }
      // Its content says what it is: 'body: {file: a.json}' isn't JSON.
      let isNested = value.kind == .mapping && value.entries.contains { level.keys[$0.key.text] != nil }
      if word == "body", isNested { return nil }
      let written = key.range.text
      let quote = written.first.map { "\"'".contains($0) ? String($0) : "" } ?? ""
      guard written == quote + key.text + quote else { return nil }
      return MockSpecDiagnostics.Fix(key.range, quote + meaning + quote)
    case .unit(let unit):
      let range = SourceRange(
        file: key.range.file, bytes: key.range.bytes.lowerBound..<value.range.bytes.upperBound)
      guard value.kind == .integer, range.text == "\(key.text): \(value.text)" else { return nil }
      return MockSpecDiagnostics.Fix(range, "\(meaning): \(value.text)\(unit)")
    }
  }
}

/// The keys of other tools in a file.
struct ForeignWords {
  /// The words by the indexes of their keys.
  private(set) var byKey: [Int: ForeignWord] = [:]
  private var meant: [Int: Set<String>] = [:]
  /// The keys about which one diagnostic suffices: those of other JSON in place of ours, and the second of two that mean
  /// the same.
  private var shared: Set<Int> = []
  /// The keys that mean the same as another one, which precedes them.
  private var others: [Int: [Node]] = [:]

  private struct Meaning: Hashable {
    let mapping: Int
    let key: String
  }

  init(_ tree: FailedPlaces) {
    var contents: Set<Int> = []
    var firsts: [Meaning: Int] = [:]
    for failure in tree.failures {
      guard let site = tree.sites[failure.node.index] else { continue }
      // What is missing beside such a key follows from it.
      if case .conflict = failure.reason, site.level == .delay {
        meant[site.mapping.index] = Set(Level.delay.keys.keys)
      }
      if site.key.text == "passthrough", site.value.kind == .bool { meant[site.key.index] = [] }
      if site.level == .error, site.key.text == "code", URLErrorName(rawValue: site.value.text) != nil {
        meant[site.mapping.index] = Set(Level.error.keys.keys)
      }
      guard case .unknownKey(let known) = failure.reason else { continue }
      if contents.contains(site.mapping.index) || site.isRestOfMatch {
        shared.insert(failure.node.index)
        continue
      }
      if meant[site.mapping.index] == nil, let advice = Self.adviceForContent(site) {
        contents.insert(site.mapping.index)
        meant[site.mapping.index] = Set(site.level.keys.keys)
        byKey[failure.node.index] = ForeignWord(failure.node.text, site.level, nil, of: nil, "…", advice)
        continue
      }
      let word = ForeignWord.find(failure.node.text, site.level, site.value)
      if let word, word.isHeader {
        let fields = Meaning(mapping: site.mapping.index, key: "headers")
        if let first = firsts[fields] {
          others[first, default: []].append(failure.node)
          shared.insert(failure.node.index)
          continue
        }
        firsts[fields] = failure.node.index
      }
      guard let meaning = word?.meaning ?? Suggestion.nearest(to: failure.node.text, among: known.prefix(64)) else {
        byKey[failure.node.index] = word
        continue
      }
      // Several can belong in one mapping of names.
      if !site.level.hasFreeContent(meaning) || meaning == "responses" {
        if let first = firsts[Meaning(mapping: site.mapping.index, key: meaning)] {
          others[first, default: []].append(failure.node)
          shared.insert(failure.node.index)
          // A misspelt key is reported as a word when there is another one.
          byKey[first] =
            byKey[first]
            ?? tree.sites[first].map { ForeignWord($0.key.text, site.level, meaning, of: nil, "…") }
          continue
        }
        firsts[Meaning(mapping: site.mapping.index, key: meaning)] = failure.node.index
      }
      guard let word else { continue }
      byKey[failure.node.index] = word
      // Of a delay, the other keys can be missing because they have other names, too.
      let all: [String] = site.level == .delay || site.level == .throttle ? Array(site.level.keys.keys) : [meaning]
      meant[site.mapping.index, default: []].formUnion(all)
    }
  }

  func diagnostic(_ word: ForeignWord, _ site: FailedPlaces.Site) -> Diagnostic {
    word.diagnostic(site, others: others[site.key.index] ?? [])
  }

  /// Returns whether a failure is that of a missing key which is there under another name.
  func isFollowOn(_ failure: SchemaFailure) -> Bool {
    if shared.contains(failure.node.index) { return true }
    if case .conflict(_, let other) = failure.reason, meant[other.index] != nil { return true }
    guard case .missingKey(let key, _) = failure.reason else { return false }
    return meant[failure.node.index]?.contains(key) == true
  }

  private static func isMethod(_ site: FailedPlaces.Site) -> Bool {
    site.value.kind == .mapping && MethodSet.isKnown(site.key.text)
  }

  /// Returns the advice for a mapping without any known key, where the content is written without the key that says what
  /// it is.
  private static func adviceForContent(_ site: FailedPlaces.Site) -> String? {
    let name = site.key.excerpt
    switch site.level {
    case .request where ForeignWord.find(site.key.text, .request, site.value)?.tools == "OpenAPI" && isMethod(site):
      let path = site.owner.flatMap { $0.text.hasPrefix("/") ? $0.excerpt : nil } ?? "/path"
      return "write a request with a name for each method: "
        + "NAME: {match: \(name.uppercased()) \(path), responses: {…}} (in OpenAPI: '\(name)')"
    case .delay where site.mapping.entry("type") != nil:
      return "write {min: 100ms, max: 2s}, or {median: 200ms, sigma: 0.5} (in WireMock: 'type')"
    case .delay where Suggestion.nearest(to: name, among: site.level.keys.keys.sorted()) == nil:
      return ForeignWord.find(name, .delay, site.value) == nil
        ? "write {min: 100ms, max: 2s}, or {median: 200ms, sigma: 0.5}" : nil
    case .throttle where Suggestion.nearest(to: name, among: site.level.keys.keys.sorted()) == nil:
      return ForeignWord.find(name, .throttle, site.value) == nil
        ? "write {bytesPerSecond: 16384}, or {chunk: 1024, every: 100ms}" : nil
    case .step where site.mapping.entry("response") == nil && site.value.kind == .integer:
      return "write {response: \(ValueForm.inFlow(name)), times: \(site.value.excerpt)}"
    case .error:
      let known = URLErrorName(rawValue: site.key.text) ?? URLErrorName(rawValue: site.value.text)
      return known.map { "write only the name: error: \($0.rawValue)" }
    case .operators where comparisons.contains(name):
      return "values are texts, which have no order: write oneOf: ['1', '2'], or matches: '^[0-9]+$'"
    case .operators where name == "type":
      return "values are texts: write matches: '^[0-9]+$' for numbers, or oneOf: ['true', 'false']"
    case .body where site.mapping.entry("mode") != nil: return postmanBody(site.mapping.value("mode")?.text)
    case .body where site.mapping.entries.first(where: { _ in true })?.key.index == site.key.index:
      let known = site.level.keys.keys.sorted()
      let isContent = site.mapping.entries.allSatisfy { entry in
        ForeignWord.find(entry.key.text, .body, entry.value) == nil
          && Suggestion.nearest(to: entry.key.text, among: known) == nil
      }
      return isContent ? "write body: {json: {\(name): …}} for JSON, or body: {form: {\(name): …}} for a form" : nil
    default: return nil
    }
  }
}

extension ForeignWords {
  private static let comparisons: Set = [
    "min", "max", "minimum", "maximum", "gt", "gte", "lt", "lte", "greaterThan", "lessThan", "between", "range",
  ]

  /// The body of a request in Postman, whose mode names the key with its content.
  private static func postmanBody(_ mode: String?) -> String {
    switch mode {
    case "urlencoded": "write form: {name: …} (in Postman: 'urlencoded')"
    case "formdata": "write multipart: {name: …} (in Postman: 'formdata')"
    case "graphql": "write graphql: {operationName: …} (in Postman: 'graphql')"
    default: "write 'text', or 'json' for JSON (in Postman: 'raw')"
    }
  }
}

extension Node {
  /// Whether all entries are mappings, and no key is one of a level.
  fileprivate func hasOnlyNamed(_ level: Level) -> Bool {
    kind == .mapping && entries.allSatisfy { $0.value.kind == .mapping && level.keys[$0.key.text] == nil }
  }
}
