import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

struct SARIFRendererTests {
  private static func run(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let text = SARIFRenderer(version: "1.2.3").render(diagnostics)
    let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  @Test func `a log is a run of the tool with rules and results`() {
    #expect(
      SARIFRenderer(version: "1.2.3").render(Report.diagnostics) == #"""
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{\#
        "tool":{"driver":{"name":"mockspec","version":"1.2.3",\#
        "rules":[{"id":"empty-match"},{"id":"unknown-key"},{"id":"unreadable"}]}},\#
        "columnKind":"unicodeCodePoints","results":[\#
        {"ruleId":"unreadable","ruleIndex":2,"level":"error","message":{"text":"the file is a folder"},\#
        "locations":[{"physicalLocation":{\#
        "artifactLocation":{"uri":"specs/broken.mock.json","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":1}}}]},\#
        {"ruleId":"empty-match","ruleIndex":0,"level":"warning",\#
        "message":{"text":"'{{}}' matches anything\nhelp: write '*'"},\#
        "locations":[{"physicalLocation":{\#
        "artifactLocation":{"uri":"specs/users.mock.yaml","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":1,"startColumn":4,"endLine":1,"endColumn":6}}}]},\#
        {"ruleId":"unknown-key","ruleIndex":1,"level":"error",\#
        "message":{"text":"unknown key 'staus'\nhelp: did you mean 'status'?"},\#
        "locations":[{"physicalLocation":{\#
        "artifactLocation":{"uri":"specs/users.mock.yaml","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":3,"startColumn":3,"endLine":3,"endColumn":8}}}],\#
        "relatedLocations":[{"physicalLocation":{\#
        "artifactLocation":{"uri":"file:///else%20where/%C3%BC.mock.yaml"},\#
        "region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":6}},"message":{"text":"see 'Login'"}},\#
        {"physicalLocation":{\#
        "artifactLocation":{"uri":"specs/users.mock.yaml","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":1,"startColumn":4,"endLine":1,"endColumn":6}},"message":{"text":"and this"}}]},\#
        {"ruleId":"unreadable","ruleIndex":2,"level":"note","message":{"text":"more than one line"},\#
        "locations":[{"physicalLocation":{\#
        "artifactLocation":{"uri":"specs/users.mock.yaml","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":4,"startColumn":3,"endLine":6,"endColumn":1}}}]}]}]}
        """#)
  }

  @Test func `a fix is a replacement in the result's file`() throws {
    let text = MarkedText("日: 1️⃣/{id}1️⃣\n")
    let range = SourceRange(file: SourceFile(path: "f.yaml", text: text.text), bytes: text[1])
    let diagnostic = Diagnostic(.error, "odd", "this is odd", at: range, fix: Fix(range, "'/{id}'"))
    #expect(
      SARIFRenderer(version: "1").render([diagnostic]).contains(
        #""fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"f.yaml","uriBaseId":"%SRCROOT%"},"#
          + #""replacements":[{"deletedRegion":{"startLine":1,"startColumn":4,"endLine":1,"endColumn":9},"#
          + #""insertedContent":{"text":"'/{id}'"}}]}]}]}"#))
  }

  @Test func `every result names its rule`() throws {
    let run = try Self.run(Report.diagnostics)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: String]]).map { $0["id"] }
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      #expect(rules[try #require(result["ruleIndex"] as? Int)] == result["ruleId"] as? String)
    }
    #expect(results.count == Report.diagnostics.count)
  }

  @Test(arguments: ["日本1️⃣x1️⃣", "😀e\u{301}1️⃣x1️⃣", "\té\t1️⃣x1️⃣"])
  func `columns are counted in Unicode scalars, as the run declares`(marked: String) throws {
    let text = MarkedText(marked)
    let range = SourceRange(file: SourceFile(path: "f", text: text.text), bytes: text[1])
    let run = try Self.run([Diagnostic(.error, "a", "b", at: range)])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let results = try #require(run["results"] as? [[String: Any]])
    let place = try #require((results[0]["locations"] as? [[String: [String: Any]]])?[0]["physicalLocation"])
    let column = text.text.unicodeScalars.count
    #expect(
      place["region"] as? [String: Int] == [
        "startLine": 1, "startColumn": column, "endLine": 1, "endColumn": column + 1,
      ])
  }

  @Test func `without diagnostics, a run has no rules and results`() throws {
    let run = try Self.run([])
    #expect((run["results"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: ["a b", "a:b", "100%", "#?&=+", "日本/😀", "-._~/A0", "\u{1}\n\"\\"])
  func `a path is a relative reference that decodes to itself`(path: String) throws {
    let results = try #require(try Self.run([Diagnostic(.error, "a", "b", file: path)])["results"] as? [[String: Any]])
    let location = try #require((results[0]["locations"] as? [[String: [String: Any]]])?[0]["physicalLocation"])
    let artifact = try #require(location["artifactLocation"] as? [String: String])
    let uri = try #require(artifact["uri"])
    #expect(artifact["uriBaseId"] == "%SRCROOT%")
    #expect(uri.removingPercentEncoding == path)
    #expect(uri.wholeMatch(of: /(?:[A-Za-z0-9._~\/-]|%[0-9A-F]{2})*/) != nil)
  }
}
