import Foundation
import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecWatcher

/// In a process of its own, which has no file descriptor left for a while.
@Suite(.timeLimit(.minutes(20)))
struct DescriptorLimitTests {
  @Test func `an edit that can't be read because there are no descriptors is reported, and loaded later`() async {
    await #expect(processExitsWith: .success) {
      let spec = "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {status: 201}}}}\n"
      let folder = try TemporaryFolder([
        "specs/deep/a.mock.yaml": spec, "next.yaml": spec.replacing("201", with: "202"),
      ])
      let events = Sightings<ProjectEvent>()
      let project = try LiveProject(SpecLoader(.paths(["specs"]), workingDirectory: folder.path), isWatching: true) {
        events.note($0)
      }
      // A limit, not open files, so that no descriptor becomes free if another thread closes one.
      let usual = DescriptorLimit.set(3)
      #expect(open("/dev/null", O_RDONLY) == -1 && errno == EMFILE)

      // Renaming needs no descriptor.
      try folder.rename("next.yaml", to: "specs/deep/a.mock.yaml")
      let before = try await events.through { _ in true }
      guard case .rejected(let diagnostics, _) = before.last else {
        Issue.record("\(before)")
        return
      }
      #expect(diagnostics.map(\.code) == ["unreadable"])

      DescriptorLimit.set(usual)
      let after = try await events.through { _ in true }
      guard case .reloaded = after.last else {
        Issue.record("\(after)")
        return
      }
      #expect(project.reply(to: "/a")?.status == 202)
      project.stop()
    }
  }
}
