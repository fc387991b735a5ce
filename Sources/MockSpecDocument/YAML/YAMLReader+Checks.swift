import MockSpecDiagnostics

#if canImport(CLibYAML)
  /// Checks for valid YAML that is certainly a mistake.
  extension YAMLReader {
    /// Checks a plain scalar.
    ///
    /// - Returns: `.invalid` if an error was reported, else `nil`.
    mutating func checkPlain(_ range: Range<Int>) throws(DocumentBuilder.Stop) -> Node.Kind? {
      if range.isEmpty { return checkEmpty(at: range.lowerBound) }
      let text = input[range]
      var (hasColon, hasBreak) = (false, false)
      for byte in UnsafeBufferPointer(rebasing: text) {
        if byte == UInt8(ascii: ":") { hasColon = true }
        if byte.isLineBreak { hasBreak = true }
      }
      if builder.expectsKey {
        if hasColon, let colon = Self.colonBeforeBracket(text) {
          throw .init(diagnostic: Self.missingSpace(after: colon, builder), broken: openBrackets?.outer ?? colon)
        }
        return nil
      }
      guard hasColon || hasBreak || text.first == UInt8(ascii: "-"),
        hasBreak || builder.lastKey != nil || builder.open.isEmpty, !isInFlow
      else { return nil }
      return checkLines(range)
    }

    /// Checks an empty value, such as those of `color: #fff` and `{a:1}`.
    private mutating func checkEmpty(at offset: Int) -> Node.Kind? {
      let bytes = builder.source.bytes
      if let key = builder.lastKey, let frame = builder.open.last, isBracket(builder.start(of: frame)),
        let colon = colonWithoutSpace(in: key)
      {
        reportMissingSpace(after: colon)
        builder.shortenLastKey(to: colon)
        return .invalid
      }
      guard !builder.expectsKey, !isInFlow else { return nil }
      let sign = bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
      guard sign > offset, sign + 1 < bytes.count, bytes[sign] == UInt8(ascii: "#"),
        bytes[sign + 1] != UInt8(ascii: "#"),
        !bytes[sign + 1].isSpace
      else { return nil }
      guard builder.diagnostics.needs("comment-as-value", at: sign) else { return .invalid }
      let text = YAMLContext(ofTextAt: sign, isInFlow: false, in: bytes).text
      builder.diagnostics.append(
        Diagnostic(
          "comment-as-value", "'#' starts a comment here, so the key has no value", at: builder.range(text),
          help: Quoting.help(builder.range(text).text) + "; or put a space after '#'"))
      return .invalid
    }

    /// Checks an empty block scalar, such as `a: >5`, which is indented by 5.
    mutating func checkEmptyBlock(_ range: Range<Int>) -> Node.Kind? {
      let text = builder.range(range).text
      guard text.dropFirst().contains(where: \.isNumber), !text.contains("\n") else { return nil }
      guard builder.diagnostics.needs("empty-block-text", at: range.lowerBound) else { return .invalid }
      builder.diagnostics.append(
        Diagnostic(
          "empty-block-text", "'\(text)' starts text on the next line, but there is none", at: builder.range(range),
          help: Quoting.help(text)))
      return .invalid
    }

    /// Checks each line of a plain scalar, which may have been intended as a key or an element.
    ///
    ///     Login:
    ///       method:GET     is text
    ///       -a             is text, too
    private mutating func checkLines(_ range: Range<Int>) -> Node.Kind? {
      let bytes = builder.source.bytes
      var startsLine = isFirstOnLine(range.lowerBound) && builder.open.last?.isMapping != false
      var kind: Node.Kind?
      var start = range.lowerBound
      while start < range.upperBound {
        let line = bytes[start..<range.upperBound].prefix { !$0.isLineBreak }
        if startsLine, let place = Self.missingSpace(in: line) {
          reportMissingSpace(after: place)
          kind = .invalid
        } else if start > range.lowerBound, line.starts(with: "- ".utf8),
          builder.diagnostics.needs("dash-in-text", at: start)
        {
          builder.diagnostics.append(
            Diagnostic(
              .warning, "dash-in-text", "this '-' continues the text above and doesn't start an element",
              at: builder.range(start, start + 1),
              help: "align it with the other elements, or put the whole text in quotes"))
        }
        startsLine = startsLine && kind != nil
        start = bytes[line.endIndex..<range.upperBound].firstIndex { !$0.isSpace } ?? range.upperBound
      }
      return kind
    }

    private func isFirstOnLine(_ offset: Int) -> Bool {
      let before = builder.source.bytes[..<offset].last { !$0.isBlank }
      return before.map(\.isLineBreak) ?? true
    }

    /// Returns the colon of `method:GET`, or the dash of `-a`.
    private static func missingSpace(in line: ArraySlice<UInt8>) -> Int? {
      if line.first == UInt8(ascii: "-") {
        guard let next = line.dropFirst().first, !"-.".utf8.contains(next), next &- UInt8(ascii: "0") > 9 else {
          return nil
        }
        return next.isSpace ? nil : line.startIndex
      }
      return YAMLBytes.colonWithoutSpace(line)
    }

    private func colonWithoutSpace(in key: Record) -> Int? {
      let written = builder.source.bytes[Int(key.start)..<Int(key.end)]
      return written == builder.text(of: key) ? YAMLBytes.colonWithoutSpace(written) : nil
    }

    /// Returns the first colon of `a:{b: 1}`, whose key is `a:{b`.
    private static func colonBeforeBracket(_ key: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
      key.indices.dropLast().first { key[$0] == UInt8(ascii: ":") && "{[\"'".utf8.contains(key[$0 + 1]) }
    }

    private mutating func reportMissingSpace(after sign: Int) {
      guard builder.diagnostics.needs("missing-space", at: sign) else { return }
      builder.diagnostics.append(Self.missingSpace(after: sign, builder))
    }

    private static func missingSpace(after sign: Int, _ builder: DocumentBuilder) -> Diagnostic {
      let isDash = builder.source.bytes[sign] == UInt8(ascii: "-")
      let help =
        isDash ? "write '- value', with a space after the dash" : "write 'key: value', with a space after the colon"
      return Diagnostic(
        "missing-space", "a space is missing after this '\(isDash ? "-" : ":")'", at: builder.range(sign, sign + 1),
        help: help + "; or put the text in quotes", fix: Fix(builder.range(sign + 1, sign + 1), " "))
    }
  }

  // MARK: - Messages

  extension YAMLReader {
    func unknownTag(_ tag: Range<Int>, isText: Bool) -> Diagnostic {
      YAMLProblem.unknownTag(
        at: builder.range(tag), text: text(at: tag.lowerBound, isInFlow: isInFlow), isText: isText)
    }

    func collectionAsKey(_ start: Int) -> Diagnostic {
      if start > 0, builder.source.bytes[start] == UInt8(ascii: "{"), builder.open.last.map(builder.start) == start - 1,
        builder.source.bytes[start - 1] == UInt8(ascii: "{")
      {
        return templateWithoutQuotes(start - 1)
      }
      return YAMLProblem.collectionAsKey(at: builder.range(builder.source.scalarRange(at: start)))
    }

    private func templateWithoutQuotes(_ bracket: Int) -> Diagnostic {
      let outer = builder.open.dropLast().lazy.map(builder.start).first(where: isBracket)
      let problem = YAMLProblem(
        problem: "", context: "", at: bracket, contextAt: bracket, openBrackets: outer.map { ($0, $0) }, lastNode: nil,
        source: builder.source)
      return problem.templateWithoutQuotes(bracket)
    }

    /// Reports unused anchors, unless there is an unknown alias, which is probably a misspelled anchor.
    mutating func reportUnusedAnchors() {
      if builder.diagnostics.count(of: "unknown-anchor") > 0 { return }
      let unused = anchors.filter { !$0.value.isUsed }.sorted { $0.value.offset < $1.value.offset }
      for (name, anchor) in unused { reportUnused(name, anchor) }
    }

    mutating func reportUnused(_ name: String, _ anchor: Anchor) {
      guard builder.diagnostics.needs("unused-anchor", at: anchor.offset) else { return }
      builder.diagnostics.append(unusedAnchor(name, anchor))
    }

    private func unusedAnchor(_ name: String, _ anchor: Anchor) -> Diagnostic {
      Diagnostic(
        .warning, "unused-anchor", "'&' starts an anchor, but no alias '*\(name)' follows it",
        at: builder.range(anchor.offset, anchor.offset + 1 + name.utf8.count),
        help: Quoting.help(
          text(at: anchor.offset, isInFlow: anchor.isInFlow).text, unless: " if '&' is part of the text"))
    }

    /// Returns the range that would need quotes.
    func text(at start: Int, isInFlow: Bool) -> SourceRange {
      builder.range(YAMLContext(ofTextAt: start, isInFlow: isInFlow, in: builder.source.bytes).text)
    }
  }
#endif
