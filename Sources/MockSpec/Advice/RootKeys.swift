import MockSpecDiagnostics
import MockSpecDocument

/// The keys at the root of a text. They are found without parsing, so that they are found in broken texts, too.
///
/// Since any file can be named on the command line, fixes are offered only in texts whose root keys identify them as a
/// spec or a project file. In prose or in a log, fixes would quote every line.
struct RootKeys {
  private let known: [String]
  private var found: Set<String> = []
  /// Lines at the root that can't be an entry of a mapping.
  private var otherLines = 0

  /// Whether a text is recognizable as a spec or a project file.
  ///
  /// A recognizable text has at least two of the schema's root keys, spelled correctly or nearly so. It has at most
  /// half as many lines at the root that can't be entries, all of them after a key, and neither merge conflict markers
  /// nor the fences of Markdown.
  ///
  /// - Parameters:
  ///   - bytes: The file's content, with or without a byte-order mark.
  ///   - format: The format that the text is read as.
  ///   - isProjectFile: Whether the keys of project files are expected, instead of those of specs.
  static func identify(_ bytes: [UInt8], _ format: DocumentParser.Format, isProjectFile: Bool) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let lines = text.split(omittingEmptySubsequences: true) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    if lines.contains(where: isForeign) { return false }
    guard let first = lines.first(where: isContent) else { return false }
    var keys = RootKeys(known: isProjectFile ? projectKeys : specKeys)
    if first.content.first == UInt8(ascii: "{") {
      keys.readBrackets(text[first.content.startIndex...])
    } else if format == .yaml, first.indentation != .max {
      keys.readLines(lines[...], indentation: first.indentation)
    }
    return keys.found.count >= 2
  }

  private static let specKeys = Level.spec.keys.keys.sorted()
  private static let projectKeys = Level.project.keys.keys.sorted()

  private init(known: [String]) { self.known = known }

  /// Returns whether a line is a merge conflict marker or a fence of a Markdown code block.
  private static func isForeign(_ line: ArraySlice<UInt8>) -> Bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>", "```"].contains { line.starts(with: $0.utf8) }
  }

  /// Returns whether a line isn't empty, a comment, a directive, or the start or end of a document.
  private static func isContent(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.content.first else { return false }
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") { return false }
    return !["---", "...", "//"].contains { line.starts(with: $0.utf8) }
  }

  // MARK: - Indented text

  private mutating func readLines(_ lines: ArraySlice<ArraySlice<UInt8>>, indentation: Int) {
    for line in lines where line.indentation <= indentation && Self.isContent(line) {
      read(line.content)
      let isTooMuch = otherLines * 2 > known.count || (otherLines > 0 && found.isEmpty)
      if isTooMuch { break }
    }
    if otherLines * 2 > found.count { found = [] }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    // Elements of a list and lines of a collection in brackets can be aligned with the key above them.
    if "-]},".utf8.contains(line[line.startIndex]) { return }
    if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      if add(line[..<colon]) { return }
      let isEntry = colon + 1 == line.endIndex || Self.isBlank(line[colon + 1])
      if !isEntry { otherLines += 1 }
    } else if !add(line) {
      otherLines += 1
    }
  }

  // MARK: - Text in brackets

  private mutating func readBrackets(_ text: ArraySlice<UInt8>) {
    var depth = 0
    var quote: UInt8?
    var isEscaped = false
    /// The index at which an entry starts whose key hasn't been read yet.
    var start: Int?
    for (index, byte) in zip(text.indices, text) {
      let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      if let open = quote, !isBreak {
        if byte == open, !isEscaped { quote = nil }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      // Quoted text ends at the end of its line, since the closing quote can be missing.
      quote = nil
      isEscaped = false
      switch byte {
      case UInt8(ascii: "\""):
        quote = byte
        start = depth == 1 ? index : nil
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"):
        if depth == 1, let keyStart = start { add(text[keyStart..<index]) }
        start = nil
        continue
      case UInt8(ascii: ","): break
      default:
        if isBreak { break }
        continue
      }
      start = depth == 1 ? index + 1 : nil
    }
  }

  // MARK: - Keys

  /// Adds a key.
  ///
  /// - Returns: Whether the text is a known key, or a custom key, which starts with `x-`.
  @discardableResult
  private mutating func add(_ text: ArraySlice<UInt8>) -> Bool {
    let delimiters = " \t\"'".utf8
    var key = text.drop { delimiters.contains($0) }
    while let last = key.last, delimiters.contains(last) { key.removeLast() }
    if key.starts(with: "x-".utf8) { return true }
    // All known keys are much shorter.
    guard key.count <= 16 else { return false }
    let name = String(decoding: key, as: UTF8.self)
    guard let match = known.contains(name) ? name : Suggestion.only(to: name, among: known) else { return false }
    found.insert(match)
    return true
  }

  fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension ArraySlice<UInt8> {
  fileprivate var content: ArraySlice<UInt8> { drop(while: RootKeys.isBlank) }
  /// The number of spaces at the start of the line; the maximum if there is a tab, which can't indent the root.
  fileprivate var indentation: Int {
    let blanks = prefix(while: RootKeys.isBlank)
    return blanks.contains(UInt8(ascii: "\t")) ? .max : blanks.count
  }
}
