import Foundation
import TestSupport
import Testing

/// The same calls over a socket, without an interceptor and with one that passes them on.
struct PassThroughFidelityTests {
  /// Set `FIDELITY` to words of scenarios' names to make only those calls, and to see all values.
  private static let selection = ProcessInfo.processInfo.environment["FIDELITY"]?.split(separator: " ")

  @Test(arguments: [Scenario.Route.passedThrough, .forwarded])
  func `calls that are passed on differ only where mocked calls do`(route: Scenario.Route) async throws {
    let all = Scenario.all.filter { scenario in
      Set(Self.selection ?? []).isSubset(of: scenario.name.split(separator: " "))
        && !FidelityDifferences.of(scenario).contains { $0.skipsSocket }
    }
    // Scenarios are crossed lists, so that random ones are more different than every tenth.
    var generator = SeededGenerator(seed: 1)
    let isShort = Self.selection == nil && !TestScale.isLong
    let scenarios = isShort ? Array(all.shuffled(using: &generator).prefix(all.count / 20)) : all
    let equal = try await withThrowingTaskGroup(of: Bool.self) { group in
      var equal = 0
      for (index, scenario) in scenarios.enumerated() {
        // Each has a server and two sessions. Tests that count descriptors run at the same time.
        if index >= 6, try await group.next() == true { equal += 1 }
        group.addTask { try await Self.differences(scenario, route).isEmpty }
      }
      return try await group.reduce(into: equal) { if $1 { $0 += 1 } }
    }
    print("fidelity: \(equal) of \(scenarios.count) scenarios are equal, \(route)")
  }

  private static func differences(_ scenario: Scenario, _ route: Scenario.Route) async throws -> Set<String> {
    var (socket, passed) = try await ScenarioRun.observe(scenario, route)
    for _ in 0..<5 where scenario.isDecidedByChance && !socket.differences(from: passed).isEmpty {
      (socket, passed) = try await ScenarioRun.observe(scenario, route)
    }
    if selection != nil { print("\(scenario.name)\n\(socket.description(besides: passed))") }
    #expect(passed["hangs"] == nil, "\(scenario.name) never ends")
    let differing = socket.differences(from: passed)
    let values = FidelityDifferences.of(scenario, route).map { $0.values(in: scenario) }
    if values.contains(nil) { return differing }
    let unlisted = values.compactMap(\.self).reduce(differing) { $0.subtracting($1) }
    #expect(unlisted.isEmpty, "\(scenario.name) differs in \(unlisted.sorted())")
    return differing
  }
}
