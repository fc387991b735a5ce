import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecImport

/// Inputs that crash, hang or read what they may not.
struct HostileInputTests {
  @Test func `the latencies of a route and of all routes are added without overflow`() throws {
    let imported = try MockoonTests.imported(
      MockoonTests.route("a", #"{"statusCode": 204, "latency": 9223372036854775807}"#),
      more: #", "latency": 9223372036854775807"#)
    #expect(imported.spec.contains("delay: "), "\(imported.spec)")
  }

  @Test func `conditions on more headers than a call can have make no call`() throws {
    var sample = SampleCall()
    for _ in 0..<70_000 { sample.add("A", .value("1"), to: \.headers) }
    #expect(sample.call == nil)
  }

  @Test func `body files of WireMock are only those in __files`() throws {
    let imported = try Imported(
      [
        "wm/mappings/a.json": WireMockTests.stub(#"{"url": "/a"}"#, #"{"bodyFileName": "../.ssh/id_rsa"}"#),
        "wm/mappings/b.json": WireMockTests.stub(#"{"url": "/b"}"#, #"{"bodyFileName": "../mappings/a.json"}"#),
        "wm/mappings/c.json": WireMockTests.stub(#"{"url": "/c"}"#, #"{"bodyFileName": "/c.txt"}"#),
        "wm/__files/c.txt": "fine", "wm/.ssh/id_rsa": "a secret",
      ], ["wm"])
    imported.expect(losses: [
      "\"../.ssh|the body file '../.ssh/id_rsa' is outside the folder",
      "\"../mappings|the body file '../mappings/a.json' is outside the folder",
    ])
    #expect(imported.texts.keys.sorted() == ["bodies/c.txt", "wm.mock.yaml"])
  }

  @Test func `no absolute path is read, even if it leads back into the folder`() throws {
    let folder = try TemporaryFolder(["m/b.txt": "fine"])
    let routes = [folder["m/b.txt"], "x/../b.txt"].enumerated().map {
      MockoonTests.route("a\($0)", #"{"bodyType": "FILE", "filePath": "\#($1)"}"#)
    }
    try folder.save(#"{"lastMigration": 32, "routes": [\#(routes.joined(separator: ","))]}"#, to: "m/a.json")
    let found = try SpecImport(["m/a.json"], workingDirectory: folder.path).diagnostics
    #expect(found.count == 1 && found[0].range?.text == "\"\(folder["m/b.txt"])\"", "\(found)")
    #expect(found.first?.message.contains("is outside the folder of the input") == true)
  }

  @Test(.timeLimit(.minutes(1))) func `long paths and URLs are read in bounded time`() throws {
    let url = "http://" + String(repeating: "a", count: 100_000) + "\\n"
    let imported = try HARTests.imported(HARTests.entry(url), HARTests.entry("http://a.example/x#\\n"))
    #expect(imported.result.counts.refused == 1)

    #expect(RegexPath("/a" + String(repeating: "(b)", count: 700)) == nil)
    #expect(RegexPath("/a" + String(repeating: "b", count: 1990)) != nil)
  }

  @Test(.timeLimit(.minutes(1))) func `many parameters, fields and conditions are read in bounded time`() throws {
    let query = (0..<3_000).map { "a\($0)=\($0)" }.joined(separator: "&")
    let form = #"{"mimeType": "application/x-www-form-urlencoded", "text": "\#(query)"}"#
    let entry = { (text: String) in
      #"{"request": {"method": "POST", "url": "https://a.example/x?\#(query)", "postData": \#(form)}, "response": {"status": 200, "content": {"text": "\#(text)"}}}"#
    }
    #expect(try HARTests.imported(entry("1"), entry("2")).result.files.count == 1)
    let fields = (0..<3_000).map { #""a\#($0)": {"equalTo": "1"}"# }.joined(separator: ",")
    let patterns = (0..<3_000).map { #"{"matchesJsonPath": {"expression": "$.a\#($0)", "equalTo": "1"}}"# }
    let imported = try Imported(
      [
        "a.json": """
        [\(WireMockTests.stub(#"{"url": "/a?\#(query)"}"#)), \(WireMockTests.stub(#"{"urlPattern": "/a\\\\?\#(query)"}"#)),
        \(WireMockTests.stub(#"{"urlPath": "/b", "headers": {\#(fields)}, "formParameters": {\#(fields)}}"#)),
        \(WireMockTests.stub(#"{"urlPath": "/c", "bodyPatterns": [\#(patterns.joined(separator: ","))]}"#))]
        """
      ], ["a.json"])
    #expect(imported.result.counts == ImportCounts(exact: 2, approximated: 2))
  }

  @Test(.timeLimit(.minutes(1))) func `endpoints, rules and JSONPaths are read in bounded time`() throws {
    let rule = #"{"target": "query", "modifier": "a", "operator": "equals", "value": "1"}"#
    let rules = Array(repeating: rule, count: 20_000).joined(separator: ",")
    let imported = try MockoonTests.imported(
      MockoonTests.route(":" + String(repeating: "a", count: 100_000) + "*", "{}"),
      MockoonTests.route("b", "{}", #"{"statusCode": 404, "rulesOperator": "AND", "rules": [\#(rules)]}"#))
    #expect(imported.result.counts == ImportCounts(exact: 0, approximated: 1, refused: 1))
    #expect(JSONPathPointer("$[?(@.a" + String(repeating: " ", count: 900) + "x)]") == nil)
    #expect(JSONPathPointer("$[?(@.a ==" + String(repeating: " ", count: 900) + "x") == nil)
  }

  @Test func `what a folder has beyond the limits is reported`() throws {
    let deep = "wm/" + (0..<20).map { "d\($0)/" }.joined() + "a.json"
    let imported = try Imported([deep: "{}", "wm/b.json": WireMockTests.stub(#"{"url": "/b"}"#)], ["wm"])
    #expect(imported.lines.count == 1)
    #expect(
      imported.lines.first?.contains("note: the folder is nested too deeply, and isn't read [import-note]") == true)
  }

}
