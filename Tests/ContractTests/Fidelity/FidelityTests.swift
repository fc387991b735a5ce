import Foundation
import TestSupport
import Testing

/// The same calls over a socket and with the interceptor, compared value by value and callback by callback.
struct FidelityTests {
  /// Set `FIDELITY` to words of scenarios' names to make only those calls, and to see all values.
  private static let selection = ProcessInfo.processInfo.environment["FIDELITY"]?.split(separator: " ")

  private struct Comparison {
    var scenario: Scenario
    /// The names of the values that differ; `nil` if the calls weren't made over a socket.
    var differing: Set<String>?
    var mock: ObservedCalls
    /// The same, with decisions that are made later, as those of a server.
    var later: ObservedCalls

    var isEqual: Bool { differing?.isEmpty != false && mock.differences(from: later).isEmpty }
  }

  @Test func `calls look the same as over a socket, but for the listed differences`() async throws {
    let selection = Self.selection ?? []
    let scenarios = Scenario.all.filter { Set(selection).isSubset(of: $0.name.split(separator: " ")) }
    #expect(Set(scenarios.map(\.name)).count == scenarios.count)
    var generator = SeededGenerator(seed: 1)
    let isShort = selection.isEmpty && !TestScale.isLong
    let made = isShort ? Array(scenarios.shuffled(using: &generator).prefix(scenarios.count / 6)) : scenarios

    let comparisons = try await withThrowingTaskGroup(of: Comparison.self) { group in
      var comparisons: [Comparison] = []
      for (index, scenario) in made.enumerated() {
        if index >= 16, let done = try await group.next() { comparisons.append(done) }
        group.addTask { try await Self.compare(scenario) }
      }
      return try await group.reduce(into: comparisons) { $0.append($1) }
    }
    for comparison in comparisons { check(comparison) }
    if selection.isEmpty {
      for entry in FidelityDifferences.all {
        let isUsed = Scenario.Route.allCases.contains { route in scenarios.contains { entry.matches($0, route) } }
        #expect(isUsed, "no scenario: \(entry.patterns), \(entry.reason)")
      }
    }
    print(report(comparisons))
  }

  @Test(arguments: FidelityDifferences.all) func `the documentation lists each difference`(
    _ difference: FidelityDifference
  ) throws {
    let page = try Repository.bytes("Sources/MockSpecURLSession/Documentation.docc/MockSpecURLSession.md")
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("- \(difference.reason)."))
  }

  private static func compare(_ scenario: Scenario) async throws -> Comparison {
    var comparison = try await compareOnce(scenario)
    for _ in 0..<5 where scenario.isDecidedByChance && !comparison.isEqual {
      comparison = try await compareOnce(scenario)
    }
    return comparison
  }

  private static func compareOnce(_ scenario: Scenario) async throws -> Comparison {
    let skipsSocket = FidelityDifferences.of(scenario).contains { $0.skipsSocket }
    let (socket, mock, later) = try await ScenarioRun.observe(scenario, skipsSocket: skipsSocket)
    let differing = socket?.differences(from: mock)
    if let socket, selection != nil { print("\(scenario.name)\n\(socket.description(besides: mock))") }
    return Comparison(scenario: scenario, differing: differing, mock: mock, later: later)
  }

  private func check(_ comparison: Comparison) {
    let name = comparison.scenario.name
    #expect(comparison.mock["hangs"] == nil, "\(name) never ends")
    let changed = comparison.mock.differences(from: comparison.later)
    #expect(changed.isEmpty, "\(name) differs in \(changed.sorted()) if it's decided later")
    guard let differing = comparison.differing else { return }
    let entries = FidelityDifferences.of(comparison.scenario)
    let values = entries.map { $0.values(in: comparison.scenario) }
    // What an entry for any values has to explain.
    let unlisted = values.compactMap(\.self).reduce(differing) { $0.subtracting($1) }
    for (entry, values) in zip(entries, values) {
      let isTrue = values.map { $0.isSubset(of: differing) } ?? !unlisted.isEmpty
      #expect(isTrue, "\(name) no longer differs in \(values?.sorted() ?? ["anything"]): \(entry.reason)")
    }
    if values.allSatisfy({ $0 != nil }) {
      #expect(unlisted.isEmpty, "\(name) differs in \(unlisted.sorted())")
    }
  }

  /// The number of equal scenarios, and for each entry that of its scenarios and of those that have no other difference.
  private func report(_ comparisons: [Comparison]) -> String {
    let equal = comparisons.count { $0.differing == [] }
    var lines = ["fidelity: \(equal) of \(comparisons.count) scenarios are equal"]
    let entries = comparisons.map { FidelityDifferences.of($0.scenario) }
    for kind in FidelityDifference.Kind.allCases {
      let (some, only) = count(entries) { $0.kind == kind }
      lines.append("\(kind): \(some) scenarios, \(only) of them only this")
      for entry in FidelityDifferences.all where entry.kind == kind {
        let (some, only) = count(entries) { $0.reason == entry.reason }
        if some > 0 { lines.append("  \(some) (only: \(only)): \(entry.reason)") }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func count(
    _ scenarios: [[FidelityDifference]], where isCounted: (FidelityDifference) -> Bool
  ) -> (some: Int, only: Int) {
    let some = scenarios.filter { $0.contains(where: isCounted) }
    return (some.count, some.count { $0.allSatisfy(isCounted) })
  }
}
