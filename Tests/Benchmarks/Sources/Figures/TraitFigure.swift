import Foundation
import TestSupport

/// A thousand tests with the trait of `MockSpecTesting`, compared with the same tests on the simplest URLProtocol.
struct TraitFigure {
  let paths: Paths
  let isShort: Bool

  func table() throws -> Table {
    var table = Table(
      "Trait: 1,000 tests in parallel, each with a session and five calls", columns: ["answered by", "time", "ratio"])
    var spreads = ["WithURLProtocol": Spread(), "WithTrait": Spread()]
    // The first round warms up.
    for round in 0...(isShort ? 1 : 11) {
      for suite in spreads.keys.sorted(by: round.isMultiple(of: 2) ? (<) : (>)) {
        let seconds = try seconds(of: suite)
        if round > 0 { spreads[suite]?.add(seconds) }
      }
    }
    guard let simplest = spreads["WithURLProtocol"], let trait = spreads["WithTrait"] else { return table }
    table.add("the simplest URLProtocol, no cache", simplest.seconds())
    table.add("the trait", trait.seconds(), (trait / simplest).ratio + " of the simplest")
    return table
  }

  /// Runs a suite in a process of its own, and returns the time of the test run.
  private func seconds(of suite: String) throws -> Double {
    let output = try ChildProcess.output(
      of: paths.tests, ["--testing-library", "swift-testing", "--filter", "TraitTests.\(suite)/"],
      scratch: paths.scratch("tests"))
    guard let match = output.firstMatch(of: /Test run with 1 test .*passed after ([0-9.]+) seconds/),
      let seconds = Double(match.1)
    else { throw BenchmarkError("no result of \(suite)") }
    return seconds
  }
}
