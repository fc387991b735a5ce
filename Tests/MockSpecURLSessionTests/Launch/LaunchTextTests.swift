import Foundation
import TestSupport
import Testing

@testable import MockSpecURLSession

/// How a text travels in arguments.
struct LaunchTextTests {
  static func read(_ texts: [String]) throws(MockLaunchError) -> [[UInt8]] {
    let values = texts.enumerated().map { LaunchValue(source: "argument \($0 + 1)", text: $1) }
    return try LaunchText.read(values).map(\.bytes)
  }

  static func error(_ texts: [String]) -> String {
    do {
      return "\(try read(texts).count) texts"
    } catch {
      return error.description
    }
  }

  @Test(arguments: [1, 96 << 10, (96 << 10) - 32, 200_000, 512 << 10])
  func `a text travels in pieces, none of which cuts a character`(size: Int) throws {
    let text = Array((String(repeating: "x", count: size % 4) + String(repeating: "𝄞", count: size / 4)).utf8)
    let values = try LaunchText.values(for: text)
    #expect(values.allSatisfy { $0.utf8.count <= 96 << 10 && !$0.contains("\u{FFFD}") })
    #expect(values.count == (size - 1) / ((96 << 10) - 32) + 1)
    #expect(try Self.read(values + ["{}"] + values) == [text, Array("{}".utf8), text])
  }

  @Test(arguments: ["👨‍👩‍👧‍👦é", "e\u{301}", "x\u{FE0F}"])
  func `a piece can begin with a combining mark`(character: String) throws {
    for offset in 0..<8 {
      let text = Array((String(repeating: "x", count: offset) + String(repeating: character, count: 30_000)).utf8)
      #expect(try Self.read(try LaunchText.values(for: text)) == [text])
    }
  }

  @Test func `pieces that aren't complete are refused`() throws {
    let pieces = try LaunchText.values(for: Array(repeating: UInt8(ascii: "x"), count: 200_000))
    #expect(pieces.count == 3)
    #expect(Self.error(pieces) == "1 texts")
    let cases = [
      (Array(pieces[..<2]), "argument 2: expected piece 3 of 3 after it, found no more"),
      (Array(pieces[1...]), "argument 1: expected the first of 3 pieces, found piece 2"),
      ([pieces[0], pieces[2]], "argument 2: expected piece 2 of 3, found '3/3 200000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxx'"),
      ([pieces[0], "{}"], "argument 2: expected piece 2 of 3, found '{}'"),
      (pieces.map { String($0.dropLast()) }, "argument 3: expected a text of 200000 bytes, found 199997"),
      (["1/1 3 abcd"], "argument 1: expected a text of 3 bytes, found 4"),
      (["1/2 4 ab", "2/2 5 ab"], "argument 2: expected piece 2 of 2, found '2/2 5 ab'"),
    ]
    for (values, message) in cases { #expect(Self.error(values) == message) }
  }

  @Test(arguments: [
    "", "x", "0/1 1 a", "1/0 1 a", "1/2000 1 a", "-1/1 1 a", "1/1 -1 a", "1/1 a", "1/1", "1/99999999999999999999 1 a",
    "file", "file 1", "file -1 /a", "file 99999999999 /a", "file 1 a/mockspec-launch-1-1.json", "file 1 /",
    "file 1 ", "file 1 /tmp/other.json", "file 1 /mockspec-launch-none/x", "file 1 /mockspec-launch-none",
  ])
  func `what isn't a text is an error`(value: String) { #expect(Self.error([value]).hasPrefix("argument 1: ")) }

  @Test func `a text of more than 16 MiB is refused`() {
    let text = [UInt8](repeating: 0x20, count: 16 << 20 + 1)
    let error = #expect(throws: MockLaunchError.self) { try LaunchText.values(for: text) }
    #expect(error?.description == "mocks: expected at most 16777216 bytes together, found 16777217")
  }
}
