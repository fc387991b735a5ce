import Foundation
import TestSupport
import Testing

struct ImportTests {
  static let stubs =
    #"{"mappings": [{"request": {"method": "GET", "url": "/a"}, "response": {"body": "x", "statusMessage": "Fine"}}]}"#

  @Test func `import writes a valid project, reports losses, and overwrites nothing`() async throws {
    let folder = try TemporaryFolder(["stubs.json": Self.stubs])
    let dry = try await Program.run("import", "stubs.json", "--output", "specs", "--dry-run", in: folder.path)
    #expect(dry.status == 0)
    #expect(dry.output == "would write specs/stubs.mock.yaml\n")
    #expect(!FileManager.default.fileExists(atPath: folder["specs"]))

    let first = try await Program.run(
      "import", "stubs.json", "--output", "specs", "--format", "concise", in: folder.path)
    #expect(first.status == 0)
    #expect(first.output == "wrote specs/stubs.mock.yaml\n")
    #expect(first.errors.contains("warning: 'statusMessage' isn't supported, and is left out [import-approximated]\n"))
    #expect(
      first.errors.hasSuffix("0 exact, 1 approximated, 0 refused; 1 of 1 calls are answered as the source says\n"))
    #expect(try await Program.run("validate", "--strict", in: folder.path).status == 0)

    let again = try await Program.run("import", "stubs.json", "--output", "specs", in: folder.path)
    #expect(again.status == 73)
    #expect(again.errors.contains("'specs/stubs.mock.yaml' exists already; nothing was written"))
  }

  @Test func `losses are reported in the formats of validate`() async throws {
    let folder = try TemporaryFolder(["stubs.json": Self.stubs])
    for format in ["json", "github", "sarif", "junit"] {
      let outcome = try await Program.run(
        "import", "stubs.json", "--output", "specs", "--dry-run", "--format", format, in: folder.path)
      #expect(outcome.output.contains("import-approximated"), "\(format)")
      #expect(!outcome.output.contains("would write"))
    }
  }

  @Test func `nothing is written through a link, or if a file has errors`() async throws {
    let folder = try TemporaryFolder([
      "stubs.json": Self.stubs, "other.json": "{}", "specs/keep.txt": "", "out/x.txt": "",
    ])
    let wrong = try await Program.run("import", "stubs.json", "other.json", "--output", "specs", in: folder.path)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("[unknown-format]") && wrong.errors.hasSuffix("nothing was written\n"))
    #expect(try await Program.run("import", "none.json", "--output", "specs", in: folder.path).status == 66)

    try folder.write(
      #"{"request": {"url": "/b"}, "response": {"base64Body": "AAEC"}}"#, to: "binary.json")
    try folder.link("specs/bodies", to: "../out")
    let linked = try await Program.run("import", "binary.json", "--output", "specs", in: folder.path)
    #expect(linked.status == 73)
    #expect(linked.errors.contains("because a link leads there"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["specs"]).sorted() == ["bodies", "keep.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["out"]) == ["x.txt"])
  }
}
