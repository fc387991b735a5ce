import Foundation
import TestSupport

/// `mockspec generate swift` as a whole process, compared with validating the same files.
struct GenerateFigure {
  let paths: Paths
  let isShort: Bool

  func table() throws -> Table {
    var table = Table("Generate: whole process, 1,000 files", columns: ["", "time", "ratio", "generated"])
    for requests in [1, 3] {
      let specs = try GeneratedSpecs(
        count: 1000, format: .yaml, requestsPerFile: requests, in: paths.scratch("generate-\(requests)"))
      let output = paths.scratch("MockNames-\(requests).swift")
      let generate = ["generate", "swift", specs.folder, "--output", output]
      var (floor, written, unchanged) = (Spread(), Spread(), Spread())
      // The first round warms up.
      for round in 0...(isShort ? 1 : 21) {
        let validating = try ChildProcess.time(paths.mockspec, ["validate", specs.folder])
        try? FileManager.default.removeItem(atPath: output)
        let writing = try ChildProcess.time(paths.mockspec, generate)
        let comparing = try ChildProcess.time(paths.mockspec, generate)
        guard round > 0 else { continue }
        floor.add(validating)
        written.add(writing)
        unchanged.add(comparing)
      }
      let size = try Data(contentsOf: URL(filePath: output)).count
      table.add("mockspec validate, \(requests) request\(requests == 1 ? "" : "s") each", floor.seconds())
      table.add(
        "mockspec generate swift", written.seconds(), (written / floor).ratio + " of validate", "\(size.grouped) bytes")
      table.add("the same, unchanged", unchanged.seconds(), (unchanged / floor).ratio + " of validate")
    }
    return table
  }
}
