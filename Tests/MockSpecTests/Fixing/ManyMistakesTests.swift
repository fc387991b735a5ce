import Testing

@testable import MockSpec

/// Files with more mistakes than one reading reports, or than can be tried one by one.
struct ManyMistakesTests {
  struct File: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var path = "f.mock.yaml"
    /// The number of entries.
    var count = 240
    /// The number of the mistakes of an entry that are fixed.
    var fixed = 1
    var before = "mockspec: 1\nrequests:\n"
    /// Returns an entry with mistakes.
    let entry: @Sendable (Int) -> String
    var after = ""

    func text(_ count: Int) -> [UInt8] { Array((before + (0..<count).map(entry).joined() + after).utf8) }
  }

  private static let list = "mockspec: 1\nrequests:\n  A:\n    match: /a\n    responses:\n      R:\n        json:\n"

  static let files = [
    File(testDescription: "values without quotes", count: 2000, before: list) { "          - @v\($0)\n" },
    File(testDescription: "syntax and keys", fixed: 2) {
      "  R\($0): {match: {path: /{id}/\($0)}, responses: {R: {staus: 204}}}\n"
    },
    File(testDescription: "mistakes that hide others", fixed: 0) {
      "  R\($0): {match: {path: /{id}/\($0)}, responses: {R: {text: Note: this}}}\n"
    },
    File(testDescription: "several kinds", fixed: 4) {
      """
        R\($0):
          mtch: /\($0)
          responses:
            R:
              text: @here
              headers: {X: %a}
            S: {status: "204"}

      """
    },
    File(
      testDescription: "keys of one mapping, half of which can't be fixed",
      before: list.replacing("      R:\n        json:\n", with: "")
    ) {
      "      R\($0): {\($0.isMultiple(of: 2) ? "staus: 204" : "staus: soon")}\n"
    },
    File(testDescription: "requests, half of which can't be fixed") {
      "  R\($0): {match: /\($0), respons: {R: {status: \($0.isMultiple(of: 2) ? "204" : "soon")}}}\n"
    },
    File(
      testDescription: "JSON", path: "f.mock.json", fixed: 2, before: "{\"mockspec\": 1, \"requests\": {\n",
      entry: { #""R\#($0)": {"match": "/\#($0)" "responses": {"R": {"staus": 204}}},\#n"# },
      after: "\"Z\": {\"match\": \"/z\", \"responses\": {\"R\": {}}}\n}}\n"),
  ]

  @Test(arguments: files) func `all are fixed at once, and a second time nothing changes`(file: File) {
    let outcome = FileFixer.fix(file.text(file.count), path: file.path, isProjectFile: false)
    let expected = file.count * file.fixed / (file.testDescription.contains("half") ? 2 : 1)
    #expect(outcome.count == expected)
    let again = FileFixer.fix(outcome.bytes, path: file.path, isProjectFile: false)
    #expect(again.count == 0)
    #expect(again.bytes == outcome.bytes)
  }

  @Test(arguments: files) func `four times as many take four times as much reading`(file: File) {
    let reads = [file.count / 4, file.count].map {
      FileFixer.fix(file.text($0), path: file.path, isProjectFile: false).bytesRead
    }
    #expect(reads[1] < reads[0] * 6, "\(reads)")
  }
}
