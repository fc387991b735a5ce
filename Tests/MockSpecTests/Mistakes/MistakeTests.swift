import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Mistakes that people make, each of which is one diagnostic at its own line that says what to write instead.
struct MistakeTests {
  static let all = [
    Mistake.characters, Mistake.fixes, Mistake.json, Mistake.levels, Mistake.lints, Mistake.otherFiles,
    Mistake.paths, Mistake.states, Mistake.collections, Mistake.values, Mistake.vocabulary,
  ].flatMap(\.self)

  @Test(arguments: all) func `a mistake is one diagnostic at its line that helps`(mistake: Mistake) throws {
    let report = try mistake.report()
    let shortfall = mistake.shortfall(of: report)
    if let known = knownShortfalls[mistake.name] {
      #expect(
        shortfall != nil, "\(mistake.name) is reported as it should be: remove it from knownShortfalls (\(known))")
    } else {
      #expect(shortfall == nil, "\(mistake.name): \(shortfall ?? "")\(report.lines)")
    }
  }

  @Test func `names are unique, and shortfalls are those of mistakes`() {
    let names = Self.all.map(\.name) + Legitimate.all.map(\.name)
    #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
    #expect(Set(knownShortfalls.keys).subtracting(names) == [])
  }

  @Test func `each kind has mistakes, there are at least 140, and at most 5 in 100 fall short`() {
    #expect(Self.all.count >= 140)
    #expect(knownShortfalls.count * 100 <= Self.all.count * 5)
    for kind in Mistake.Kind.allCases { #expect(Self.all.contains { $0.kind == kind }) }
  }

  /// Prints how many mistakes are reported as they should be. `MOCKSPEC_MISTAKES` names a file for what the others report.
  @Test func `95 in 100 mistakes are one diagnostic, and all are at the true line`() throws {
    var list = ""
    var (single, misplaced) = (0, 0)
    for kind in Mistake.Kind.allCases {
      let reports = try Self.all.filter { $0.kind == kind }.map { ($0, try $0.report()) }
      let alone = reports.count { $1.diagnostics.count == 1 }
      let placed = reports.count { mistake, report in
        report.diagnostics.contains { $0.file == mistake.place.rawValue && $0.start.line == mistake.line }
      }
      single += alone
      misplaced += reports.count - placed
      let missed = reports.filter { $0.shortfall(of: $1) != nil }
      print(
        "\(kind): \(reports.count) mistakes, \(alone) as one diagnostic, \(placed) at their line, "
          + "\(reports.count - missed.count) as they should be")
      for (mistake, report) in missed {
        list +=
          "\(kind) \(mistake.name) (\(mistake.what)), line \(mistake.line): "
          + "\(mistake.shortfall(of: report) ?? "")\(report.lines)\n"
      }
    }
    #expect(single * 100 >= Self.all.count * 95)
    #expect(misplaced == 0)
    if let file = ProcessInfo.processInfo.environment["MOCKSPEC_MISTAKES"] {
      try list.write(toFile: file, atomically: true, encoding: .utf8)
    }
  }
}
