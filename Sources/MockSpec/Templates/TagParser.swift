import MockSpecDiagnostics

/// A parser of what a tag contains: a name or a generator, and filters, as in `request.json['a b'] | slice: 0, 3 | upper`.
struct TagParser {
  /// The maximum number of filters in a tag.
  static let filterLimit = 16

  /// An argument as it is written.
  struct Word {
    let text: String
    let isQuoted: Bool
    /// The range in the template's text.
    let part: Range<Int>
  }

  private typealias Bytes = ArraySlice<UInt8>

  private let content: ArraySlice<UInt8>
  private let tag: Range<Int>

  /// - Parameters:
  ///   - content: The tag without its delimiters. Its indexes are those of the template's text.
  ///   - tag: The range of the tag.
  init(_ content: ArraySlice<UInt8>, _ tag: Range<Int>) { (self.content, self.tag) = (content, tag) }

  func parse() throws(TemplateError) -> Template.Name {
    let pieces = try split(content, at: "|")
    var name = try value(TemplateParser.trimmed(pieces[0]))
    guard pieces.count <= Self.filterLimit + 1 else {
      throw TemplateError(message: "expected at most \(Self.filterLimit) filters, found \(pieces.count - 1)", part: tag)
    }
    for piece in pieces.dropFirst() { name.filters.append(try filter(TemplateParser.trimmed(piece))) }
    return name
  }

  // MARK: - Values

  private func value(_ bytes: Bytes) throws(TemplateError) -> Template.Name {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.isEmpty { throw TemplateError(message: "the tag has no name", part: tag) }
    if text == "." { return Template.Name(parts: [], text: ".", tag: tag) }
    let end = bytes.firstIndex { "( '\"".utf8.contains($0) } ?? bytes.endIndex
    let isCall = end < bytes.endIndex && bytes[end] == UInt8(ascii: "(") && bytes.last == UInt8(ascii: ")")
    let parts = try parts(isCall ? bytes[..<end] : bytes)
    if parts.contains("") { throw TemplateError(message: "'\(text)' has an empty part", part: tag) }
    var name = Template.Name(parts: parts, text: text, tag: tag)
    let words = isCall ? try words(bytes[(end + 1)...].dropLast()) : []
    if let generator = try TemplateGenerator.named(parts, isCall: isCall, at: bytes.startIndex..<end) {
      let part = bytes.startIndex..<bytes.endIndex
      name.generator = .init(
        generator: generator, arguments: try generator.parameters.arguments(words, generator.usage, at: part))
    }
    return name
  }

  /// Returns the parts of a name: between dots, or quoted in brackets.
  private func parts(_ bytes: Bytes) throws(TemplateError) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    /// Whether the last part was in brackets, so that a dot, a bracket or the end follows.
    var isClosed = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      let quote = byte == UInt8(ascii: "[") && index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), isClosed || !part.isEmpty {
        let rest = bytes[(index + 2)...]
        guard let end = rest.firstIndex(of: quote), end + 1 < bytes.endIndex, bytes[end + 1] == UInt8(ascii: "]") else {
          throw invalid(bytes)
        }
        if !isClosed { parts.append(String(decoding: part, as: UTF8.self)) }
        parts.append(String(decoding: rest[..<end], as: UTF8.self))
        (part, isClosed, index) = ([], true, end + 2)
        continue
      }
      if byte == UInt8(ascii: ".") {
        if !isClosed { parts.append(String(decoding: part, as: UTF8.self)) }
        (part, isClosed) = ([], false)
      } else if isClosed || " \t\r\n{}\"'()".utf8.contains(byte) {
        throw invalid(bytes)
      } else {
        part.append(byte)
      }
      index += 1
    }
    return isClosed ? parts : parts + [String(decoding: part, as: UTF8.self)]
  }

  private func invalid(_ bytes: Bytes) -> TemplateError {
    let text = String(decoding: bytes, as: UTF8.self)
    return TemplateError(
      message: "'\(text)' isn't a valid name", part: tag,
      help: Template.dotted(text).map { "write \($0)" } ?? Template.advice(on: text)
        ?? "write a name and filters, such as {{request.query.page | number}}")
  }

  // MARK: - Filters

  private func filter(_ bytes: Bytes) throws(TemplateError) -> TemplateFilter.Use {
    let name = bytes.prefix { !": \t\r\n('\"".utf8.contains($0) }
    let place = name.isEmpty ? tag : name.startIndex..<name.endIndex
    if name.isEmpty {
      throw TemplateError(message: "expected a filter after '|'", part: tag, help: "for example: {{now | date: yyyy}}")
    }
    let filter = try TemplateFilter.named(String(decoding: name, as: UTF8.self), at: place)
    let rest = TemplateParser.trimmed(bytes[name.endIndex...])
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
      throw TemplateError(
        message: "expected ':' or '|' after filter '\(filter.name)'", part: place, help: "write \(filter.usage)")
    }
    let words = rest.isEmpty ? [] : try words(rest.dropFirst())
    return .init(filter: filter, arguments: try filter.parameters.arguments(words, filter.usage, at: place))
  }

  /// Returns the arguments between commas.
  private func words(_ bytes: Bytes) throws(TemplateError) -> [Word] {
    if TemplateParser.trimmed(bytes).isEmpty { return [] }
    var words: [Word] = []
    for piece in try split(bytes, at: ",") {
      var word = TemplateParser.trimmed(piece)
      guard let first = word.first else {
        throw TemplateError(message: "an argument is missing", part: tag, help: "quote a comma: ','")
      }
      let part = word.startIndex..<word.endIndex
      let isQuoted = first == word.last && word.count > 1 && "'\"".utf8.contains(first)
      if isQuoted { word = word.dropFirst().dropLast() }
      words.append(Word(text: String(decoding: word, as: UTF8.self), isQuoted: isQuoted, part: part))
    }
    return words
  }

  /// Splits bytes at a separator that isn't in quotes.
  private func split(_ bytes: Bytes, at separator: Unicode.Scalar) throws(TemplateError) -> [Bytes] {
    var pieces: [Bytes] = []
    var start = bytes.startIndex
    var quote: UInt8?
    for index in bytes.indices {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: separator) {
        pieces.append(bytes[start..<index])
        start = index + 1
      }
    }
    if let quote {
      throw TemplateError(message: "the quote \(UnicodeScalar(quote)) is never closed", part: tag)
    }
    return pieces + [bytes[start...]]
  }
}
