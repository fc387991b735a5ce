import TestSupport
import Testing

@testable import MockSpec

/// Files with more mistakes than one reading reports, or than can be tried one by one.
struct ManyMistakesTests {
  struct File: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var path = "f.mock.yaml"
    /// The number of entries.
    var count = TestScale.count(60, long: 240)
    var before = "mockspec: 1\nrequests:\n"
    /// Returns an entry in which each fix is marked as in a `FixCase`.
    let entry: @Sendable (Int) -> String
    var after = ""

    func fixCase(_ count: Int) -> FixCase { FixCase(before + (0..<count).map(entry).joined() + after) }
  }

  private static let list = "mockspec: 1\nrequests:\n  A:\n    match: /a\n    responses:\n      R:\n        json:\n"

  static let files = [
    File(testDescription: "values without quotes", count: TestScale.count(100, long: 400), before: list) {
      "          - ⟦@v\($0)→'@v\($0)'⟧\n"
    },
    File(testDescription: "syntax and keys") {
      "  R\($0): {match: {path: ⟦/{id}/\($0)→'/{id}/\($0)'⟧}, responses: {R: {⟦staus→status⟧: 204}}}\n"
    },
    File(testDescription: "several kinds") {
      """
        R\($0):
          ⟦mtch→match⟧: /\($0)
          responses:
            R:
              text: ⟦@here→'@here'⟧
              headers: {X: ⟦%a→'%a'⟧}
            S: {status: ⟦"204"→204⟧}

      """
    },
    File(
      testDescription: "keys of one mapping, half of which can't be fixed",
      before: list.replacing("      R:\n        json:\n", with: "")
    ) {
      "      R\($0): {\($0.isMultiple(of: 2) ? "⟦staus→status⟧: 204" : "staus: soon")}\n"
    },
    File(testDescription: "requests, half of which can't be fixed") {
      "  R\($0): {match: /\($0), "
        + ($0.isMultiple(of: 2) ? "⟦respons→responses⟧: {R: {status: 204}}}\n" : "respons: {R: {status: soon}}}\n")
    },
    File(
      testDescription: "JSON", path: "f.mock.json", before: "{\"mockspec\": 1, \"requests\": {\n",
      entry: { #""R\#($0)": {"match": "/\#($0)"⟦→,⟧ "responses": {"R": {"⟦staus→status⟧": 204}}},\#n"# },
      after: "\"Z\": {\"match\": \"/z\", \"responses\": {\"R\": {}}}\n}}\n"),
  ]

  @Test(arguments: files) func `all are fixed at once, and a second time nothing changes`(file: File) {
    let fixCase = file.fixCase(TestScale.count(file.count / 2, long: file.count))
    fixCase.check(path: file.path)
    FixCase(fixCase.after).check(path: file.path)
  }

  @Test func `an ambiguous text in each entry hides the mistakes before it, so that none is fixed`() {
    let file = File(testDescription: "") {
      "  R\($0): {match: {path: /{id}/\($0)}, responses: {R: {text: Note: this}}}\n"
    }
    file.fixCase(TestScale.count(60, long: file.count)).check()
  }

  @Test(arguments: [
    "\"Dear all\nresponses: @home\nmatch: see: here\ndone: \"",
    "'Dear all\n\n  responses: @home\n  it''s: see: here\n  done: '",
    "Dear all\n          - @home\n          {a} *x\n          %done: \"",
    "|\n         responses: @home\n         match: see: here",
    "{a: b, c: {d: \"e\",\nf: g, h: i\n, j: k}}",
    "[\"a\",\n# it's \"b: @c\n \"\n d: @e\n f: g: h\n \"]",
  ])
  func `a valid text doesn't change, whatever its lines look like`(text: String) {
    for count in TestScale.isLong ? [19, 26, 40, 100] : [19, 26] {
      for isLast in [true, false] {
        let entries = (0..<count).map { "  A\($0): {match: /\($0), responses: {R: {text: ⟦@x→'@x'⟧}}}\n" }
        let valid = "  Z:\n    match: /z\n    responses:\n      R:\n        json: \(text)\n"
        let parts = isLast ? entries + [valid] : Array(entries[..<9]) + [valid] + entries[9...]
        checkPart(of: FixCase("mockspec: 1\nrequests:\n" + parts.joined()))
      }
    }
  }

  /// Checks that every line is as it was or fixed, and that a second run changes nothing.
  private func checkPart(of fixCase: FixCase) {
    let outcome = FileFixer.fix(Array(fixCase.before.utf8), path: "f.mock.yaml", isProjectFile: false)
    let lines = String(decoding: outcome.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let (before, after) = (
      fixCase.before.split(separator: "\n", omittingEmptySubsequences: false),
      fixCase.after.split(separator: "\n", omittingEmptySubsequences: false)
    )
    #expect(lines.count == before.count)
    for (line, allowed) in zip(lines, zip(before, after)) { #expect(line == allowed.0 || line == allowed.1) }
    let again = FileFixer.fix(outcome.bytes, path: "f.mock.yaml", isProjectFile: false)
    #expect(again.bytes == outcome.bytes)
    #expect(outcome.count > 0)
  }

  @Test func `a mistake that can't be fixed doesn't prevent all fixes`() {
    let entries = (0..<TestScale.count(40, long: 100)).map {
      "  A\($0): {match: /\($0), responses: {R: {text: ⟦@x→'@x'⟧}}}\n"
    }
    let unfixed = "  Z: {match: /z, responses: {R: {text: \"a\" b}}}\n"
    checkPart(of: FixCase("mockspec: 1\nrequests:\n" + entries.joined() + unfixed))
    checkPart(
      of: FixCase(
        "mockspec: 1\nrequests:\n" + (entries + [unfixed] + entries.map { $0.replacing("A", with: "B") }).joined()))
  }
}
