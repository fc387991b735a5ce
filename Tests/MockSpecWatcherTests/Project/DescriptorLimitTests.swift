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

  /// Folders can be listed with one descriptor, while several threads can't read files.
  @Test func `specs that were moved are served as before until all of them can be read`() async {
    await #expect(processExitsWith: .success) {
      let names = (0..<60).map { "r\($0)" }
      let specs = names.map {
        ("specs/a/\($0).mock.yaml", "mockspec: 1\nrequests: {\($0): {match: GET /\($0), responses: {R: {}}}}\n")
      }
      let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: specs))
      let events = Sightings<ProjectEvent>()
      let project = try LiveProject(
        SpecLoader(.paths(["specs"]), workingDirectory: folder.path), isWatching: true, broken: .serve
      ) { events.note($0) }
      let free = open("/dev/null", O_RDONLY)
      close(free)
      let usual = DescriptorLimit.set(rlim_t(free) + 1)

      try folder.rename("specs/a", to: "specs/moved")
      var seen = try await events.through { _ in true }
      #expect(names.filter { project.reply(to: "/\($0)") == nil } == [])
      DescriptorLimit.set(usual)
      // Unless all were read at the first attempt.
      if case .rejected = seen.last { seen = try await events.through { _ in true } }
      guard case .reloaded = seen.last else {
        Issue.record("\(seen)")
        return
      }
      #expect(names.filter { project.reply(to: "/\($0)") == nil } == [])
      project.stop()
    }
  }
}
