import Foundation
import TestSupport
import Testing

/// `mockspec validate --fix`, on files.
struct FixTests {
  private static let broken =
    "mockspec: 1\nrequests:\n  A: # a\n    match: {path: /{id}}\n    responses: {R: {staus: 204}}\n"
  private static let fixed =
    "mockspec: 1\nrequests:\n  A: # a\n    match: {path: '/{id}'}\n    responses: {R: {status: 204}}\n"

  private static let good = Self.fixed.replacing("  A:", with: "  B:")

  @Test func `files are fixed, and the remaining problems are reported`() async throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": Self.broken, "b.mock.yaml": Self.good,
      "in/c.mock.yaml": Self.broken.replacing("  A:", with: "  C:") + "odd: 1\n",
    ])
    let named = try await Program.run("validate", "--fix", "--format", "concise", ".", in: folder.path)
    #expect(named.status == 1)
    #expect(
      named.errors.hasPrefix(
        "a.mock.yaml: 2 problems fixed\nin/c.mock.yaml: 2 problems fixed\n"
          + "in/c.mock.yaml:6:1: error: unknown key 'odd' [unknown-key]\n1 error in "))
    #expect(try folder.read("a.mock.yaml") == Self.fixed)
    #expect(try folder.read("b.mock.yaml") == Self.good)
    #expect(try folder.read("in/c.mock.yaml") == Self.fixed.replacing("  A:", with: "  C:") + "odd: 1\n")
  }

  @Test func `the exit status is 0 if no problem remains, and a second run writes nothing`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "\u{FEFF}" + Self.broken.replacing("\n", with: "\r\n")])
    let before = try await Program.run("validate", ".", in: folder.path)
    #expect(before.errors.hasSuffix("; 2 can be fixed with --fix\n"))
    let first = try await Program.run("validate", ".", "--fix", "--format", "json", in: folder.path)
    #expect((first.status, first.errors) == (0, "a.mock.yaml: 2 problems fixed\n"))
    #expect(first.output.contains(#""diagnostics":[]"#))
    let written = try Data(contentsOf: URL(filePath: folder["a.mock.yaml"]))
    #expect(written == Data("\u{FEFF}\(Self.fixed.replacing("\n", with: "\r\n"))".utf8))
    let second = try await Program.run("validate", ".", "--fix", in: folder.path)
    #expect(second.status == 0)
    #expect(second.errors.hasPrefix("valid: "))
  }

  @Test func `a fixed file keeps its mode, and no temporary file remains`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.broken])
    try folder.setMode(0o640, of: "a.mock.yaml")
    #expect(try await Program.run("validate", ".", "--fix", in: folder.path).status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: folder["a.mock.yaml"])[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mock.yaml"])
  }

  @Test func `a file with several names is written in place`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.broken])
    try folder.hardLink("other.yaml", to: "a.mock.yaml")
    #expect(try await Program.run("validate", ".", "--fix", in: folder.path).status == 0)
    #expect(try folder.read("a.mock.yaml") == Self.fixed)
    #expect(try folder.read("other.yaml") == Self.fixed)
    let links = try FileManager.default.attributesOfItem(atPath: folder["a.mock.yaml"])[.referenceCount] as? Int
    #expect(links == 2)
  }

  #if canImport(Glibc)
    @Test func `a file keeps its extended attributes`() async throws {
      typealias Set =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, Int, Int32) -> Int32
      typealias Get =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> Int
      let set = unsafeBitCast(try #require(dlsym(nil, "setxattr")), to: Set.self)
      let get = unsafeBitCast(try #require(dlsym(nil, "getxattr")), to: Get.self)
      let folder = try TemporaryFolder(["a.mock.yaml": Self.broken])
      // Not all file systems have them.
      guard set(folder["a.mock.yaml"], "user.a", "kept", 4, 0) == 0 else { return }
      #expect(try await Program.run("validate", ".", "--fix", in: folder.path).status == 0)
      #expect(try folder.read("a.mock.yaml") == Self.fixed)
      var value = [CChar](repeating: 0, count: 8)
      #expect(get(folder["a.mock.yaml"], "user.a", &value, 8) == 4)
      #expect(value.prefix(4).map { UInt8(bitPattern: $0) } == Array("kept".utf8))
    }
  #endif

  @Test func `a diff shows the fixes, and nothing is written`() async throws {
    let folder = try TemporaryFolder(["in/a.mock.yaml": Self.broken, "in/b.mock.yaml": Self.good])
    let outcome = try await Program.run("validate", "--fix", "--diff", "--format", "concise", "in", in: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        --- a/in/a.mock.yaml
        +++ b/in/a.mock.yaml
        @@ -1,5 +1,5 @@
         mockspec: 1
         requests:
           A: # a
        -    match: {path: /{id}}
        -    responses: {R: {staus: 204}}
        +    match: {path: '/{id}'}
        +    responses: {R: {status: 204}}

        """)
    #expect(outcome.errors.contains("in/a.mock.yaml:4:19: error: "))
    #expect(outcome.errors.hasSuffix("; 2 can be fixed with --fix\n"))
    #expect(try folder.read("in/a.mock.yaml") == Self.broken)
  }

  @Test(arguments: [
    broken, broken.replacing("\n", with: "\r\n"), "\u{FEFF}" + broken.dropLast(),
    "# a\n\n\n\n\n" + broken + "# b\n\n\n\n\n\n\n\n\n# c\n  B: {match: '/b', responses: {S: {staus: 200}}}",
    // A fix adds a line.
    "mockspec: 1\nrequests:\n  A:\n    match: /a\n    responses:\n      R:\n        status: 200\u{2028}        text: a\n"
      + "  B: {match: /c, responses: {R: {staus: 200}}}\n",
  ])
  func `git applies the diff, with the result of --fix`(text: String) async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": text])
    let outcome = try await Program.run("validate", "--fix", "--diff", ".", in: folder.path)
    let (diff, fixed) = try (TemporaryFolder(["d": outcome.output]), TemporaryFolder(["a.mock.yaml": text]))
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "apply", "--unsafe-paths", "--whitespace=nowarn", diff["d"]]
    git.currentDirectoryURL = URL(filePath: folder.path)
    try git.run()
    git.waitUntilExit()
    #expect(git.terminationStatus == 0)
    _ = try await Program.run("validate", "--fix", ".", in: fixed.path)
    #expect(try folder.read("a.mock.yaml") == fixed.read("a.mock.yaml"))
    #expect(try folder.read("a.mock.yaml") != text)
  }

  @Test func `a diff needs --fix, and a report for people`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good])
    for arguments in [["--diff"], ["--fix", "--diff", "--format", "json"]] {
      let outcome = try await Program.run(Program.path, ["validate", "."] + arguments, in: folder.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--diff can only be used with"))
    }
  }

  @Test func `a link stays a link, and files outside the project are not written`() async throws {
    let outside = try TemporaryFolder(["b.mock.yaml": Self.broken.replacing("  A:", with: "  B:")])
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nallowOutside: [\(outside.path)]\n", "specs/real.yaml": Self.broken,
    ])
    try folder.link("specs/a.mock.yaml", to: "real.yaml")
    try folder.link("specs/b.mock.yaml", to: outside["b.mock.yaml"])
    let outcome = try await Program.run("validate", "specs", "--fix", in: folder.path)
    #expect(outcome.status == 73)
    #expect(
      outcome.errors.contains(
        "error: 'specs/b.mock.yaml' is a link to a file outside the project, so it wasn't fixed\n"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["specs/a.mock.yaml"]) == "real.yaml")
    #expect(try folder.read("specs/real.yaml") == Self.fixed)
    #expect(try outside.read("b.mock.yaml") == Self.broken.replacing("  A:", with: "  B:"))
  }

  @Test func `files that aren't specs stay as they are, and no report offers a fix`() async throws {
    let prose = "@anna wrote:\n\n> the requests are slow: *all* of them\n`x`: y: z\n- why:so\n"
    let conflict = Self.broken.replacing("  A:", with: "<<<<<<< HEAD\n  A:") + "=======\n  B: @b\n>>>>>>> main\n"
    let folder = try TemporaryFolder(["notes.txt": prose, "a.mock.yaml": prose, "b.mock.yaml": conflict])
    for format in ["concise", "json", "sarif"] {
      let outcome = try await Program.run(
        "validate", "--fix", "--format", format, "notes.txt", "a.mock.yaml", "b.mock.yaml", in: folder.path)
      #expect(outcome.status == 1)
      #expect(!outcome.errors.contains("fixed"))
      #expect(!outcome.output.contains(#""fix"#))
    }
    #expect(try folder.read("notes.txt") == prose)
    #expect(try folder.read("a.mock.yaml") == prose)
    #expect(try folder.read("b.mock.yaml") == conflict)
  }
}
