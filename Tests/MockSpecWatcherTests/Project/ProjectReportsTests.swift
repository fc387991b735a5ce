import MockSpec
import Synchronization
import Testing

@testable import MockSpecWatcher

@Suite(.timeLimit(.minutes(20)))
struct ProjectReportsTests {
  private func version(_ number: Int, _ requests: String) throws -> LoadedProject {
    try SpecLoader(.inline("mockspec: 1\nrequests: {\(requests)}")).load(number: number)
  }

  private func names(_ event: ProjectEvent) -> String {
    guard case .reloaded(let reload) = event else { return "\(event)" }
    return "\(reload)"
  }

  @Test func `a change that isn't observed isn't reported, and later ones are compared with it`() async throws {
    let isObserved = Mutex(false)
    let events = Sightings<ProjectEvent>()
    let first = try version(1, "A: {match: /a, responses: {R: {}}}")
    let reports = ProjectReports(
      SpecLoader(.inline("")), after: first,
      ReportHandler(isObserved: { isObserved.withLock { $0 } }, onEvent: { events.note($0) }))
    let second = try version(2, "A: {match: /a, responses: {R: {}}}, B: {match: /b, responses: {R: {}}}")
    reports.add(.reload(second, notices: [], duration: .zero))
    reports.add(.event(.notice("unseen")))
    isObserved.withLock { $0 = true }
    let third = try version(
      3, "A: {match: /a, responses: {R: {}}}, B: {match: /b, responses: {R: {}}}, C: {match: /c, responses: {R: {}}}")
    reports.add(.reload(third, notices: [], duration: .zero))
    // The first event that is made is the third version's.
    let seen = try await events.through { _ in true }.map(names)
    #expect(seen[0].contains("C") && !seen[0].contains("B"), "\(seen)")
    reports.stop()
  }
}
