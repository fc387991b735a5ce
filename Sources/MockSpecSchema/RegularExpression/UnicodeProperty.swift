internal import Synchronization

/// A Unicode property for `\p{…}`. Names are case-sensitive, as in ECMA-262, tables 67 to 69.
struct UnicodeProperty: Sendable {
  /// The long name, which is unique, then short names.
  let names: [String]
  let members: Members

  enum Members: Sendable {
    case categories([Unicode.GeneralCategory])
    case allBut([Unicode.GeneralCategory])
    /// The scalars for which the closure returns `true`. Surrogates aren't members.
    case scalars(where: @Sendable (Unicode.Scalar) -> Bool)
  }
}

extension UnicodeProperty {
  enum LookupError: Error, Equatable {
    case unknown(similar: String?)
    /// A property of Unicode that the standard library doesn't provide.
    case unavailable
  }

  /// Returns the property with a name.
  ///
  /// - Parameter name: The text between the braces, such as `Lu`, `gc=Lu` or `Alphabetic`.
  /// - Throws: `LookupError` if there is no such property, or if it isn't available.
  static func require(_ name: String) throws(LookupError) -> UnicodeProperty {
    guard let separator = name.firstIndex(of: "=") else {
      if missing.contains(name) { throw .unavailable }
      return try require(name, among: [categories, binaryProperties])
    }
    switch name[..<separator] {
    case "General_Category", "gc":
      return try require(String(name[name.index(after: separator)...]), among: [categories])
    case "Script", "sc", "Script_Extensions", "scx":
      throw .unavailable
    default:
      throw .unknown(similar: nil)
    }
  }

  private static func require(
    _ name: String, among tables: [[UnicodeProperty]]
  ) throws(LookupError) -> UnicodeProperty {
    for table in tables {
      if let property = table.first(where: { $0.names.contains(name) }) { return property }
    }
    let names = tables.joined().flatMap(\.names)
    throw .unknown(similar: names.first { lettersOnly($0) == lettersOnly(name) })
  }

  private static func lettersOnly(_ name: String) -> String {
    name.lowercased().filter(\.isLetter)
  }
}

extension UnicodeProperty {
  private struct Key: Hashable {
    let name: String
    let ignoresCase: Bool
  }

  private static let known = Mutex<[Key: CodePointSet]>([:])

  /// Returns the members of the property. The first use of a property can take tens of milliseconds.
  func codePoints(ignoringCase: Bool) -> CodePointSet {
    let key = Key(name: names[0], ignoresCase: ignoringCase)
    if let set = Self.known.withLock({ $0[key] }) { return set }
    let set = ignoringCase ? codePoints(ignoringCase: false).ignoringCase : codePoints
    Self.known.withLock { $0[key] = set }
    return set
  }

  private var codePoints: CodePointSet {
    switch members {
    case .categories(let categories): Self.codePoints(of: categories)
    case .allBut(let categories): Self.codePoints(of: categories).inverted
    case .scalars(let hold): Self.codePoints(where: hold)
    }
  }

  private static func codePoints(of categories: [Unicode.GeneralCategory]) -> CodePointSet {
    CodePointSet(categories.flatMap { rangesByCategory[$0] ?? [] })
  }

  /// The code points of all categories. Computed from every Unicode scalar at the first use, in tens of milliseconds.
  private static let rangesByCategory: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = {
    var ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = [:]
    var start: UInt32 = 0
    var current = category(of: start)
    for codePoint in 1...CodePointSet.lastCodePoint {
      let next = category(of: codePoint)
      if next != current {
        ranges[current, default: []].append(start...codePoint - 1)
        (start, current) = (codePoint, next)
      }
    }
    ranges[current, default: []].append(start...CodePointSet.lastCodePoint)
    return ranges
  }()

  private static func category(of codePoint: UInt32) -> Unicode.GeneralCategory {
    Unicode.Scalar(codePoint)?.properties.generalCategory ?? .surrogate
  }

  /// Tests every Unicode scalar.
  private static func codePoints(where hold: (Unicode.Scalar) -> Bool) -> CodePointSet {
    var members = CodePointSet.Gathering()
    for codePoint in 0...CodePointSet.lastCodePoint {
      if let scalar = Unicode.Scalar(codePoint), hold(scalar) { members.insert(codePoint...codePoint) }
    }
    return members.set
  }
}
