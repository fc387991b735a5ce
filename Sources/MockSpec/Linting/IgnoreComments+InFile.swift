import MockSpecDiagnostics
import MockSpecDocument

extension IgnoreComments {
  /// The comments and keys of a file that silence warnings.
  struct InFile: Sendable {
    private(set) var comments: [Comment] = []
    /// The ranges of multi-line texts, in the order of the file; empty if there are no comments.
    private(set) var texts: [Range<Int>] = []
    /// Warnings about malformed comments and keys that were probably intended to silence warnings.
    private(set) var malformed: [Diagnostic] = []

    init() {}

    /// - Parameter root: The root of the file.
    init(_ root: Node) {
      let file = root.range.file
      let (signs, hasKeys) = Self.candidates(in: file)
      if signs.isEmpty && !hasKeys { return }
      let scalars = root.subtree.filter(\.isScalar).map { Self.text($0.range) }.sorted { $0.lowerBound < $1.lowerBound }
      for (sign, following) in zip(signs, signs.dropFirst() + [file.bytes.count]) {
        let next = scalars.partitioningIndex { $0.upperBound > sign }
        let isInText = next < scalars.count && scalars[next].contains(sign)
        if !isInText { add(commentAt: sign, before: following, file) }
      }
      if hasKeys {
        let found = IgnoringEntries.keys(in: root)
        comments += found.comments
        malformed += found.malformed
      }
      guard !comments.isEmpty else { return }
      texts = scalars.filter { file.lineRange(containing: $0.lowerBound).upperBound < $0.upperBound }
    }

    var isEmpty: Bool { comments.isEmpty && malformed.isEmpty }

    /// Returns the range of a scalar without the line of its indicator `|` or `>`, which can have a comment.
    private static func text(_ range: SourceRange) -> Range<Int> {
      let bytes = range.bytes
      guard let first = range.file.bytes[bytes].first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else {
        return bytes
      }
      return min(range.file.lineRange(containing: bytes.lowerBound).upperBound, bytes.upperBound)..<bytes.upperBound
    }

    /// Returns the offsets of comments that may be ignore comments, and whether there may be ignore keys. Most files have
    /// neither and aren't examined further.
    private static func candidates(in file: SourceFile) -> (signs: [Int], hasKeys: Bool) {
      file.bytes.withUnsafeBufferPointer { bytes in
        var signs: [Int] = []
        var hasKeys = false
        for index in bytes.indices {
          if bytes[index] == UInt8(ascii: "#") {
            if isSimilar(index, file) { signs.append(index) }
          } else if bytes[index] == UInt8(ascii: "x"), !hasKeys {
            hasKeys = bytes[index...].starts(with: "x-m".utf8)
          }
        }
        return (signs, hasKeys)
      }
    }

    private static let word = "mockspec-ignore"

    /// Whether the text after '#' begins with the word of ignore comments or a similar one.
    private static func isSimilar(_ sign: Int, _ file: SourceFile) -> Bool {
      let text = file.bytes[(sign + 1)...].prefix(40).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#") }
      guard let letter = text.first, letter | 0x20 == UInt8(ascii: "m") else { return false }
      let words = text.prefix { $0 != UInt8(ascii: ":") && $0 >= 0x20 }.split(separator: UInt8(ascii: " "))
      guard let first = words.first else { return false }
      func isMisspelled(_ text: some Collection<UInt8>) -> Bool {
        text.count > 10 && EditDistance.ofTypo(text, word.utf8) != nil
      }
      // Prose has more words before a colon.
      return first.starts(with: word.utf8) || isMisspelled(first)
        || words.count == 2 && isMisspelled(words.joined(separator: "-".utf8).map(\.self))
    }

    /// - Parameter following: The next '#', which ends the names if it is on the same line.
    private mutating func add(commentAt sign: Int, before following: Int, _ file: SourceFile) {
      let line = file.lineRange(containing: sign)
      let end = min(line.upperBound, following)
      let before = file.bytes[line.lowerBound..<sign]
      let isComment = before.last.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? true
      guard isComment else { return }
      let isAlone = before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let number = file.position(of: sign).line
      let marker = Array("# \(Self.word):".utf8)
      let count = comments.count
      if file.bytes[sign...].starts(with: marker) {
        var start = sign + marker.count
        for name in file.bytes[start..<max(start, end)].split(
          separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
          let text = name.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
          let rule = String(
            decoding: text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }, as: UTF8.self)
          let place = start + name.count - text.count
          if !rule.isEmpty {
            comments.append(
              Comment(
                scope: .line(isAlone ? number + 1 : number), rule: rule,
                range: SourceRange(file: file, bytes: place..<place + rule.utf8.count)))
          }
          start += name.count + 1
        }
      }
      if comments.count == count {
        let range = SourceRange(file: file, bytes: sign..<line.upperBound)
        malformed.append(
          IgnoreComments.unused(
            "'\(Excerpt.of(range.text))' silences nothing: it isn't of the form '# \(Self.word): NAME'", at: range,
            help: "write '# \(Self.word): ' and the names of warnings, separated by commas"))
      }
    }
  }
}
