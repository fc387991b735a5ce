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
    /// Bytes that are read again.
    private static let mostBytes = 32 << 20

    private let source: SourceFile
    private let findings: TextCheck.Findings
    private let limits: DocumentLimits
    private var bytes: [UInt8]
    private var covers: [YAMLCover] = []
    private var errors: [Diagnostic] = []
    private var bytesLeft = Self.mostBytes

    init(_ source: SourceFile, findings: TextCheck.Findings, limits: DocumentLimits) {
      self.source = source
      self.findings = findings
      self.limits = limits
      bytes = source.bytes
    }

    mutating func run(after first: YAMLReading) -> ParsedDocument {
      var reading = first
      while let stop = reading.stop {
        guard let broken = stop.broken else {
          if covers.isEmpty || stop.diagnostic.code != "empty-file" { errors.append(stop.diagnostic.moved(to: source)) }
          break
        }
        guard let cover = nextCover(for: stop.diagnostic, brokenFrom: broken) else { break }
        if !isConsequence(stop, cover) { errors.append(stop.diagnostic.moved(to: source)) }
        guard errors.count < Self.mostErrors, covers.count < Self.mostCovers, bytesLeft >= bytes.count else { break }
        bytesLeft -= bytes.count
        cover.apply(to: &bytes)
        covers.append(cover)
        reading = read()
      }
      return result(of: reading)
    }

    private func read() -> YAMLReading {
      let copy = SourceFile(path: source.path, bytes: bytes)
      return bytes.withUnsafeBufferPointer { input in
        var reader = YAMLReader(source: copy, input: input, findings: findings, limits: limits)
        return reader.read()
      }
    }

    /// `nil` where nothing would get better: covers only ever move on or grow.
    private func nextCover(for diagnostic: Diagnostic, brokenFrom broken: Int) -> YAMLCover? {
      let copy = SourceFile(path: source.path, bytes: bytes)
      let cover = YAMLCover(diagnostic, brokenFrom: broken, in: copy)
      guard let last = covers.last, cover.bytes.lowerBound < last.bytes.upperBound else { return cover }
      let entry = YAMLCover(entryAt: min(broken, last.bytes.lowerBound), in: copy)
      return entry.bytes.count > last.bytes.count ? entry : nil
    }

    /// What stands right behind a blank space may only be wrong because of it, unless it would be wrong anywhere. So may
    /// what was covered already.
    private func isConsequence(_ stop: DocumentBuilder.Stop, _ cover: YAMLCover) -> Bool {
      guard let last = covers.last else { return false }
      if cover.bytes.lowerBound < last.bytes.upperBound { return true }
      guard stop.diagnostic.code == "yaml-syntax", stop.diagnostic.fix == nil, !last.isCertain else { return false }
      let lines = bytes[last.bytes.upperBound..<cover.bytes.lowerBound].split(whereSeparator: YAMLBytes.isBreak)
      return lines.allSatisfy { line in line.first { !YAMLBytes.isBlank($0) }.map { $0 == UInt8(ascii: "#") } ?? true }
    }

    private func result(of reading: YAMLReading) -> ParsedDocument {
      let areAnchorsCovered = covers.contains { source.bytes[$0.bytes].contains { "&*".utf8.contains($0) } }
      let doubts = reading.diagnostics.filter { doubt in
        if areAnchorsCovered, doubt.code == "unknown-anchor" || doubt.code == "unused-anchor" { return false }
        let places = [doubt.range].compactMap(\.self) + doubt.notes.map(\.range)
        return !places.contains { place in
          covers.contains { $0.touches(place.bytes) }
            || errors.contains { $0.range?.bytes.lowerBound == place.bytes.lowerBound }
        }
      }
      return ParsedDocument(
        document: reading.document.map { covers.isEmpty ? $0 : $0.covered(covers, source: source) },
        diagnostics: doubts.map { $0.moved(to: source) } + errors, isPartial: true)
    }
  }
#endif
