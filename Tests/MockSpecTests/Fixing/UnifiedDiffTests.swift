import Foundation
import TestSupport
import Testing

@testable import MockSpec

/// Properties of diffs, on the files of all golden tests and of the corpus of mistakes.
struct UnifiedDiffTests {
  /// Files before and after fixing, by path.
  static var files: [(path: String, old: [UInt8], new: [UInt8])] {
    let odd = ["plain", "with space", "tab\there", "quote\"d", "back\\slash", "ünïcode 日本", "new\nline", " both ends "]
    return OfferedFixTests.all.enumerated().flatMap { index, file in
      let fixed = FileFixer.fix(file.bytes, path: file.name, isProjectFile: file.isProjectFile)
      if fixed.bytes == file.bytes { return [(path: String, old: [UInt8], new: [UInt8])]() }
      // Also with CRLF, and without a line break at the end.
      let crlf = { (bytes: [UInt8]) in bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
      let cut = { (bytes: [UInt8]) in bytes.last == 0x0A ? bytes.dropLast() : bytes }
      return [("", { $0 }), ("crlf ", crlf), ("cut ", cut)].map { (name: String, change: ([UInt8]) -> [UInt8]) in
        ("\(odd[index % odd.count])/\(name)\(index) \(file.name)", change(file.bytes), change(fixed.bytes))
      }
    }
  }

  /// Files with lines that are inserted, removed and replaced in random places, as when a source is imported again.
  static var edited: [(path: String, old: [UInt8], new: [UInt8])] {
    (0..<100).map { number in
      var random = SeededGenerator(seed: UInt64(number))
      // Few different lines, so that many of them are equal.
      let line = { (random: inout SeededGenerator) in "line \(Int.random(in: 0..<12, using: &random))\n" }
      let old = (0..<Int.random(in: 1..<200, using: &random)).map { _ in line(&random) }
      var new = old
      for _ in 0..<Int.random(in: 1..<40, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        let end = min(new.count, place + Int.random(in: 0..<4, using: &random))
        new.replaceSubrange(place..<end, with: (0..<Int.random(in: 0..<4, using: &random)).map { _ in line(&random) })
      }
      return ("edited/\(number)", Array(old.joined().utf8), Array((new.isEmpty ? old : new).joined().utf8))
    }
  }

  @Test(arguments: [
    ["patch", "-p1", "--batch", "--input"], ["git", "apply", "--unsafe-paths", "--whitespace=nowarn"],
  ])
  func `the diff of the old content, applied to it, is the new content`(command: [String]) async throws {
    let files = Self.files + Self.edited
    #expect(files.count > 200)
    let folder = try TemporaryFolder()
    var diff = ""
    for (path, old, new) in files {
      try folder.write(old, to: path)
      diff += UnifiedDiff(from: old, to: new).text(path: path) + "\n"
    }
    let input = try TemporaryFolder(["diff": diff])
    try folder.write([], to: "output")
    let output = try #require(FileHandle(forWritingAtPath: folder["output"]))
    let process = try ChildProcess("/usr/bin/env", command + [input["diff"]], in: folder.path, output: output)
    let status = await process.status()
    // The program isn't installed everywhere.
    if status == 127 { return }
    let messages = try folder.read("output")
    #expect(status == 0, "\(messages.prefix(2000))")
    for (path, _, new) in files {
      let bytes = try Array(Data(contentsOf: URL(filePath: folder[path])))
      #expect(bytes == new, "\(path.debugDescription)")
    }
  }
}
