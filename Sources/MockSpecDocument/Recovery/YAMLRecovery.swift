import MockSpecDiagnostics

#if canImport(CLibYAML)
  /// Parses a text again after an error that stops libyaml, so that one run reports the mistakes of the whole file.
  ///
  ///     text: @here      is read again as      text: xxxxx
  ///     match: {path:                          ············
  ///
  /// A mask replaces the unreadable part byte for byte in a copy of the text, so that all other positions stay the
  /// same. Nothing is reported about masked text, nor about entries that are missing around it.
  struct YAMLRecovery {
    /// Maximum number of fatal libyaml errors reported per file.
    private static let maxErrors = 20
    private static let maxMasks = 40

    private let source: SourceFile
    private let findings: TextCheck.Findings
    private let limits: DocumentLimits
    private var copy: SourceFile
    private var masks: [TextMask] = []
    private var errors: [Diagnostic] = []
    /// The number of bytes that may be parsed again. Large files are parsed again fewer times.
    private var bytesLeft: Int
    /// Whether a limit ended parsing.
    private var isCut = false

    init(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) {
      self.source = source
      self.findings = findings
      self.limits = limits
      copy = source
      bytesLeft = limits.bytes / 2
    }

    mutating func run(after first: YAMLReader.Result) -> ParsedDocument {
      var reading = first
      while let stop = reading.stop {
        let mask = nextMask(for: stop)
        if isOwnMistake(stop, mask) { errors.append(stop.diagnostic.moved(to: source)) }
        bytesLeft -= source.bytes.count
        guard let mask else { break }
        guard errors.count < Self.maxErrors, masks.count < Self.maxMasks, bytesLeft >= 0 else {
          isCut = true
          break
        }
        masks.append(mask)
        copy = SourceFile(path: source.path, bytes: mask.applied(to: copy.bytes))
        reading = YAMLReader.read(copy, findings: findings, limits: limits)
      }
      return result(of: reading)
    }

    /// Returns the mask for an error; `nil` at a limit, or if there would be no progress. Each mask is after the last
    /// one, or larger.
    private func nextMask(for stop: DocumentBuilder.Stop) -> TextMask? {
      guard let broken = stop.broken else { return nil }
      let mask = TextMask(stop, from: broken, in: copy)
      guard let last = masks.last, mask.bytes.lowerBound < last.bytes.upperBound else { return mask }
      let entry = TextMask(entryAt: min(broken, last.bytes.lowerBound), in: copy)
      return entry.bytes.count > last.bytes.count ? entry : nil
    }

    /// Whether an error is certainly not caused by a mask.
    private func isOwnMistake(_ stop: DocumentBuilder.Stop, _ mask: TextMask?) -> Bool {
      guard let last = masks.last else { return true }
      guard stop.broken != nil else { return stop.diagnostic.code != "empty-file" }
      guard let mask, mask.bytes.lowerBound >= last.bytes.upperBound, !refersToMask(stop.diagnostic) else {
        return false
      }
      if stop.isMisaligned {
        if wouldFit(mask, without: last) { return false }
      } else if stop.diagnostic.code != "yaml-syntax" || stop.diagnostic.fix != nil || last.isCertain {
        return true
      }
      return lineAbove(mask.bytes.lowerBound).map { $0.lowerBound >= last.bytes.upperBound } ?? false
    }

    /// Whether a line would be aligned if the masked text above it had the intended indentation.
    private func wouldFit(_ line: TextMask, without last: TextMask) -> Bool {
      guard last.startsLine else { return false }
      let column = YAMLEntry(at: line.bytes.lowerBound, in: source).column
      return last.kind == .text || YAMLEntry(at: last.bytes.lowerBound, in: source).levels.contains(column)
    }

    /// Whether an error refers to masked text, or is a bracket that closes a masked one.
    private func refersToMask(_ diagnostic: Diagnostic) -> Bool {
      if diagnostic.places.contains(where: { place in masks.contains { $0.bytes.overlaps(place.bytes) } }) {
        return true
      }
      guard let range = diagnostic.range, ["]", "}"].contains(range.text) else { return false }
      return masks.contains { $0.kind != .text && source.bytes[$0.bytes].contains { "[{".utf8.contains($0) } }
    }

    private func lineAbove(_ offset: Int) -> Range<Int>? {
      stride(from: copy.position(of: offset).line - 1, to: 0, by: -1).lazy.map { copy.lineRange($0) }
        .first { !YAMLBytes.withoutComment(copy.bytes[$0]).isEmpty }
    }

    private func result(of reading: YAMLReader.Result) -> ParsedDocument {
      let areAnchorsMasked = masks.contains { source.bytes[$0.bytes].contains { "&*".utf8.contains($0) } }
      let doubts = reading.diagnostics.filter { doubt in
        if areAnchorsMasked, doubt.code == "unknown-anchor" || doubt.code == "unused-anchor" { return false }
        return !doubt.places.contains { place in
          masks.contains { $0.touches(place.bytes) }
            || errors.contains { $0.range?.bytes.lowerBound == place.bytes.lowerBound }
        }
      }
      return ParsedDocument(
        document: reading.document.flatMap(unmasked), diagnostics: doubts.map { $0.moved(to: source) } + errors,
        isPartial: true, isCut: isCut)
    }

    /// Returns the tree with ranges in the text without masks.
    private func unmasked(_ document: Document) -> Document? {
      let masked = MaskedRecords(document, masks: masks, source: source)
      guard masked.isUsable else { return nil }
      return Document(source: source, records: masked.records, text: document.text, incomplete: masked.incomplete)
    }
  }

  extension Diagnostic {
    /// All ranges that the diagnostic refers to.
    fileprivate var places: [SourceRange] { [range, fix?.range].compactMap(\.self) + notes.map(\.range) }
  }
#endif
