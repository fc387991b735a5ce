import Foundation
import MockSpecDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// A mistake that people make in a file, and what its one diagnostic must show.
struct Mistake: CustomTestStringConvertible, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case fixes, levels, vocabulary, characters, otherFiles, json, lints, states, collections, values
  }

  /// The file in which the mistake is made. A project file has a valid spec beside it.
  enum Place: String, Sendable {
    case spec = "a.mock.yaml"
    case json = "a.mock.json"
    case project = "mockspec.yaml"
  }

  let name: String
  let kind: Kind
  /// What a person did.
  let what: String
  let place: Place
  let code: String
  /// What the help must name, or the headline, the label or the notes. Words in lower case can have capitals there.
  let help: String
  /// Whether the diagnostic has a fix; `nil` if both are right.
  let isFixable: Bool?
  /// Other files, by path.
  let files: [String: String]
  /// The file: 1️⃣ marks the mistake. `$ROOT` is the path of the folder.
  let marked: String
  /// The file if it isn't text; the mistake is at its first line.
  let bytes: [UInt8]?

  init(
    _ name: String, _ kind: Kind, _ what: String, in place: Place = .spec, code: String, help: String,
    isFixable: Bool? = nil, files: [String: String] = [:], bytes: [UInt8]? = nil,
    _ marked: String = "1️⃣"
  ) {
    self.name = name
    self.kind = kind
    self.what = what
    self.place = place
    self.code = code
    self.help = help
    self.isFixable = isFixable
    self.files = files
    self.marked = marked
    self.bytes = bytes
  }

  /// A mistake in the mapping of a response.
  static func response(
    _ name: String, _ what: String, kind: Kind = .vocabulary, code: String, help: String,
    isFixable: Bool? = nil, _ lines: String
  ) -> Mistake {
    Mistake(
      name, kind, what, code: code, help: help, isFixable: isFixable,
      request(
        name,
        """
        match: GET /\(name)
        responses:
          Broken: {status: 500}
          Success:
            description: \(what.replacing(":", with: ""))
        \(lines.indented(4))
        """))
  }

  /// A mistake in the long form of `match`.
  static func match(
    _ name: String, _ what: String, kind: Kind = .vocabulary, code: String, help: String,
    isFixable: Bool? = nil, _ lines: String
  ) -> Mistake {
    Mistake(
      name, kind, what, code: code, help: help, isFixable: isFixable,
      request(
        name,
        """
        # \(what)
        match:
        \(lines.indented(2))
        responses: {Success: {json: {id: 7}}}
        """))
  }

  /// A mistake in the short form of `match`.
  static func short(
    _ name: String, _ what: String, kind: Kind = .vocabulary, code: String, help: String,
    isFixable: Bool? = nil, _ match: String
  ) -> Mistake {
    Mistake(
      name, kind, what, code: code, help: help, isFixable: isFixable,
      request(name, "match: \(match)\nresponses: {Success: {json: {id: 7}}}"))
  }

  private static func request(_ name: String, _ lines: String) -> String {
    "mockspec: 1\nrequests:\n  \(name) request:\n\(lines.indented(4))\n"
  }

  var testDescription: String { "\(name): \(what)" }
  var text: MarkedText { MarkedText(marked) }
  /// The line of the mistake, from 1.
  var line: Int { bytes == nil ? text.bytes[..<text[1].lowerBound].count { $0 == UInt8(ascii: "\n") } + 1 : 1 }
}

extension Mistake {
  /// What is reported of a file: errors and warnings, as they are printed.
  struct Report: Sendable {
    let diagnostics: [Diagnostic]

    /// - Parameter files: Contents by path. `$ROOT` in texts is the path of the folder.
    init(_ files: [String: [UInt8]]) throws {
      let folder = try TemporaryFolder()
      for (name, bytes) in files {
        let text = String(validating: bytes, as: UTF8.self)
        try folder.write(text.map { Array($0.replacing("$ROOT", with: folder.path).utf8) } ?? bytes, to: name)
      }
      let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
      diagnostics = try loader.load(number: 1).diagnostics.filter { $0.severity != .note }
    }

    var lines: String { diagnostics.map { "\n      \($0)" }.joined() }
  }

  /// The bytes of the file.
  var source: [UInt8] { bytes ?? text.bytes }

  /// The reports of mistakes as they are, which several suites compare.
  private static let reports = Mutex<[String: Report]>([:])

  /// - Parameter source: The file's bytes, if they are changed.
  func report(of source: [UInt8]? = nil) throws -> Report {
    if source == nil, let known = Self.reports.withLock({ $0[name] }) { return known }
    var contents = files.mapValues { Array($0.utf8) }
    contents[place.rawValue] = source ?? self.source
    if place == .project { contents["a.mock.yaml"] = Array(Self.specOfProject.utf8) }
    let report = try Report(contents)
    if source == nil { Self.reports.withLock { $0[name] = report } }
    return report
  }

  static let specOfProject = """
    mockspec: 1
    requests:
      Login:
        match: POST /login
        responses: {Success: {status: 204}, Offline: {error: notConnectedToInternet}}
      Profile:
        match: GET /profile
        responses: {Found: {json: {id: 1}}, Missing: {status: 404}}
    """

  /// Returns why a diagnostic isn't that of the mistake; `nil` if it is.
  ///
  /// - Parameter line: The line of the mistake.
  func shortfall(of diagnostic: Diagnostic, at line: Int? = nil) -> String? {
    let line = line ?? self.line
    if diagnostic.file != place.rawValue || diagnostic.start.line != line {
      return "reported at \(diagnostic.file):\(diagnostic.start.line), not at line \(line)"
    }
    if diagnostic.code != code { return "has the code \(diagnostic.code)" }
    let advice = diagnostic.help.flatMap { help in Self.generalHelp.contains(where: help.hasPrefix) ? nil : help }
    let parts = [diagnostic.message, diagnostic.label, advice].compactMap(\.self) + diagnostic.notes.map(\.message)
    let said = parts.joined(separator: "\n")
    if !said.contains(help), !said.lowercased().contains(help) { return "doesn't say '\(help)'" }
    if let isFixable, isFixable != (diagnostic.fix != nil) { return isFixable ? "has no fix" : "has a fix" }
    return nil
  }

  /// Help that lists all that is possible, so that words in it prove nothing.
  private static let generalHelp = ["known keys here", "for example: POST /login"]

  /// Returns how the report of the mistake's file falls short; `nil` if it doesn't.
  func shortfall(of report: Report) -> String? {
    if report.diagnostics.count != 1 { return "\(report.diagnostics.count) diagnostics" }
    return shortfall(of: report.diagnostics[0])
  }
}
