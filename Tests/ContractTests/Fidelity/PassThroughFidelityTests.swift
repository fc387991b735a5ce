import Foundation
import Testing

/// The same calls over a socket, without an interceptor and with one that passes them through.
struct PassThroughFidelityTests {
  /// Set `FIDELITY` to words of scenarios' names to make only those calls, and to see all values.
  private static let selection = ProcessInfo.processInfo.environment["FIDELITY"]?.split(separator: " ")

  @Test func `calls that pass through differ only where mocked calls do`() async throws {
    let scenarios = Scenario.all.filter { scenario in
      Set(Self.selection ?? []).isSubset(of: scenario.name.split(separator: " "))
        && !FidelityDifferences.of(scenario).contains { $0.skipsSocket }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, scenario) in scenarios.enumerated() {
        // Each has a server and two sessions. Tests that count descriptors run at the same time.
        if index >= 6 { try await group.next() }
        group.addTask { try await Self.compare(scenario) }
      }
      try await group.waitForAll()
    }
  }

  private static func compare(_ scenario: Scenario) async throws {
    let (socket, passed) = try await ScenarioRun.observePassedThrough(scenario)
    if selection != nil { print("\(scenario.name)\n\(socket.description(besides: passed))") }
    #expect(passed["hangs"] == nil, "\(scenario.name) never ends")
    let entries = FidelityDifferences.of(scenario) + [brokenBody].filter { $0.matches(scenario) }
    let values = entries.map { $0.values(in: scenario) }
    if values.contains(nil) { return }
    let unlisted = values.compactMap(\.self).reduce(socket.differences(from: passed)) { $0.subtracting($1) }
    #expect(unlisted.isEmpty, "\(scenario.name) differs in \(unlisted.sorted())")
  }

  private static let brokenBody = FidelityDifference(
    .onPurpose, "failure data completion", differ: ["task.response"],
    because: "URLSession on Linux sets a task's response only at its end")
}
