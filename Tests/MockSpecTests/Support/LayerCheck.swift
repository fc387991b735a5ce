import Foundation

/// Finds types that a module's folder uses from a folder of a later layer.
///
/// Only type names count, so a member that a later layer adds to an earlier layer's type isn't found.
struct LayerCheck {
  /// The uses in the order of the files' paths, such as
  /// `Matching/PathIndex.swift:12: uses 'Explainer' of Explaining, a later layer`.
  private(set) var violations: [String] = []
  /// The folders with Swift sources.
  private(set) var folders: Set<String> = []

  /// - Parameters:
  ///   - module: The module's folder.
  ///   - layers: Its folders with sources, the lowest layer first.
  init(module: URL, layers: [String]) throws {
    let ranks = Dictionary(uniqueKeysWithValues: layers.enumerated().map { ($1, $0) })
    let sources = try Self.sources(in: module)
    folders = Set(sources.map(\.folder))
    var owners: [String: String] = [:]
    for source in sources {
      for name in source.sharedTypes { owners[name] = source.folder }
    }
    for source in sources {
      for word in source.words where !word.isMember && !source.ownTypes.contains(word.text) {
        guard let owner = owners[word.text], let rank = ranks[source.folder], let used = ranks[owner], used > rank
        else { continue }
        violations.append("\(source.path):\(word.line): uses '\(word.text)' of \(owner), a later layer")
      }
    }
  }

  private struct Source {
    let folder: String
    /// The path relative to the module's folder.
    let path: String
    let words: [SwiftWords.Word]
    /// Types that other files can use by their bare names.
    private(set) var sharedTypes: Set<String> = []
    /// All types declared in the file, nested and private ones, too. They hide types of other files.
    private(set) var ownTypes: Set<String> = []

    init(path: String, bytes: [UInt8]) {
      self.path = path
      folder = path.split(separator: "/").first.map(String.init) ?? ""
      words = SwiftWords(bytes).words
      for (index, word) in words.enumerated().dropLast() where !word.isMember && Self.keywords.contains(word.text) {
        let name = words[index + 1].text
        guard name.first?.isUppercase == true else { continue }
        ownTypes.insert(name)
        let modifiers = words[..<index].reversed().prefix { Self.modifiers.contains($0.text) }
        let isPrivate = modifiers.contains { $0.text == "private" || $0.text == "fileprivate" }
        if word.depth == 0, !isPrivate { sharedTypes.insert(name) }
      }
    }

    private static let keywords: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set = ["public", "package", "private", "fileprivate", "final", "indirect"]
  }

  private static func sources(in module: URL) throws -> [Source] {
    try FileManager.default.subpathsOfDirectory(atPath: module.path).sorted()
      .filter { $0.hasSuffix(".swift") && $0.contains("/") }
      .map { Source(path: $0, bytes: Array(try Data(contentsOf: module.appendingPathComponent($0)))) }
  }
}
