extension CodePointSet {
  /// The set, together with every code point that differs from a member only in case, by Unicode simple case folding.
  var ignoringCase: CodePointSet {
    guard let last = ranges.last?.upperBound else { return self }
    let groups = last < 0x80 ? Self.caseGroupsOfASCII : Self.caseGroups
    return CodePointSet(
      groups.filter { $0.contains(where: contains) }.reduce(into: ranges) { ranges, group in
        ranges += group.map { $0...$0 }
      })
  }

  func contains(_ codePoint: UInt32) -> Bool {
    var candidates = ranges[...]
    while !candidates.isEmpty {
      let middle = candidates.startIndex + candidates.count / 2
      if ranges[middle].contains(codePoint) { return true }
      candidates = codePoint < ranges[middle].lowerBound ? candidates[..<middle] : candidates[(middle + 1)...]
    }
    return false
  }

  /// The case groups of ASCII letters, including the Kelvin sign and the long s. Most patterns need only these.
  private static let caseGroupsOfASCII: [[UInt32]] = (UInt32(0x61)...0x7A).map { letter in
    switch letter {
    case 0x6B: [letter, letter - 0x20, 0x212A]
    case 0x73: [letter, letter - 0x20, 0x017F]
    default: [letter, letter - 0x20]
    }
  }

  /// All case groups. Computed from every Unicode scalar, which takes tens of milliseconds at the first use.
  private static let caseGroups: [[UInt32]] = {
    var groups: [UInt32: [UInt32]] = [:]
    for codePoint in 0...lastCodePoint {
      guard let scalar = Unicode.Scalar(codePoint), scalar.properties.changesWhenCaseMapped else { continue }
      groups[scalar.caseFolded.value, default: []].append(codePoint)
    }
    return groups.values.filter { $0.count > 1 }
  }()
}

extension Unicode.Scalar {
  /// The scalar after simple case folding.
  ///
  /// The standard library doesn't provide folding. The lowercase mapping of the uppercase mapping groups scalars in the
  /// same way, except for the dotless i, which folds to `i` only in Turkic languages.
  fileprivate var caseFolded: Unicode.Scalar {
    if self == "\u{131}" { return self }
    return simple(properties.uppercaseMapping).lowercase
  }

  private var lowercase: Unicode.Scalar { simple(properties.lowercaseMapping) }

  /// Returns the mapping if it is a single scalar; otherwise this scalar.
  private func simple(_ mapping: String) -> Unicode.Scalar {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars[scalars.startIndex] : self
  }
}
