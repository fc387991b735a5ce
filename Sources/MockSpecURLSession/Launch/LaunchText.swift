import MockSpecDiagnostics

/// The text of handed-over mocks in the values of launch arguments or environment variables:
///
///     1/3 204800 [{"mockspec":1,…     the first of three pieces of a text of 204,800 bytes
///     file 1048576 /tmp/mockspec-…    a file that contains the text
///     {"mockspec":1,…                 a whole text, written by hand
///
/// Linux limits one argument or variable to 128 KiB, and all together to a few MiB, macOS to 1 MiB.
enum LaunchText {
  /// The maximum size of a value in bytes.
  static let valueLimit = 96 << 10
  /// The maximum size in bytes of a text without a file.
  static let piecesLimit = 512 << 10
  /// The maximum size of a text in bytes, which is that of a spec.
  static let sizeLimit = 16 << 20
  /// The maximum number of bytes before a piece.
  private static let headerLimit = 32

  // MARK: - Writing

  /// Returns the values for a text. A long text is written to a file.
  ///
  /// - Throws: `MockLaunchError` if the file can't be written, or the text is too long.
  static func values(for text: [UInt8]) throws(MockLaunchError) -> [String] {
    guard text.count <= sizeLimit else {
      throw MockLaunchError("mocks", "expected at most \(sizeLimit) bytes together, found \(text.count)")
    }
    guard text.count <= piecesLimit else { return ["file \(text.count) \(try LaunchFile.write(text))"] }
    var pieces: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty {
      var end = min(rest.startIndex + valueLimit - headerLimit, rest.endIndex)
      // An argument is text, so a character isn't split.
      while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces.enumerated().map { index, piece in
      "\(index + 1)/\(pieces.count) \(text.count) \(String(decoding: piece, as: UTF8.self))"
    }
  }

  // MARK: - Reading

  /// A text with the value that it comes from, or starts in.
  struct Source: Sendable, Hashable {
    let source: String
    let bytes: [UInt8]
  }

  /// A piece of a text.
  private struct Piece {
    let number: Int
    let count: Int
    let size: Int
    let text: Substring

    /// - Returns: `nil` if the value isn't a piece.
    init?(_ value: String) {
      // Bytes are split, since a piece can begin with a combining mark, which would form one character with the blank.
      let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        .map(Substring.init)
      let numbers = parts[0].split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, numbers.count == 2, let number = Int(numbers[0]), let count = Int(numbers[1]),
        let size = Int(parts[1]), (1...1000).contains(count), (1...count).contains(number), size >= 0
      else { return nil }
      (self.number, self.count, self.size, text) = (number, count, size, parts[2])
    }
  }

  /// Returns the texts of values.
  ///
  /// - Throws: `MockLaunchError` if a value isn't valid, or is incomplete.
  static func read(_ values: [LaunchValue]) throws(MockLaunchError) -> [Source] {
    var texts: [Source] = []
    var rest = values[...]
    while let value = rest.popFirst() {
      if value.text.hasPrefix("{") || value.text.hasPrefix("[") {
        texts.append(Source(source: value.source, bytes: Array(value.text.utf8)))
      } else if value.text.hasPrefix("file ") {
        texts.append(Source(source: value.source, bytes: try file(value)))
      } else if let piece = Piece(value.text) {
        texts.append(Source(source: value.source, bytes: try pieces(from: piece, value.source, &rest)))
      } else {
        throw MockLaunchError(
          value.source, "expected what 'MockLaunch' writes, or a spec in JSON, found '\(Excerpt.of(value.text))'")
      }
    }
    return texts
  }

  private static func file(_ value: LaunchValue) throws(MockLaunchError) -> [UInt8] {
    let parts = value.text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let size = Int(parts[1]), (0...sizeLimit).contains(size) else {
      throw MockLaunchError(
        value.source,
        "expected 'file', a size of at most \(sizeLimit) bytes, and a path, found '\(Excerpt.of(value.text))'")
    }
    do throws(LaunchFile.Failure) {
      return try LaunchFile.read(String(parts[2]), size: size)
    } catch {
      throw MockLaunchError(value.source, "'\(Excerpt.of(String(parts[2])))' \(error.reason)")
    }
  }

  private static func pieces(
    from first: Piece, _ source: String, _ rest: inout ArraySlice<LaunchValue>
  ) throws(MockLaunchError) -> [UInt8] {
    guard first.number == 1 else {
      throw MockLaunchError(source, "expected the first of \(first.count) pieces, found piece \(first.number)")
    }
    var text = Array(first.text.utf8)
    var last = source
    for number in stride(from: 2, through: first.count, by: 1) {
      guard let value = rest.popFirst() else {
        throw MockLaunchError(last, "expected piece \(number) of \(first.count) after it, found no more")
      }
      guard let piece = Piece(value.text), (piece.number, piece.count, piece.size) == (number, first.count, first.size)
      else {
        throw MockLaunchError(
          value.source,
          "expected piece \(number) of \(first.count), found '\(Excerpt.of(String(value.text.prefix(40))))'")
      }
      text += Array(piece.text.utf8)
      last = value.source
    }
    guard text.count == first.size else {
      throw MockLaunchError(last, "expected a text of \(first.size) bytes, found \(text.count)")
    }
    return text
  }
}
