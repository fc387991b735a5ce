import Foundation
import TestSupport
import Testing

struct ImportTests {
  static let stubs =
    #"{"mappings": [{"request": {"method": "GET", "url": "/a"}, "response": {"body": "x", "statusMessage": "Fine"}}]}"#

  @Test func `import writes a valid project, and reports losses`() async throws {
    let folder = try TemporaryFolder(["stubs.json": Self.stubs, "other/stubs.mock.yaml": ""])
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

    let other = try await Program.run("import", "stubs.json", "--output", "other", in: folder.path)
    #expect(other.status == 73)
    #expect(other.errors.contains("'other/stubs.mock.yaml' exists already; nothing was written"))
  }

  /// Postman's top folders become files.
  private static func collection(_ folders: [String: String]) -> String {
    let items = folders.sorted { $0.key < $1.key }.map { name, body in
      let request = #"{"method": "GET", "url": "https://api.example.com/\#(name)"}"#
      let response = #"{"name": "OK", "code": 200, "body": "\#(body)", "originalRequest": \#(request)}"#
      let item = #"{"name": "\#(name)", "request": \#(request), "response": [\#(response)]}"#
      return #"{"name": "\#(name)", "item": [\#(item)]}"#
    }
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    return #"{"info": {"name": "shop", "schema": "\#(schema)"}, "item": [\#(items.joined(separator: ", "))]}"#
  }

  @Test func `importing again changes only what wasn't changed by hand`() async throws {
    let folder = try TemporaryFolder(["shop.json": Self.collection(["a": "1", "b": "1", "c": "1", "d": "1", "e": "1"])])
    func run(_ options: String...) async throws -> Program.Outcome {
      try await Program.run(
        Program.path, ["import", "shop.json", "--output", "specs"] + options, in: folder.path)
    }
    #expect(try await run().output.split(separator: "\n").filter { $0.contains("wrote") }.count == 5)
    #expect(try await run().output == "")

    func edit(_ name: String) throws -> String {
      let text = try String(contentsOfFile: folder["specs/\(name).mock.yaml"], encoding: .utf8) + "# by hand\n"
      try folder.write(text, to: "specs/\(name).mock.yaml")
      return text
    }
    let (a, c, d) = (try edit("a"), try edit("c"), try edit("d"))
    try folder.write("mockspec: 1\nrequests: {}\n", to: "specs/own.mock.yaml")
    try folder.write(Self.collection(["a": "2", "b": "2", "c": "1", "f": "2"]), to: "shop.json")

    let diff = try await run("--diff")
    #expect(diff.status == 0)
    #expect(diff.output.contains("--- a/specs/a.mock.yaml") && diff.output.contains("-# by hand"))
    #expect(diff.output.contains("--- /dev/null\n+++ b/specs/f.mock.yaml"))
    #expect(diff.output.contains("--- a/specs/e.mock.yaml\n+++ /dev/null") && !diff.output.contains("specs/d.mock"))
    #expect(!FileManager.default.fileExists(atPath: folder["specs/f.mock.yaml"]))
    let plan = try await run("--dry-run")
    let done = try await run()
    #expect(
      done.output == """
        kept specs/a.mock.yaml, which was changed by hand; the source has changed, too
        updated specs/b.mock.yaml
        kept specs/c.mock.yaml, which was changed by hand
        kept specs/d.mock.yaml, which was changed by hand; the source doesn't have it any more
        removed specs/e.mock.yaml
        wrote specs/f.mock.yaml

        """)
    #expect(
      plan.output.replacing("would update", with: "updated").replacing("would remove", with: "removed")
        .replacing("would write", with: "wrote") == done.output)
    #expect(done.errors.contains("note: --diff shows what the source has"))
    for (name, text) in [("a", a), ("c", c), ("d", d)] {
      #expect(try String(contentsOfFile: folder["specs/\(name).mock.yaml"], encoding: .utf8) == text)
    }
    #expect(FileManager.default.fileExists(atPath: folder["specs/own.mock.yaml"]))

    // A file that is removed by hand comes back as the source has it.
    try FileManager.default.removeItem(atPath: folder["specs/a.mock.yaml"])
    #expect(try await run().output.contains("wrote specs/a.mock.yaml\n"))
    #expect(try await run("--diff").output.contains("a/specs/a.mock.yaml") == false)
  }

  @Test func `files of another source aren't removed, and a forged list removes nothing outside`() async throws {
    let folder = try TemporaryFolder([
      "shop.json": Self.collection(["a": "1"]), "stubs.json": Self.stubs, "keep.txt": "",
      "private/b.mock.yaml": "secret",
    ])
    for source in ["shop.json", "stubs.json", "shop.json"] {
      #expect(try await Program.run("import", source, "--output", "specs", in: folder.path).status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["specs"]).sorted()
    #expect(names == [".mockspec-import", "a.mock.yaml", "stubs.mock.yaml"])
    // Another source with a file of the same name.
    try folder.write(Self.collection(["a": "2"]), to: "other.json")
    let other = try await Program.run("import", "other.json", "--output", "specs", in: folder.path)
    #expect(other.status == 73 && other.errors.contains("'specs/a.mock.yaml' exists already"))

    let forgedNames = ["../keep.txt", "../\u{301}keep.txt", "own.txt", "./a.mock.yaml", "", ".", "x/", "/keep.txt"]
    try folder.write("", to: "specs/own.txt")
    try folder.write("", to: "\u{301}keep.txt")
    let forged = forgedNames.map { #""\#($0)": {"source": "../shop.json", "hash": "cbf29ce484222325"}"# }
      .joined(separator: ", ")
    let list = try String(contentsOfFile: folder["specs/.mockspec-import"], encoding: .utf8)
    try folder.write(list.replacing(#""files": {"#, with: #""files": {\#(forged), "#), to: "specs/.mockspec-import")
    #expect(try await Program.run("import", "shop.json", "--output", "specs", in: folder.path).status == 0)
    for name in ["keep.txt", "\u{301}keep.txt", "specs/own.txt", "specs/a.mock.yaml"] {
      #expect(FileManager.default.fileExists(atPath: folder[name]))
    }
    // Nothing is read through a link, either.
    try folder.link("specs/bodies", to: "../private")
    let linked = list.replacing(
      #""files": {"#, with: #""files": {"bodies/b.mock.yaml": {"source": "../shop.json", "hash": "1"},"#)
    try folder.write(linked, to: "specs/.mockspec-import")
    let shown = try await Program.run("import", "shop.json", "--output", "specs", "--diff", in: folder.path)
    #expect(shown.status == 73 && !shown.output.contains("secret"))
    try folder.write("{", to: "specs/.mockspec-import")
    let wrong = try await Program.run("import", "shop.json", "--output", "specs", in: folder.path)
    #expect(wrong.status == 73 && wrong.errors.contains("isn't a list written by 'mockspec import'"))
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
