import TestSupport
import Testing

@testable import MockSpec

struct PathIndexTests {
  static func randomPattern(_ generator: inout SeededGenerator) -> String {
    var pieces: [String] = []
    var hasRest = false
    for index in 0..<Int.random(in: 0...5, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...4: pieces.append(["a", "b", "c", "%41", ""].randomElement(using: &generator)!)
      case 5, 6: pieces.append("*")
      case 7, 8: pieces.append("{x\(index)}")
      default:
        pieces.append(hasRest ? "a" : "**")
        hasRest = true
      }
    }
    return "/" + pieces.joined(separator: "/")
  }

  static func randomPath(_ generator: inout SeededGenerator) -> String {
    let pieces = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      ["a", "b", "c", "A", "", "%61", "z", ".", ".."].randomElement(using: &generator)!
    }
    return "/" + pieces.joined(separator: "/")
  }

  @Test(arguments: 0..<TestScale.count(5, long: 20))
  func `the index finds the same sets as a linear search`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let patterns = try (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        try PathPattern(Self.randomPattern(&generator))
      }
      let index = PathIndex(patterns)
      for _ in 0..<20 {
        let text = Self.randomPath(&generator)
        let expected = patterns.indices.filter { ReferencePath.matches(patterns[$0], text) }
        let found = index.sets(for: CallPath(text)).map(Int.init)
        #expect(found == expected, "\(text) among \(patterns.map(\.text))")
      }
    }
  }

  @Test(arguments: 0..<TestScale.count(5, long: 20))
  func `an index of which sets are removed and inserted finds the same as a new one`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    func pattern() throws -> PathPattern? {
      Int.random(in: 0..<20, using: &generator) == 0 ? nil : try PathPattern(Self.randomPattern(&generator))
    }
    var patterns = try (0..<20).map { _ in try pattern() }
    var index = PathIndex(patterns)
    for _ in 0..<100 {
      let removed = Set(patterns.indices.filter { _ in Int.random(in: 0..<10, using: &generator) == 0 })
      let inserted = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Int.random(in: 0...patterns.count, using: &generator)
      }
      let change = Rearrangement(count: patterns.count, removing: removed, inserting: inserted.sorted())
      let new = try inserted.map { _ in try pattern() }
      let chunked = change.applied(to: ChunkedArray(patterns, chunkSize: 2), inserting: new)
      patterns = change.applied(to: patterns, inserting: new)
      #expect(chunked.elementsEqual(patterns))
      index = index.rearranged(change) { patterns[Int($0)] }
      let expected = PathIndex(patterns)
      for _ in 0..<10 {
        let path = CallPath(Self.randomPath(&generator))
        #expect(Array(index.sets(for: path)) == Array(expected.sets(for: path)))
      }
    }
  }

  @Test func `sets that match any path are always found, in order`() throws {
    let index = PathIndex([try PathPattern("/a"), nil, try PathPattern("/**"), try PathPattern("/*")])
    #expect(Array(index.sets(for: CallPath("/a"))) == [0, 1, 2, 3])
    #expect(Array(index.sets(for: CallPath("/a/b"))) == [1, 2])
  }

  @Test func `many patterns that differ only at the end are distinguished`() throws {
    let patterns = try (0..<5000).map { try PathPattern("/v1/items/\($0)/{x}") }
    let index = PathIndex(patterns)
    for number in [0, 1, 2500, 4999] {
      #expect(Array(index.sets(for: CallPath("/v1/items/\(number)/z"))) == [Int32(number)])
    }
    #expect(Array(index.sets(for: CallPath("/v1/items/5000/z"))) == [])
  }

  @Test(arguments: [
    ("", [""]), ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/%2f", ["/"]),
    ("/a/./b", ["a", "b"]),
    ("/a/../b", ["b"]), ("/..", [""]), ("/a/..", [""]), ("/a/b/..", ["a", ""]), ("/.", [""]), ("/...", ["..."]),
    ("/%2e%2E/x", ["x"]), ("/é%C3%A9", ["éé"]), ("*", []),
  ])
  func `paths are split, decoded and resolved`(text: String, segments: [String]) {
    #expect(CallPath(text).segments.map { String(decoding: $0, as: UTF8.self) } == segments)
  }
}
