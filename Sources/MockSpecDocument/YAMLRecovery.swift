import MockSpecDiagnostics

#if canImport(CLibYAML)
  /// Goes on behind an error at which libyaml ends, so that one run finds the mistakes of the whole file.
  ///
  ///     text: @here      is read once more as      text: xxxxx
  ///     match: {path:                              ············
  ///
  /// What can't be read is covered, byte for byte, in a copy, which keeps everything else where it is; nothing is ever
  /// reported of what is covered, nor that something is missing around it.
  struct YAMLRecovery {
    /// Errors at which libyaml ends that are reported of one file.
    private static let mostErrors = 20
    private static let mostCovers = 40

    private let source: SourceFile
    private let findings: TextCheck.Findings
    private let limits: DocumentLimits
    private var copy: SourceFile
    private var covers: [YAMLCover] = []
    private var errors: [Diagnostic] = []
    /// That may be read again: the larger a file, the fewer times.
    private var bytesLeft: Int

    init(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) {
      self.source = source
      self.findings = findings
      self.limits = limits
      copy = source
      bytesLeft = limits.bytes / 2
    }

    mutating func run(after first: YAMLReading) -> ParsedDocument {
      var reading = first
      while let stop = reading.stop {
        let cover = nextCover(for: stop)
        if isOwnMistake(stop, cover) { errors.append(stop.diagnostic.moved(to: source)) }
        bytesLeft -= source.bytes.count
        guard let cover, errors.count < Self.mostErrors, covers.count < Self.mostCovers, bytesLeft >= 0 else { break }
        covers.append(cover)
        copy = SourceFile(path: source.path, bytes: cover.applied(to: copy.bytes))
        reading = YAMLReader.read(copy, findings: findings, limits: limits)
      }
      return result(of: reading)
    }

    /// `nil` at a limit, and where nothing would get better: covers only ever move on or grow.
    private func nextCover(for stop: DocumentBuilder.Stop) -> YAMLCover? {
      guard let broken = stop.broken else { return nil }
      let cover = YAMLCover(stop, from: broken, in: copy)
      guard let last = covers.last, cover.bytes.lowerBound < last.bytes.upperBound else { return cover }
      let entry = YAMLCover(entryAt: min(broken, last.bytes.lowerBound), in: copy)
      return entry.bytes.count > last.bytes.count ? entry : nil
    }

    /// Whether it is no consequence of what was covered, as far as that is certain.
    private func isOwnMistake(_ stop: DocumentBuilder.Stop, _ cover: YAMLCover?) -> Bool {
      guard let last = covers.last else { return true }
      guard stop.broken != nil else { return stop.diagnostic.code != "empty-file" }
      guard let cover, cover.bytes.lowerBound >= last.bytes.upperBound, !speaksOfCovered(stop.diagnostic) else {
        return false
      }
      if stop.isMisaligned {
        if wouldFit(cover, without: last) { return false }
      } else if stop.diagnostic.code != "yaml-syntax" || stop.diagnostic.fix != nil || last.isCertain {
        return true
      }
      return lineAbove(cover.bytes.lowerBound).map { $0.lowerBound >= last.bytes.upperBound } ?? false
    }

    /// Whether a line would fit, if what was covered above it stood where it was meant to.
    private func wouldFit(_ line: YAMLCover, without last: YAMLCover) -> Bool {
      guard last.startsLine else { return false }
      let column = YAMLEntry(at: line.bytes.lowerBound, in: source).column
      return last.kind == .text || YAMLEntry(at: last.bytes.lowerBound, in: source).levels.contains(column)
    }

    /// Also a bracket that closes one that was covered.
    private func speaksOfCovered(_ diagnostic: Diagnostic) -> Bool {
      if diagnostic.places.contains(where: { place in covers.contains { $0.bytes.overlaps(place.bytes) } }) {
        return true
      }
      guard let range = diagnostic.range, ["]", "}"].contains(range.text) else { return false }
      return covers.contains { $0.kind != .text && source.bytes[$0.bytes].contains { "[{".utf8.contains($0) } }
    }

    private func lineAbove(_ offset: Int) -> Range<Int>? {
      stride(from: copy.position(of: offset).line - 1, to: 0, by: -1).lazy.map { copy.lineRange($0) }
        .first { !YAMLBytes.withoutComment(copy.bytes[$0]).isEmpty }
    }

    private func result(of reading: YAMLReading) -> ParsedDocument {
      let areAnchorsCovered = covers.contains { source.bytes[$0.bytes].contains { "&*".utf8.contains($0) } }
      let doubts = reading.diagnostics.filter { doubt in
        if areAnchorsCovered, doubt.code == "unknown-anchor" || doubt.code == "unused-anchor" { return false }
        return !doubt.places.contains { place in
          covers.contains { $0.touches(place.bytes) }
            || errors.contains { $0.range?.bytes.lowerBound == place.bytes.lowerBound }
        }
      }
      return ParsedDocument(
        document: reading.document.flatMap(uncovered), diagnostics: doubts.map { $0.moved(to: source) } + errors,
        isPartial: true)
    }

    /// The tree, placed in the text as it was written.
    private func uncovered(_ document: Document) -> Document? {
      let covered = CoveredRecords(document, covers: covers, source: source)
      guard covered.isOfUse else { return nil }
      return Document(source: source, records: covered.records, text: document.text, incomplete: covered.incomplete)
    }
  }

  extension Diagnostic {
    /// All that it speaks of.
    fileprivate var places: [SourceRange] { [range, fix?.range].compactMap(\.self) + notes.map(\.range) }
  }
#endif
