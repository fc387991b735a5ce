import Foundation
import TestSupport

/// What linking `MockSpecURLSession` adds to an empty program: bytes, and the time from its start to its end. Nothing of
/// SwiftNIO is linked.
struct LinkFigure {
  let paths: Paths
  private let rounds = 101

  init(paths: Paths) { self.paths = paths }

  func text() throws -> String {
    let programs = ["LinkNothing", "LinkSession", "LinkMocks"].map { paths.product($0) }
    var times = programs.map { _ in Spread() }
    for _ in 0..<rounds {
      for (index, program) in programs.enumerated() { times[index].add(try ChildProcess.time(program, [])) }
    }
    let sizes = try programs.map(size)
    var table = Table(
      "Link: an empty program, release build", columns: ["imports", "bytes", "stripped", "start to end", "added"])
    for (index, name) in ["nothing", "Foundation", "Foundation, MockSpecURLSession"].enumerated() {
      var added = ""
      if index > 0 {
        let seconds = Spread(zip(times[index].values, times[index - 1].values).map { $0 - $1 }).median
        added =
          "\((sizes[index].stripped - sizes[index - 1].stripped).grouped) bytes stripped, \(seconds.signedSeconds)"
      }
      table.add(name, sizes[index].whole.grouped, sizes[index].stripped.grouped, times[index].seconds(), added)
    }
    table.note("Foundation and the Swift libraries are shared libraries, which the bytes don't include")
    let marks = ["NIOCore", "NIOPosix", "NIOHTTP1", "MockSpecServer", "ArgumentParser"]
    let found = try marks.filter { try contains($0, programs[2]) }
    guard found.isEmpty else { throw BenchmarkError("\(programs[2]) contains \(found)") }
    // Otherwise the search would prove nothing.
    let missing = try marks.filter { try !contains($0, paths.mockspec) }
    guard missing.isEmpty else { throw BenchmarkError("\(paths.mockspec) doesn't contain \(missing)") }
    table.note(
      "the last one has no symbol and no text with \(marks.joined(separator: ", ")); mockspec has all of them")
    return table.text
  }

  /// The size of an executable, and without its symbols.
  private func size(of path: String) throws -> (whole: Int, stripped: Int) {
    let stripped = paths.scratch("stripped")
    _ = try ChildProcess.output(of: "/usr/bin/env", ["strip", "-o", stripped, path], scratch: paths.scratch("strip"))
    return try (Data(contentsOf: URL(filePath: path)).count, Data(contentsOf: URL(filePath: stripped)).count)
  }

  /// Returns whether a file has a text anywhere, as mangled symbols have the names of modules.
  private func contains(_ text: String, _ path: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
  }
}

extension Double {
  /// A number of seconds that can be negative, such as `+1.23 ms`.
  fileprivate var signedSeconds: String { (self < 0 ? "−" : "+") + magnitude.seconds }
}
