import MockSpecDiagnostics

#if canImport(CLibYAML)
  @preconcurrency import CLibYAML

  /// Pulls libyaml's events one by one into a document. Events, and not libyaml's own tree, because its tree recurses,
  /// knows no limits and drops where keys stand.
  enum YAMLParser {
    static func parse(_ source: SourceFile, isASCII: Bool, limits: DocumentLimits) -> ParsedDocument {
      var reader = YAMLReader(source: source, isASCII: isASCII, limits: limits)
      return reader.read()
    }
  }

  private struct YAMLReader {
    var builder: DocumentBuilder
    var offsets: ScalarOffsets
    var anchors: [String: Int] = [:]
    var documents = 0

    init(source: SourceFile, isASCII: Bool, limits: DocumentLimits) {
      builder = DocumentBuilder(source: source, limits: limits)
      offsets = ScalarOffsets(source: source, isASCII: isASCII)
    }

    mutating func read() -> ParsedDocument {
      do throws(DocumentBuilder.Stop) {
        try checkDirectives()
        try readEvents()
        if builder.isEmpty { throw DocumentBuilder.Stop(diagnostic: Words.empty(file: builder.source)) }
        return ParsedDocument(document: builder.finish(), diagnostics: builder.diagnostics)
      } catch {
        return ParsedDocument(document: nil, diagnostics: builder.diagnostics + [error.diagnostic])
      }
    }

    /// libyaml takes time quadratic in the number of `%` lines inside one call, so they are counted before it starts.
    private func checkDirectives() throws(DocumentBuilder.Stop) {
      var count = 0
      let bytes = builder.source.bytes
      for start in builder.source.lines() where start < bytes.count && bytes[start] == UInt8(ascii: "%") {
        count += 1
        if count > builder.limits.directives {
          throw .init(
            diagnostic: Diagnostic(
              "too-large", "more than \(builder.limits.directives) lines start with '%'",
              at: builder.range(start, start + 1)))
        }
      }
    }

    private mutating func readEvents() throws(DocumentBuilder.Stop) {
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
      defer {
        parser.deallocate()
        event.deallocate()
      }
      precondition(yaml_parser_initialize(parser) == 1, "no memory for libyaml")
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)

      let bytes = builder.source.bytes
      let failure = bytes.withUnsafeBufferPointer { input -> DocumentBuilder.Stop? in
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        while true {
          guard yaml_parser_parse(parser, event) == 1 else { return syntaxError(of: parser.pointee) }
          defer { yaml_event_delete(event) }
          do throws(DocumentBuilder.Stop) {
            if try !handle(event.pointee) { return nil }
          } catch {
            return error
          }
        }
      }
      if let failure { throw failure }
    }

    private mutating func syntaxError(of parser: yaml_parser_t) -> DocumentBuilder.Stop {
      let problem = YAMLProblem(
        problem: parser.problem.map { String(cString: $0) } ?? "",
        context: parser.context.map { String(cString: $0) } ?? "",
        at: offsets.byteOffset(ofScalar: Int(parser.problem_mark.index)),
        contextAt: offsets.byteOffset(ofScalar: Int(parser.context_mark.index)),
        openBracket: builder.open.last.map(builder.start).flatMap { isBracket($0) ? $0 : nil },
        source: builder.source)
      return .init(diagnostic: problem.diagnostic)
    }

    private func isBracket(_ offset: Int) -> Bool {
      let byte = builder.source.bytes[offset]
      return byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }

    /// False at the end of the stream.
    private mutating func handle(_ event: yaml_event_t) throws(DocumentBuilder.Stop) -> Bool {
      let start = offsets.byteOffset(ofScalar: Int(event.start_mark.index))
      switch event.type {
      case YAML_STREAM_END_EVENT:
        return false
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 { throw .init(diagnostic: YAMLProblem.secondDocument(at: builder.range(start, start + 3))) }
      case YAML_SCALAR_EVENT:
        let end = offsets.byteOffset(ofScalar: Int(event.end_mark.index))
        try addScalar(event, start, end)
      case YAML_ALIAS_EVENT:
        let end = offsets.byteOffset(ofScalar: Int(event.end_mark.index))
        try addAlias(String(cString: event.data.alias.anchor), start, end)
      case YAML_MAPPING_START_EVENT:
        try begin(
          mapping: true, event.data.mapping_start.anchor, event.data.mapping_start.tag, start)
      case YAML_SEQUENCE_START_EVENT:
        try begin(
          mapping: false, event.data.sequence_start.anchor, event.data.sequence_start.tag, start)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        let end = offsets.byteOffset(ofScalar: Int(event.end_mark.index))
        // A flow collection's end mark is behind its bracket; a block collection's overshoots past blanks and comments.
        let isFlow = Int(event.end_mark.index) > Int(event.start_mark.index)
        builder.end(isFlow ? end : nil)
      default: break
      }
      return true
    }

    private mutating func begin(
      mapping: Bool, _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
      _ start: Int
    ) throws(DocumentBuilder.Stop) {
      let properties = offsets.properties(from: start)
      let inside = properties.end
      if builder.expectsKey {
        throw .init(diagnostic: YAMLProblem.collectionAsKey(at: builder.range(inside, inside + 1)))
      }
      if let tag, let written = properties.tag, !isKnown(tag, kind: mapping ? "map" : "seq") {
        throw .init(diagnostic: YAMLProblem.unknownTag(at: builder.range(written)))
      }
      remember(anchor)
      try builder.begin(mapping: mapping, inside, inside + 1)
    }

    private mutating func remember(_ anchor: UnsafeMutablePointer<yaml_char_t>?) {
      if let anchor { anchors[String(cString: anchor)] = builder.recordCount }
    }

    private mutating func addAlias(_ name: String, _ start: Int, _ end: Int) throws(DocumentBuilder.Stop) {
      let range = builder.range(start, end)
      guard let anchor = anchors[name] else {
        builder.diagnostics.append(YAMLProblem.unknownAnchor(name, known: anchors.keys.sorted(), at: range))
        try builder.add(scalar: .invalid, "".utf8, start, end)
        return
      }
      if builder.open.contains(where: { $0.record == anchor }) {
        throw .init(diagnostic: YAMLProblem.recursiveAlias(name, at: range))
      }
      if builder.expectsKey, builder.isCollection(anchor) {
        throw .init(diagnostic: YAMLProblem.collectionAsKey(at: range))
      }
      try builder.copy(anchor, at: start, end)
    }

    private mutating func addScalar(
      _ event: yaml_event_t, _ start: Int, _ end: Int
    ) throws(DocumentBuilder.Stop) {
      let scalar = event.data.scalar
      // Nothing but properties, as in `a: &x`: the value is empty, and what follows them is another node's.
      let properties = offsets.properties(from: start)
      let inside = min(properties.end, end)
      let text = UnsafeBufferPointer(start: UnsafePointer(scalar.value), count: scalar.length)
      remember(scalar.anchor)
      let kind: Node.Kind =
        if let tag = scalar.tag, let written = properties.tag {
          try self.kind(of: text, tag: String(cString: tag), at: builder.range(written), builder.range(inside, end))
        } else if scalar.style == YAML_PLAIN_SCALAR_STYLE, properties.tag == nil {
          CoreScalar.kind(of: text)
        } else {
          .string
        }
      try builder.add(scalar: kind, text, inside, trimmedEnd(inside, end))
    }

    private mutating func kind(
      of text: UnsafeBufferPointer<UInt8>, tag: String, at tagRange: SourceRange, _ range: SourceRange
    ) throws(DocumentBuilder.Stop) -> Node.Kind {
      let expected: Node.Kind
      switch tag {
      case "!", "tag:yaml.org,2002:str": return .string
      case "tag:yaml.org,2002:null": expected = .null
      case "tag:yaml.org,2002:bool": expected = .bool
      case "tag:yaml.org,2002:int": expected = .integer
      case "tag:yaml.org,2002:float": expected = .float
      default: throw .init(diagnostic: YAMLProblem.unknownTag(at: tagRange))
      }
      let kind = CoreScalar.kind(of: text)
      if kind == expected || (kind == .integer && expected == .float) { return expected }
      builder.diagnostics.append(YAMLProblem.tagMismatch(tagRange, at: range))
      return .invalid
    }

    private func isKnown(_ tag: UnsafeMutablePointer<yaml_char_t>, kind: String) -> Bool {
      let name = String(cString: tag)
      return name == "!" || name == "tag:yaml.org,2002:" + kind
    }

    /// A block scalar's end mark stands at the next token.
    private func trimmedEnd(_ start: Int, _ end: Int) -> Int {
      let bytes = builder.source.bytes
      var end = end
      while end > start, [0x0A, 0x0D, 0x20, 0x09].contains(bytes[end - 1]) { end -= 1 }
      return end
    }
  }
#else
  /// Platforms without a system libyaml, such as iOS: the same specs load there as JSON.
  enum YAMLParser {
    static func parse(_ source: SourceFile, isASCII: Bool, limits: DocumentLimits) -> ParsedDocument {
      let diagnostic = Diagnostic(
        "yaml-unavailable", "YAML can't be read on this platform", file: source.path,
        help: "keep the spec as JSON ('.mock.json'): it means the same")
      return ParsedDocument(document: nil, diagnostics: [diagnostic])
    }
  }
#endif
