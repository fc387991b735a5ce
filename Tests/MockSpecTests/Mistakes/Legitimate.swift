import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// A valid spec that looks like a mistake.
struct Legitimate: CustomTestStringConvertible, Sendable {
  let name: String
  let place: Mistake.Place
  /// Other files, by path.
  let files: [String: String]
  /// The file: one warning can be reported at the line with 1️⃣, if a comment silences it. Without 1️⃣, none is reported.
  let marked: String

  init(_ name: String, in place: Mistake.Place = .spec, files: [String: String] = [:], _ marked: String) {
    self.name = name
    self.place = place
    self.files = files
    self.marked = marked
  }

  var testDescription: String { name }

  /// Returns how the report falls short; `nil` if it doesn't.
  func shortfall() throws -> String? {
    let report = try report(MarkedText(marked).text)
    guard let warning = report.diagnostics.first else { return nil }
    guard let line = markedLine, report.diagnostics.count == 1, warning.severity == .warning,
      warning.start.line == line
    else { return "\(report.diagnostics.count) diagnostics\(report.lines)" }
    let silenced = try self.report(silencing(warning.code, at: line))
    return silenced.diagnostics.isEmpty ? nil : "can't be silenced\(silenced.lines)"
  }

  private func report(_ text: String) throws -> Mistake.Report {
    var contents = files.mapValues { Array($0.utf8) }
    contents[place.rawValue] = Array(text.utf8)
    if place == .project { contents["a.mock.yaml"] = Array(Mistake.specOfProject.utf8) }
    return try Mistake.Report(contents)
  }

  private func silencing(_ code: String, at line: Int) -> String {
    var lines = MarkedText(marked).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let spaces = lines[line - 1].prefix { $0 == " " }
    let comment = place == .json ? "\"x-mockspec-ignore\": \"\(code)\"," : "# mockspec-ignore: \(code)"
    lines.insert(spaces + comment, at: line - 1)
    return lines.joined(separator: "\n")
  }

  private var markedLine: Int? {
    let text = MarkedText(marked)
    guard let range = text.ranges[1] else { return nil }
    return text.bytes[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
  }
}

struct LegitimateTests {
  @Test(arguments: Legitimate.all) func `what looks like a mistake is valid`(spec: Legitimate) throws {
    let shortfall = try spec.shortfall()
    if let known = knownShortfalls[spec.name] {
      #expect(shortfall != nil, "\(spec.name) is as it should be: remove it from knownShortfalls (\(known))")
    } else {
      #expect(shortfall == nil, "\(spec.name): \(shortfall ?? "")")
    }
  }

  @Test func `there are at least 60`() { #expect(Legitimate.all.count >= 60) }
}
