import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// The yaml-test-suite (github.com/yaml/yaml-test-suite): every case is read as it expects, or is in a list that says
/// why not. A case that changes sides fails the test, whichever way.
@Suite(.enabled(if: ConformanceData.exists(YAMLSuiteCase.folder), "\(ConformanceData.absence)"))
struct YAMLConformanceTests {
  /// Valid YAML that specs don't support, and its error.
  private static let policies: [(name: String, cases: [String])] = [
    (
      "a file is one document",
      ["35KP", "5TYM", "6WLZ", "6XDY", "6ZKB", "9DXL", "9KAX", "9WXW", "JHB9", "KSS4", "L383", "PUW8", "RZT7", "U9NS"]
    ),
    (
      "a key is text",
      [
        "4FJ6", "6BFJ", "6PBE", "9MMW", "KK5P", "LX3P", "M2N8/00", "M2N8/01", "M5DY", "Q9WF", "RZP5", "SBG9", "V9D5",
        "X38W", "XW4D",
      ]
    ),
    (
      "no tags but the core schema's scalars",
      ["2XXW", "565N", "6CK3", "7FWL", "C4HZ", "CC74", "CUP7", "J7PZ", "M5C3", "P76L", "UGM3", "Z67P", "Z9M4"]
    ),
    ("an empty file is an error", ["8G76", "98YD", "AVM7"]),
    ("text that lost its space, or its lines, is refused", ["2G84/02", "2G84/03", "3MYT"]),
  ]

  /// What libyaml 0.2.5, which knows YAML 1.1, does otherwise than YAML 1.2.
  private static let libyaml: [(name: String, cases: [String])] = [
    (
      "refuses tabs that separate",
      [
        "6BCT", "6CA3", "96NN/00", "96NN/01", "A2M4", "DK95/00", "DK95/03", "DK95/04", "Q5MG", "R4YG", "Y79Y/001",
        "Y79Y/010",
      ]
    ),
    ("refuses directives of other versions and names", ["2LFX", "6LVF", "BEC7", "MUS6/05", "MUS6/06", "W4TN"]),
    (
      "refuses other valid text",
      [
        "2JQS", "2SXE", "4ABK", "4MUZ/00", "4MUZ/01", "4MUZ/02", "58MP", "5MUD", "5T43", "6M2F", "7Z25", "8XYN", "9SA2",
        "CFD4", "DBG4", "DK3J", "FP8R", "FRK4", "HM87/00", "HWV9", "K3WX", "M7A3", "NHX8", "NJ66", "NKF9", "QT73",
        "S3PD", "SM9W/01", "UKK6/00", "UT92", "VJP3/01", "W5VH",
      ]
    ),
    ("reads other values", ["652Z", "HM87/01", "JEF9/02", "L24T/01", "Y2GN"]),
    (
      "takes what is invalid",
      ["9C9N", "9JBA", "CVW2", "DK95/01", "G5U8", "MUS6/00", "QB6E", "S98Z", "SU5Z", "X4QW", "Y79Y/003", "YJV2"]
    ),
  ]

  @Test func `the suite is complete`() {
    let cases = YAMLSuiteCase.all()
    #expect(cases.count == 402)
    #expect(cases.count(where: \.isError) == 94)
  }

  @Test func `every case is read as the suite expects, except for the listed ones`() {
    let wrong = YAMLSuiteCase.all().filter { !$0.isRight }.map(\.id)
    let listed = (Self.policies + Self.libyaml).flatMap(\.cases)
    #expect(Set(listed).count == listed.count)
    #expect(Set(wrong).subtracting(listed).sorted() == [], "read wrongly, and in no list")
    #expect(Set(listed).subtracting(wrong).sorted() == [], "read rightly, and in a list")
  }

  /// 330 is what libyaml itself gets right.
  @Test func `except for policies, at least as many cases pass as with libyaml`() {
    let right = 402 - Self.libyaml.reduce(0) { $0 + $1.cases.count }
    #expect(right >= 330)
  }

  @Test func `a case rejected by policy has that error`() {
    let codes = Self.policies.map { policy in
      let cases = YAMLSuiteCase.all().filter { policy.cases.contains($0.id) }
      let found = cases.flatMap { DocumentParser.parse($0.text, path: "f", format: .yaml).diagnostics }
      return Set(found.filter { $0.severity == .error }.map(\.code))
    }
    #expect(
      codes.map { $0.sorted() } == [
        ["several-documents", "yaml-tag"], ["yaml-syntax"], ["yaml-tag"], ["empty-file"],
        ["empty-block-text", "missing-space"],
      ])
  }
}
