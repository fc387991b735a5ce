import MockSpecDiagnostics

#if canImport(CLibYAML)
  @preconcurrency import CLibYAML

  /// Scalars, aliases and tags.
  extension YAMLReader {
    mutating func addAlias(_ name: String, _ start: Int, _ end: Int) throws(DocumentBuilder.Stop) {
      let range = builder.range(start, end)
      anchors[name]?.isUsed = true
      guard let anchor = anchors[name]?.record else {
        if builder.diagnostics.needs("unknown-anchor", at: start) {
          let text = text(at: start, isInFlow: isInFlow)
          builder.diagnostics.append(YAMLProblem.unknownAnchor(name, known: similarAnchors, at: range, text: text))
        }
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

    mutating func addScalar(
      _ event: UnsafePointer<yaml_event_t>, _ start: Int, _ end: Int
    ) throws(DocumentBuilder.Stop) {
      let scalar = event.pointee.data.scalar
      // In `a: &x`, the value is empty, and another node follows the properties.
      var properties = offsets.properties(from: start)
      if let tag = properties.tag, tag.upperBound > end { properties.tag = nil }
      let inside = min(properties.end, end)
      let text = UnsafeBufferPointer(start: UnsafePointer(scalar.value), count: scalar.length)
      if let anchor = scalar.anchor { remember(anchor, at: start) }
      let isBlock = scalar.style == YAML_FOLDED_SCALAR_STYLE || scalar.style == YAML_LITERAL_SCALAR_STYLE
      let trimmed = isBlock ? trimmedEnd(inside, end) : end
      var kind = Node.Kind.string
      if let tag = scalar.tag, let written = properties.tag {
        kind = self.kind(of: text, tag: String(cString: tag), at: written, builder.range(inside, trimmed))
      } else if scalar.style == YAML_PLAIN_SCALAR_STYLE, properties.tag == nil {
        if builder.expectsKey, text.first == UInt8(ascii: "<"), text.elementsEqual("<<".utf8) {
          if builder.diagnostics.needs("merge-key", at: inside) {
            builder.diagnostics.append(YAMLProblem.mergeKey(at: builder.range(inside, trimmed)))
          }
          kind = .invalid
        } else {
          kind = try checkPlain(inside..<trimmed) ?? CoreScalar.kind(of: text)
        }
      } else if text.isEmpty, isBlock {
        kind = checkEmptyBlock(inside..<trimmed) ?? .string
      }
      try builder.add(scalar: kind, text, inside, trimmed)
    }

    private mutating func kind(
      of text: UnsafeBufferPointer<UInt8>, tag: String, at written: Range<Int>, _ range: SourceRange
    ) -> Node.Kind {
      let expected: Node.Kind
      switch tag {
      case "!", "tag:yaml.org,2002:str": return .string
      case "tag:yaml.org,2002:null": expected = .null
      case "tag:yaml.org,2002:bool": expected = .bool
      case "tag:yaml.org,2002:int": expected = .integer
      case "tag:yaml.org,2002:float": expected = .float
      default:
        if builder.diagnostics.needs("yaml-tag", at: written.lowerBound) {
          builder.diagnostics.append(unknownTag(written, isText: true))
        }
        return .invalid
      }
      let kind = CoreScalar.kind(of: text)
      if kind == expected || (kind == .integer && expected == .float) { return expected }
      if builder.diagnostics.needs("yaml-tag", at: range.bytes.lowerBound) {
        builder.diagnostics.append(YAMLProblem.tagMismatch(builder.range(written), at: range))
      }
      return .invalid
    }

    /// The anchors to compare with an unknown one; none if there are many, or many unknown ones.
    private var similarAnchors: [String] {
      builder.diagnostics.count(of: "unknown-anchor") * anchors.count < 100_000 ? anchors.keys.sorted() : []
    }

    func isKnown(_ tag: UnsafeMutablePointer<yaml_char_t>, kind: String) -> Bool {
      let name = String(cString: tag)
      return name == "!" || name == "tag:yaml.org,2002:" + kind
    }

    /// Returns the end of a block scalar without trailing white space. libyaml's end mark is at the next token.
    private func trimmedEnd(_ start: Int, _ end: Int) -> Int {
      var end = end
      while end > start, input[end - 1].isSpace { end -= 1 }
      return end
    }
  }
#endif
