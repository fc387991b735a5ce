import MockSpecDiagnostics
import MockSpecDocument

/// The look-alike characters of one line that are in the place of its structure: in the indentation, as dashes, colons,
/// commas and brackets, and as quotes around a whole key or value.
///
///     – “status”： 200, text: see “this”        the dash, the colon and the first two quotes
///
/// Each line is examined alone, from its start. What is in quotes and in comments is skipped.
struct LineStructure {
  enum Kind { case indentation, quote, other }

  /// A character and the text that is meant by it.
  struct Replacement {
    let found: LookalikeText.Found
    let text: String
    let kind: Kind
  }

  private struct Character {
    let scalar: Unicode.Scalar
    let found: LookalikeText.Found?
    /// The ASCII character that it is or looks like.
    let meaning: Unicode.Scalar

    var isBlank: Bool { meaning == " " || meaning == "\t" }
    /// Whether nothing is drawn for it.
    var isSpace: Bool { found?.character.isInvisible ?? isBlank }
  }

  private(set) var replacements: [Replacement] = []
  /// The number of characters before the first one that isn't a space.
  private(set) var indentation = 0
  private let format: DocumentParser.Format
  private let characters: [Character]
  private var index = 0

  /// - Parameters:
  ///   - line: The bytes of the line.
  ///   - found: Its look-alike characters.
  init(_ line: ArraySlice<UInt8>, _ found: [LookalikeText.Found], _ format: DocumentParser.Format) {
    self.format = format
    let byOffset = Dictionary(uniqueKeysWithValues: found.map { ($0.bytes.lowerBound, $0) })
    var offset = line.startIndex
    characters = String(decoding: line, as: UTF8.self).unicodeScalars.map { scalar in
      defer { offset += UTF8.width(scalar) }
      let found = byOffset[offset]
      return Character(scalar: scalar, found: found, meaning: found?.meanings[0].unicodeScalars.first ?? scalar)
    }
    if format == .json { readJSON() } else { readYAML() }
  }

  /// Returns the text that is meant by a character inside a key or a value.
  static func meaning(of found: LookalikeText.Found, in source: SourceFile) -> String {
    let (before, after) = (source.bytes[..<found.bytes.lowerBound].last, source.bytes[found.bytes.upperBound...].first)
    let isAfterDigit = before.map { 0x30...0x39 ~= $0 } ?? false
    switch found.character.scalar {
    // `2с` and `20мс` are durations; before `с`, `м` has two bytes.
    case "с":
      let units = [UInt8(ascii: "m")] + Array("м".utf8.suffix(1))
      return isAfterDigit || before.map(units.contains) ?? false ? "s" : "c"
    default:
      // Neither a number and its unit nor the digits of a number have a space between them.
      let isInNumber = isAfterDigit && after.map { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 >= 0xD0 } ?? false
      return found.character.isInvisible && isInNumber ? "" : found.meanings[0]
    }
  }

  // MARK: - YAML

  private mutating func readYAML() {
    while let next, next.isSpace {
      add(nil, .indentation)
      index += 1
    }
    indentation = index
    while let next, next.meaning == "-", index + 1 < characters.count, characters[index + 1].isSpace {
      add()
      index += 1
      skipBlanks()
    }
    var brackets: [Unicode.Scalar] = []
    var isKey = true
    while true {
      skipBlanks()
      guard let next else { return }
      switch next.meaning {
      case "#" where next.found == nil, "|" where !isKey, ">" where !isKey: return
      case "{", "[":
        add()
        index += 1
        brackets.append(next.meaning)
        isKey = true
        continue
      case "\"", "'":
        if let end = closing(next) {
          addQuotes(until: end)
          index = end + 1
        } else if next.found == nil {
          return
        }
      default: break
      }
      guard readPlain(&brackets, &isKey) else { return }
    }
  }

  /// Reads up to the next delimiter.
  ///
  /// - Returns: Whether something can follow.
  private mutating func readPlain(_ brackets: inout [Unicode.Scalar], _ isKey: inout Bool) -> Bool {
    while let next {
      let after = index + 1 < characters.count ? characters[index + 1] : nil
      switch next.meaning {
      case ":" where next.found == nil ? after?.isSpace ?? true : isKey:
        add()
        isKey = false
        index += 1
        return true
      case "," where !brackets.isEmpty && (next.found == nil || brackets.last == "[" || keyFollows):
        add()
        isKey = true
        index += 1
        return true
      case "}" where brackets.last == "{", "]" where brackets.last == "[":
        add()
        brackets.removeLast()
      case "\n" where next.found != nil && keyFollows:
        add("\n")
        isKey = true
      case _ where next.isSpace && after?.scalar == "#":
        add()
        return false
      default: break
      }
      index += 1
    }
    return false
  }

  /// Whether the rest of the entry has a colon.
  private var keyFollows: Bool {
    let rest = characters[(index + 1)...].prefix { $0.meaning != "," && $0.meaning != "}" }
    return rest.indices.contains {
      rest[$0].meaning == ":"
        && (rest[$0].found != nil || rest.dropFirst($0 + 1 - rest.startIndex).first?.isSpace ?? true)
    }
  }

  // MARK: - JSON

  private mutating func readJSON() {
    while let next {
      if next.meaning == "\"", let end = closing(next) {
        addQuotes(until: end)
        for inside in index + 1..<max(end, index + 1) where characters[inside].scalar.value < 0x20 {
          add("", .other, at: inside)
        }
        index = end + 1
      } else {
        add()
        index += 1
      }
    }
  }

  // MARK: - Characters

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private mutating func skipBlanks() {
    while let next, next.isSpace {
      add()
      index += 1
    }
  }

  /// The index of the quote that closes the one at the index.
  private func closing(_ open: Character) -> Int? {
    var escaped = false
    let rest = characters.indices.dropFirst(index + 1)
    if open.found == nil {
      for index in rest {
        if characters[index].scalar == open.scalar, !escaped { return index }
        escaped = characters[index].scalar == "\\" && !escaped && open.scalar == "\""
      }
    }
    return rest.first { index in
      guard characters[index].meaning == open.meaning else { return false }
      let after = characters[(index + 1)...].first { !$0.isSpace }
      return after.map { ",}]:#".unicodeScalars.contains($0.meaning) } ?? true
    }
  }

  private mutating func addQuotes(until end: Int) {
    let content = characters[(index + 1)..<max(end, index + 1)].map(\.scalar)
    // With quotes, a number or a keyword would be text.
    let isPlain =
      characters[index].found != nil
      && (content.allSatisfy { "0"..."9" ~= $0 }
        || ["true", "false"].contains(String(String.UnicodeScalarView(content))))
    let after = characters[(end + 1)...].first { !$0.isSpace }
    let text = isPlain && after?.meaning != ":" ? "" : nil
    add(text, .quote)
    add(text, .quote, at: end)
  }

  /// Adds the character at the index, if it is one that looks like another.
  private mutating func add(_ text: String? = nil, _ kind: Kind = .other, at place: Int? = nil) {
    guard let found = characters[place ?? index].found else { return }
    replacements.append(Replacement(found: found, text: text ?? found.meanings[0], kind: kind))
  }
}
