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
    let imported = try Imported(
      [
        "m/a.json":
          #"{"lastMigration": 32, "routes": [\#(MockoonTests.route("a", #"{"bodyType": "FILE", "filePath": "/m/b.txt"}"#)), \#(MockoonTests.route("b", #"{"bodyType": "FILE", "filePath": "x/../b.txt"}"#))]}"#,
        "m/b.txt": "fine",
      ], ["m/a.json"])
    imported.expect(losses: ["\"/m/b.txt|the body file '/m/b.txt' is outside the folder"])
  }

  @Test(.timeLimit(.minutes(1))) func `long paths and URLs are read in bounded time`() throws {
    let url = "http://" + String(repeating: "a", count: 100_000) + "\\n"
    let imported = try HARTests.imported(HARTests.entry(url), HARTests.entry("http://a.example/x#\\n"))
    #expect(imported.result.counts.refused == 1)

    #expect(RegexPath("/a" + String(repeating: "(b)", count: 700)) == nil)
    #expect(RegexPath("/a" + String(repeating: "b", count: 1990)) != nil)
  }

  @Test func `what a folder has beyond the limits is reported`() throws {
    let deep = "wm/" + (0..<20).map { "d\($0)/" }.joined() + "a.json"
    let imported = try Imported([deep: "{}", "wm/b.json": WireMockTests.stub(#"{"url": "/b"}"#)], ["wm"])
    #expect(imported.lines.count == 1)
    #expect(imported.lines.first?.contains("note: the folder is nested too deeply, and isn't read [import-note]") == true)
  }

}
