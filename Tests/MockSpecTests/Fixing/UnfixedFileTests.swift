import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Files that aren't specs: their errors are reported, but no fix is offered.
struct UnfixedFileTests {
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var isProjectFile = false

    init(_ name: String, _ text: String, isProjectFile: Bool = false) {
      self.init(name, bytes: Array(text.utf8), isProjectFile: isProjectFile)
    }

    init(_ name: String, bytes: [UInt8], isProjectFile: Bool = false) {
      (self.name, self.bytes, self.isProjectFile) = (name, bytes, isProjectFile)
    }

    var testDescription: String { name }
  }

  private static let spec =
    "mockspec: 1\nrequests:\n  A:\n    match: {path: /{id}}\n    responses: {R: {staus: 204}}\n"

  static let files = [
    File("prose", "@anna wrote:\n\n> the requests are slow\n\n*all* of them: since Monday: no idea\n- why:so\n"),
    File("log", "12:00:01 GET /a: 200 in 3ms: ok\n12:00:02 @worker: {id} left\n`x` failed: {{ y }}\n"),
    File("csv", "id,name,note\n1,@anna,{a}\n2,'it's here',x: y: z\n3,*,% off\n"),
    File("python", "def f(x):\n\t@wraps(x)\n\tdef g():\n\t\treturn {'a': x}\n\treturn g\n"),
    File("shell", "cat > a.mock.yaml <<EOF\n\(spec)EOF\n"),
    File("markdown", "# Mocks\n\nA spec:\n\n```yaml\n\(spec)```\n\n*That* is it: `status: 204`\n"),
    File("a fenced spec", "```yaml\n\(spec)```\n"),
    File("a short fenced spec", "```\nmockspec: 1\ndefaults: {}\nrequests: {A: {match: @a}}\n```\n"),
    File("other YAML", "name: CI\non:\n\tpush:\n\t\tbranches: *\ndefaults: @x\njobs: {a: {b: {c}}\n"),
    File("Swift", "@main struct A {\n\tlet requests: Int\n\tlet defaults: [Int]\n}\n"),
    File("prose that begins with keys", "requests: the calls: all\nthat are made\nand\ndefaults: @x\nthat are set\n"),
    File("one key", "requests: @here\nother: @here\n"),
    File("JSON of others", #"{"name": "@x", "version": 1, "script": {"requests": 1, "mockspec": 1}}"#),
    File("conflict", "mockspec: 1\n<<<<<<< HEAD\nrequests: {A: @a}\n=======\nrequests: {B: @b}\n>>>>>>> main\n"),
    File(
      "conflict in lines with CRLF",
      "mockspec: 1\r\nrequests:\r\n<<<<<<< HEAD\r\n  A: @a\r\n=======\r\n>>>>>>> b\r\n"),
    File("half of a conflict", "mockspec: 1\nrequests:\n  A: @a\n>>>>>>> main\n"),
    File("the middle of a conflict", "mockspec: 1\nrequests:\n  A: @a\n=======\n  B: @b\n"),
    File("empty", ""),
    File("blank", " \n\t\n\r\n"),
    File("a byte-order mark alone", "\u{FEFF}"),
    File("a byte-order mark and prose", "\u{FEFF}@here: there\n*all*\n"),
    File("prose with CRLF", "@here: there\r\n*all* of it\r\n\tindented\r\n"),
    File("prose with CR", "@here: there\r*all* of it\r"),
    File("tabs", "\t@a\n\t\t*b*\n\t`c`: d: e\n"),
    File("one long line", String(repeating: "@word: {x} 'it's ", count: TestScale.count(5_000, long: 20_000))),
    File(
      "one long line in brackets",
      "{" + String(repeating: "\"word\": {x} 'it's ", count: TestScale.count(5_000, long: 20_000))),
    File("binary", bytes: (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }),
    File("UTF-16", bytes: Array(spec.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }),
    File("a project file of prose", "server: it's down: since Monday\n*all* of it\n@anna knows\n", isProjectFile: true),
  ]

  @Test(arguments: files, ["x.mock.yaml", "x.mock.json", "notes.txt"])
  func `the content doesn't change`(file: File, path: String) {
    let outcome = FileFixer.fix(file.bytes, path: path, isProjectFile: file.isProjectFile)
    #expect(outcome.bytes == file.bytes)
    #expect(outcome.count == 0)
  }

  @Test(arguments: files) func `errors are reported, and none carries a fix`(file: File) throws {
    let folder = try TemporaryFolder([:])
    let name = file.isProjectFile ? "mockspec.yaml" : "x.mock.yaml"
    try folder.write(file.bytes, to: name)
    let project = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
    #expect(project.diagnostics.hasErrors)
    #expect(!project.diagnostics.contains { $0.fix != nil })
  }

  @Test(arguments: 0..<TestScale.count(50, long: 200)) func `random lines of such files don't change`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let lines = Self.files.prefix(13).flatMap { $0.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) }
      .filter { line in !["mockspec", "requests", "defaults"].contains { line.starts(with: $0.utf8) } }
    let chosen = (0..<Int.random(in: 1...30, using: &generator)).map { _ in generator.pick(lines) }
    let text = Array(chosen.joined(separator: "\n".utf8))
    #expect(FileFixer.fix(text, path: "x.mock.yaml", isProjectFile: false).bytes == text)
  }
}

/// Specs with mistakes at the root are still recognized.
struct RootKeyTests {
  @Test(arguments: [
    "mockspec: 1\nrequests: {}\n",
    "mockspec:1\nrequests:\n",
    "mockspec: 1\nrequest:\n  A: @x\n",
    "moskcpec: 1\nrequests\n  A: 1\n",
    "# a\n\n---\n\"mockspec\": 1\n'requests': {}\n",
    "  mockspec: 1\n  requests: {}\n",
    "x-a: &a {b: c}\nmockspec: 1\ndefault: *a\nodd: 1\nodder: 2\n",
    "mockspec: 1\nrequests:\n  A: {}\nleft over\n",
    "mockspec: 1\nrequests:\n\tA:\n\t\tmatch: /x\n",
    "mockspec: 1\r\nrequests: {}\r\n",
    "\u{FEFF}mockspec: 1\nrequests: {}\n",
    "{mockspec: 1, requests: {A: {match: {path: /{id}}}}}",
    "mockspec: 1\nrequests: {\n  A: {match: /x}\n}\n",
    "{\n  mockspec: 1,\n  requests: {A: {match: @x}}\n}",
    "# yaml-language-server: $schema=x\n$schema: x\nrequests: {}\n",
  ])
  func `a spec in YAML`(text: String) { #expect(RootKeys.identify(Array(text.utf8), .yaml, isProjectFile: false)) }

  @Test(arguments: [
    #"{"mockspec": 1, "requests": {}}"#,
    #"{"mockspec" 1, "defaults": {"headers": {}}, "requests": {"A": }}"#,
    #"{"mockspec": 1 "request": {"A": }}"#,
    "// a\n{\n  \"mockspec\": \"1,\n  \"requests\": {}\n}",
    "{\"$schema\": \"a:b,{\\\"\", \"requests\": [}}",
  ])
  func `a spec in JSON`(text: String) { #expect(RootKeys.identify(Array(text.utf8), .json, isProjectFile: false)) }

  @Test func `keys of a project file identify only a project file`() {
    let text = Array("scene: {A: {B: C}}\npassthrough: [a]\n".utf8)
    #expect(RootKeys.identify(text, .yaml, isProjectFile: true))
    #expect(!RootKeys.identify(text, .yaml, isProjectFile: false))
  }

  @Test func `YAML in a file of JSON isn't recognized`() {
    #expect(!RootKeys.identify(Array("mockspec: 1\nrequests: {}\n".utf8), .json, isProjectFile: false))
  }
}
