import MockSpecDiagnostics

#if canImport(CLibYAML)
  @preconcurrency import CLibYAML

  /// Builds a document from libyaml's events.
  ///
  /// libyaml's own tree isn't used, because it recurses, has no limits and drops the positions of keys.
  struct YAMLReader {
    var builder: DocumentBuilder
    /// The source's bytes. Every event reads some of them, and an array would cost reference counting.
    let input: UnsafeBufferPointer<UInt8>
    var offsets: ScalarOffsets
    private let hasPercents: Bool
    var anchors: [String: Anchor] = [:]
    var documents = 0

    struct Anchor {
      /// The record of the anchored node.
      var record: Int
      /// The offset of '&'.
      var offset: Int
      var isInFlow: Bool
      var isUsed = false
    }

    /// The outcome of reading a text once.
    struct Result {
      var document: Document?
      var diagnostics: [Diagnostic] = []
      /// The error that ended parsing early.
      var stop: DocumentBuilder.Stop?
    }

    /// - Parameter input: The bytes of `source`. They must outlive the reader.
    private init(
      source: SourceFile, input: UnsafeBufferPointer<UInt8>, findings: TextCheck.Findings, limits: DocumentLimits
    ) {
      builder = DocumentBuilder(source: source, limits: limits)
      self.input = input
      offsets = ScalarOffsets(input: input, isASCII: findings.isASCII)
      hasPercents = findings.hasPercents
    }

    static func read(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) -> Result {
      source.bytes.withUnsafeBufferPointer { input in
        var reader = YAMLReader(source: source, input: input, findings: findings, limits: limits)
        return reader.read()
      }
    }

    private mutating func read() -> Result {
      do throws(DocumentBuilder.Stop) {
        if hasPercents { try checkDirectives() }
        try readEvents()
        reportUnusedAnchors()
        if builder.isEmpty { throw DocumentBuilder.Stop(diagnostic: .empty(file: builder.source)) }
        return Result(document: builder.finish(), diagnostics: builder.diagnostics.all)
      } catch {
        // A diagnostic at the same location is about the same mistake.
        let offset = error.diagnostic.range?.bytes.lowerBound
        let others = builder.diagnostics.all.filter { $0.range?.bytes.lowerBound != offset }
        return Result(document: nil, diagnostics: others, stop: error)
      }
    }

    /// Limits the number of `%` lines, since one call of libyaml takes time quadratic in their number.
    private func checkDirectives() throws(DocumentBuilder.Stop) {
      var count = 0
      for start in builder.source.lines() where start < input.count && input[start] == UInt8(ascii: "%") {
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

      yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      while true {
        guard yaml_parser_parse(parser, event) == 1 else { throw syntaxError(of: parser.pointee) }
        defer { if Self.ownsMemory(event) { yaml_event_delete(event) } }
        if try !handle(event) { return }
      }
    }

    /// Whether an event has memory to free. The starts and ends of collections, half of all events, usually have none.
    private static func ownsMemory(_ event: UnsafePointer<yaml_event_t>) -> Bool {
      switch event.pointee.type {
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: return false
      case YAML_MAPPING_START_EVENT:
        let data = event.pointee.data.mapping_start
        return data.anchor != nil || data.tag != nil
      case YAML_SEQUENCE_START_EVENT:
        let data = event.pointee.data.sequence_start
        return data.anchor != nil || data.tag != nil
      default: return true
      }
    }

    private mutating func syntaxError(of parser: yaml_parser_t) -> DocumentBuilder.Stop {
      let problem = YAMLProblem(
        problem: parser.problem.map { String(cString: $0) } ?? "",
        context: parser.context.map { String(cString: $0) } ?? "",
        at: offsets.byteOffset(ofScalar: Int(parser.problem_mark.index)),
        contextAt: offsets.byteOffset(ofScalar: Int(parser.context_mark.index)),
        openBrackets: openBrackets, lastNode: builder.lastNode, source: builder.source)
      let diagnostic = problem.diagnostic
      return .init(
        diagnostic: diagnostic, broken: problem.start(of: diagnostic), isMisaligned: problem.isMisaligned(diagnostic))
    }

    var openBrackets: (outer: Int, inner: Int)? {
      guard let inner = builder.open.last.map(builder.start), isBracket(inner) else { return nil }
      return (builder.open.lazy.map(builder.start).first(where: isBracket) ?? inner, inner)
    }

    var isInFlow: Bool { builder.open.contains { isBracket(builder.start(of: $0)) } }

    func isBracket(_ offset: Int) -> Bool {
      guard offset < input.count else { return false }
      return input[offset] == UInt8(ascii: "[") || input[offset] == UInt8(ascii: "{")
    }

    /// - Returns: False at the end of the stream.
    private mutating func handle(_ event: UnsafePointer<yaml_event_t>) throws(DocumentBuilder.Stop) -> Bool {
      let start = offsets.byteOffset(ofScalar: Int(event.pointee.start_mark.index))
      switch event.pointee.type {
      case YAML_STREAM_END_EVENT:
        return false
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 {
          throw .init(diagnostic: YAMLProblem.secondDocument(at: builder.range(start, start + 3)), broken: start)
        }
      case YAML_SCALAR_EVENT:
        let end = offsets.byteOffset(ofScalar: Int(event.pointee.end_mark.index))
        try addScalar(event, start, end)
      case YAML_ALIAS_EVENT:
        let end = offsets.byteOffset(ofScalar: Int(event.pointee.end_mark.index))
        try addAlias(String(cString: event.pointee.data.alias.anchor), start, end)
      case YAML_MAPPING_START_EVENT:
        try begin(
          mapping: true, event.pointee.data.mapping_start.anchor, event.pointee.data.mapping_start.tag, start)
      case YAML_SEQUENCE_START_EVENT:
        try begin(
          mapping: false, event.pointee.data.sequence_start.anchor, event.pointee.data.sequence_start.tag, start)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        // A flow collection's end mark is after its bracket; a block collection's is after blanks and comments, too.
        let isFlow = event.pointee.end_mark.index > event.pointee.start_mark.index
        builder.end(isFlow ? offsets.byteOffset(ofScalar: Int(event.pointee.end_mark.index)) : nil)
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
        throw .init(diagnostic: collectionAsKey(inside), broken: openBrackets?.outer ?? inside)
      }
      if let tag, let written = properties.tag, !isKnown(tag, kind: mapping ? "map" : "seq"),
        builder.diagnostics.needs("yaml-tag", at: written.lowerBound)
      {
        builder.diagnostics.append(unknownTag(written, isText: false))
      }
      if let anchor { remember(anchor, at: start) }
      try builder.begin(mapping: mapping, inside, inside + 1)
    }

    mutating func remember(_ anchor: UnsafeMutablePointer<yaml_char_t>, at start: Int) {
      let name = String(cString: anchor)
      if let earlier = anchors[name], !earlier.isUsed { reportUnused(name, earlier) }
      let sign = input[start...].firstIndex(of: UInt8(ascii: "&")) ?? start
      anchors[name] = Anchor(record: builder.recordCount, offset: sign, isInFlow: isInFlow)
    }
  }
#endif
