import Foundation
import MockSpecDiagnostics
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct JUnitRendererTests {
  private static let renderer = JUnitRenderer(timestamp: "2026-01-31T12:00:00")

  private static func suites(_ diagnostics: [Diagnostic], files: [String]) throws -> [XMLElement] {
    let document = try XMLDocument(xmlString: renderer.render(diagnostics, files: files))
    return try #require(document.rootElement()).elements(forName: "testsuite")
  }

  @Test func `a file is a suite with one test case, which fails if the file has errors`() {
    #expect(
      Self.renderer.render(
        Array(Report.diagnostics.prefix(3)), files: ["specs/fine.mock.yaml", "specs/users.mock.yaml"]) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites>
            <testsuite id="0" package="mockspec" name="specs/fine.mock.yaml" timestamp="2026-01-31T12:00:00" \
          hostname="localhost" tests="1" failures="0" errors="0" time="0">
              <properties/>
              <testcase name="specs/fine.mock.yaml" classname="mockspec" time="0"/>
              <system-out></system-out>
              <system-err/>
            </testsuite>
            <testsuite id="1" package="mockspec" name="specs/users.mock.yaml" timestamp="2026-01-31T12:00:00" \
          hostname="localhost" tests="1" failures="1" errors="0" time="0">
              <properties/>
              <testcase name="specs/users.mock.yaml" classname="mockspec" time="0">
                <failure message="unknown key 'staus'" type="unknown-key">\
          specs/users.mock.yaml:3:3: error: unknown key 'staus' [unknown-key]
            |
          3 |   staus: 401
            |   ^^^^^ did you mean 'status'?
          /else where/ü.mock.yaml:1:1: note: see 'Login'
            |
          1 | Login: 1
            | -----
          specs/users.mock.yaml:1:4: note: and this
            |
          1 | Ä: {}
            |    --
          </failure>
              </testcase>
              <system-out>specs/users.mock.yaml:1:4: warning: '{}' matches anything [empty-match]
            |
          1 | Ä: {}
            |    ^^
            = help: write '*'
          </system-out>
              <system-err/>
            </testsuite>
            <testsuite id="2" package="mockspec" name="specs/broken.mock.json" timestamp="2026-01-31T12:00:00" \
          hostname="localhost" tests="1" failures="1" errors="0" time="0">
              <properties/>
              <testcase name="specs/broken.mock.json" classname="mockspec" time="0">
                <failure message="the file is a folder" type="unreadable">\
          specs/broken.mock.json:1:1: error: the file is a folder [unreadable]
          </failure>
              </testcase>
              <system-out></system-out>
              <system-err/>
            </testsuite>
          </testsuites>
          """)
  }

  @Test func `all errors of a file are in one failure`() throws {
    let errors = ["one", "two"].map { Diagnostic(.error, $0, "the \($0)", file: "f") }
    let suites = try Self.suites(errors, files: ["f"])
    let failure = try #require(suites[0].elements(forName: "testcase")[0].elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == "2 errors")
    #expect(failure.attribute(forName: "type")?.stringValue == "one")
    #expect(failure.stringValue == "f:1:1: error: the one [one]\n\nf:1:1: error: the two [two]\n")
  }

  @Test func `warnings and notes aren't failures`() throws {
    let suites = try Self.suites([.warning, .note].map { Diagnostic($0, "a", "b", file: "f") }, files: ["f"])
    #expect(suites[0].attribute(forName: "failures")?.stringValue == "0")
    #expect(suites[0].elements(forName: "testcase")[0].childCount == 0)
    #expect(
      suites[0].elements(forName: "system-out")[0].stringValue == "f:1:1: warning: b [a]\n\nf:1:1: note: b [a]\n")
  }

  @Test func `in a strict report, warnings are failures and notes aren't`() throws {
    let found = [.warning, .error, .note].map { Diagnostic($0, "a", "the \($0)", file: "f") }
    let strict = JUnitRenderer(timestamp: "2026-01-31T12:00:00", isStrict: true)
    let document = try XMLDocument(xmlString: strict.render(found, files: []))
    let suite = try #require(document.rootElement()?.elements(forName: "testsuite").first)
    #expect(suite.attribute(forName: "failures")?.stringValue == "1")
    let failure = try #require(suite.elements(forName: "testcase")[0].elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == "2 problems")
    #expect(failure.stringValue == "f:1:1: warning: the warning [a]\n\nf:1:1: error: the error [a]\n")
    #expect(suite.elements(forName: "system-out")[0].stringValue == "f:1:1: note: the note [a]\n")
  }

  @Test(arguments: ["<a href=\"b\">&amp;'", "]]>", "a\tb\nc\rd", "日本 😀 \u{85}\u{2028}"])
  func `text that XML allows is preserved`(text: String) throws {
    let suites = try Self.suites([Diagnostic(.error, "a", text, file: text)], files: [])
    #expect(suites[0].attribute(forName: "name")?.stringValue == text)
    let failure = try #require(suites[0].elements(forName: "testcase")[0].elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == text)
  }

  @Test(arguments: ["\u{0}", "\u{8}", "\u{B}", "\u{1B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
  func `text that XML doesn't allow is replaced`(text: String) throws {
    let suites = try Self.suites([Diagnostic(.error, "a", text, file: "f")], files: [])
    let failure = try #require(suites[0].elements(forName: "testcase")[0].elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == "\u{FFFD}")
  }

  @Test func `without files, there are no suites`() throws {
    #expect(try Self.suites([], files: []).isEmpty)
  }
}
