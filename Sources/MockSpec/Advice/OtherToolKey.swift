import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A key of another tool, where one of ours is meant.
///
/// `OtherToolKey+Table.swift` lists them.
struct OtherToolKey {
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
  static func find(_ word: String, _ level: Level, _ value: Node) -> OtherToolKey? {
    let found =
      byKey[Key(level: level, word: word)]?.first { $0.shape.contains(Level.Shape(of: value)) }
      ?? ofMethod(word, level, value) ?? ofHeader(word, level, value) ?? ofNegation(word, level, value)
    // With names inside, it is 'responses' without its last letter.
    if found?.word == "response", level == .request, value.hasOnlyNamed(.response) { return nil }
    // With lists inside, it is a declaration.
    if found?.word == "states", value.entries.allSatisfy({ $0.value.kind == .sequence }) { return nil }
    return found
  }

  /// A method as a key: `get: /items` in `match` or in a request, or an operation in a path item of OpenAPI.
  private static func ofMethod(_ word: String, _ level: Level, _ value: Node) -> OtherToolKey? {
    guard level == .match || level == .request || level == .callback, MethodSet.isKnown(word) else { return nil }
    let method = word.uppercased()
    if value.kind == .mapping, level == .request {
      return OtherToolKey(
        word, level, "match", of: "OpenAPI", "{}",
        "write a request of its own for each method: NAME: {match: \(method) /path, responses: {…}}")
    }
    guard value.kind == .string, value.text.hasPrefix("/") || value.text.contains("://") else { return nil }
    // 'patch' can be a misspelt 'path', and 'HEAD' no 'headers', whose value is a mapping.
    let near = Suggestion.only(to: word, among: Array(level.keys.keys)).map { ", or \($0): \(value.excerpt)" } ?? ""
    let key = level == .callback ? "call" : "match"
    return OtherToolKey(
      word, level, level == .match ? "method" : key, of: nil, "/a", "write \(key): \(method) \(value.excerpt)\(near)")
  }

  /// A key of ours with a negation: `notContains`, `noTemplate`.
  private static func ofNegation(_ word: String, _ level: Level, _ value: Node) -> OtherToolKey? {
    guard value.isScalar, word.utf8.count < 24, let first = word.first, first.isLowercase, level.keys[word] == nil,
      let known = level.keys.keys.sorted().first(where: { $0.count < word.count && Suggestion.isNegation(word, $0) })
    else { return nil }
    let help =
      switch (level, known) {
      case (.operators, "present"): "write 'present: false'"
      case (.operators, "ignoreCase"): "remove it: case counts without 'ignoreCase'"
      case (.operators, _): "write not: {\(known): …}"
      case (_, "enabled"), (_, "template"), (_, "cors"), (_, "exactQuery"): "write '\(known): false'"
      default: "remove it: without '\(known)', there is none"
      }
    return OtherToolKey(word, level, known, of: nil, "true", help)
  }

  /// A header beside the headers: `X-Token: a`.
  private static func ofHeader(_ word: String, _ level: Level, _ value: Node) -> OtherToolKey? {
    guard level == .response || level == .defaults || level == .match, value.isScalar, FieldNames.isLikely(word) else {
      return nil
    }
    return OtherToolKey(word, level, "headers", of: nil, "a", "write headers: {\(word): …}")
  }

  /// Whether the word is the name of a header, of which several can be beside the headers.
  var looksLikeHeader: Bool { meaning == "headers" && FieldNames.isLikely(word) }

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
        help = "remove '\(word)': the body is in '\(name)', at line \(line)"
      } else if looksLikeHeader {
        help = "add \(others.isEmpty ? "it" : "them") to 'headers', which is at line \(line)"
      } else if level.child(name)?.hasNames == true {
        help = "'\(word)' means the same as '\(name)': add its content to '\(name)', at line \(line)"
      } else if isSynonym {
        help = "remove '\(word)': it means the same as '\(name)', which is at line \(line)"
      }
    } else if !others.isEmpty, looksLikeHeader {
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

extension Node {
  /// Whether all entries are mappings, and no key is one of a level.
  fileprivate func hasOnlyNamed(_ level: Level) -> Bool {
    kind == .mapping && entries.allSatisfy { $0.value.kind == .mapping && level.keys[$0.key.text] == nil }
  }
}
