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
    static let mostErrors = 20
    private static let mostCovers = 40

    private let source: SourceFile
    private let findings: TextCheck.Findings
    private let limits: DocumentLimits
    private var copy: SourceFile
    private var covers: [YAMLCover] = []
    private var errors: [Diagnostic] = []
    /// As many are read again as the largest file has.
    private var bytesLeft: Int

    init(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) {
      self.source = source
      self.findings = findings
      self.limits = limits
      copy = source
      bytesLeft = limits.bytes
    }

    mutating func run(after first: YAMLReading) -> ParsedDocument {
      var reading = first
      while let stop = reading.stop {
        let cover = nextCover(for: stop)
        if isOwnMistake(stop, cover) { errors.append(stop.diagnostic.moved(to: source)) }
        guard let cover, errors.count < Self.mostErrors, covers.count < Self.mostCovers else { break }
        bytesLeft -= source.bytes.count
        guard bytesLeft >= 0 else { break }
        covers.append(cover)
        copy = SourceFile(path: source.path, bytes: cover.applied(to: copy.bytes))
        reading = YAMLReader.read(copy, findings: findings, limits: limits)
      }
      return result(of: reading)
    }

    /// `nil` at a limit, and where nothing would get better: covers only ever move on or grow.
    private func nextCover(for stop: DocumentBuilder.Stop) -> YAMLCover? {
      guard let broken = stop.broken else { return nil }
      let cover = YAMLCover(stop.diagnostic, brokenFrom: broken, in: copy)
      guard let last = covers.last, cover.bytes.lowerBound < last.bytes.upperBound else { return cover }
      let entry = YAMLCover(entryAt: min(broken, last.bytes.lowerBound), in: copy)
      return entry.bytes.count > last.bytes.count ? entry : nil
    }

    /// Whether it is no consequence of what was covered. What stands right behind a blank space may only be wrong
    /// because of it, unless it would be wrong anywhere.
    private func isOwnMistake(_ stop: DocumentBuilder.Stop, _ cover: YAMLCover?) -> Bool {
      guard let last = covers.last else { return true }
      guard stop.broken != nil else { return stop.diagnostic.code != "empty-file" }
      guard let cover, cover.bytes.lowerBound >= last.bytes.upperBound else { return false }
      guard !stop.diagnostic.places.contains(where: { place in covers.contains { $0.bytes.overlaps(place.bytes) } })
      else { return false }
      if stop.diagnostic.code != "yaml-syntax" || stop.diagnostic.fix != nil || last.isCertain { return true }
      let between = copy.bytes[last.bytes.upperBound..<cover.bytes.lowerBound]
      return between.split(whereSeparator: YAMLBytes.isBreak).contains { line in
        line.first { !YAMLBytes.isBlank($0) }.map { $0 != UInt8(ascii: "#") } ?? false
      }
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
        document: reading.document.map { covers.isEmpty ? $0 : $0.covered(covers, source: source) },
        diagnostics: doubts.map { $0.moved(to: source) } + errors, isPartial: true)
    }
  }

  extension Diagnostic {
    /// All that it speaks of.
    fileprivate var places: [SourceRange] { [range, fix?.range].compactMap(\.self) + notes.map(\.range) }
  }
#endif
