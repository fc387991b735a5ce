import Foundation
import TestSupport
import Testing

/// `mockspec convert`, once.
@Suite(.timeLimit(.minutes(20)))
struct ConvertTests {
  static let spec = "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {R: {status: 200, text: hi}}\n"

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec]) }

  func convert(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(Program.path, ["convert"] + arguments, in: folder.path)
  }

  func names(in name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder[name]).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder[name] + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// The requests that `mockspec list` prints, without their locations.
  func list(_ path: String) async throws -> NSDictionary {
    let outcome = try await Program.run("list", path, "--format", "json", in: folder.path)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let requests = try #require(report["requests"] as? [[String: Any]])
    #expect(!requests.isEmpty)
    return ["requests": requests.map { $0.filter { $0.key != "file" && $0.key != "line" } }]
  }

  @Test func `the examples have the same meaning in JSON and converted back to YAML`() async throws {
    let specs = Program.root + "/specs"
    let there = try await convert(specs, "--to", "json", "--output", "json")
    #expect(there.status == 0)
    #expect(there.errors.isEmpty)
    #expect(
      try names(in: "json").filter { $0.contains(".mock.") || $0.hasPrefix("mockspec") }.allSatisfy {
        $0.hasSuffix(".json")
      })
    let back = try await convert("json", "--to", "yaml", "--output", "yaml")
    #expect(back.status == 0)
    #expect(try await convert("yaml", "--to", "json", "--output", "again").status == 0)

    let original = try await list(specs)
    for converted in ["json", "yaml", "again"] {
      #expect(try await list(converted) == original, "\(converted)")
      #expect(try await Program.run("validate", "--strict", converted, in: folder.path).status == 0)
    }
    let files = try names(in: "json")
    #expect(try files == names(in: "again"))
    for file in files {
      #expect(
        FileManager.default.contentsEqual(atPath: folder["json/" + file], andPath: folder["again/" + file]), "\(file)")
    }
  }

  @Test func `a single file goes to the standard output`() async throws {
    let json = try await convert("specs/a.mock.yaml", "--to", "json")
    #expect(json.status == 0)
    #expect(
      json.output == """
        {
          "mockspec": 1,
          "requests": {
            "A": {
              "match": "GET /a",
              "responses": {
                "R": {"status": 200, "text": "hi"}
              }
            }
          }
        }

        """)
    try folder.write(json.output, to: "b.mock.json")
    #expect(
      try await convert("b.mock.json", "--to", "yaml").output
        == Self.spec.replacing(
          "responses: {R: {status: 200, text: hi}}", with: "responses:\n      R:\n        status: 200\n        text: hi"
        ))
  }

  @Test func `a project file is converted as a single file, too`() async throws {
    try folder.write("mockspec: 1\ntimeout: 3s\n", to: "specs/mockspec.yaml")
    #expect(
      try await convert("specs/mockspec.yaml", "--to", "json").output == "{\"mockspec\": 1, \"timeout\": \"3s\"}\n")
  }

  @Test(arguments: [
    ["specs", "--to", "json"], ["--to", "json"], ["specs/a.mock.yaml", "--to", "json", "--watch"], ["specs"],
    ["specs", "--to", "xml", "--output", "out"], ["specs", "--to", "json", "--output", "specs"],
    ["specs", "--to", "json", "--output", "specs/out"],
  ])
  func `arguments that can't be combined are usage errors`(arguments: [String]) async throws {
    let outcome = try await Program.run(Program.path, ["convert"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(try names(in: ".") == ["specs/a.mock.yaml"])
  }

  @Test func `an output folder that isn't loaded can be inside the project`() async throws {
    #expect(try await convert("specs", "--to", "json", "--output", "specs/.json/out").status == 0)
    #expect(try await Program.run("validate", "specs", in: folder.path).errors.hasSuffix("1 file\n"))
    #expect(try await convert("nowhere", "--to", "json", "--output", "out").status == 66)
  }

  @Test func `a project with errors, or without specs, isn't converted`() async throws {
    try folder.write(Self.spec.replacing("status", with: "staus"), to: "specs/a.mock.yaml")
    let outcome = try await convert("specs", "--to", "json", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("specs/a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]"))
    try folder.remove("specs/a.mock.yaml")
    #expect(try await convert("specs", "--to", "json", "--output", "out").status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder["out"]))
  }

  @Test func `only changed files are written, and only files without a source are removed`() async throws {
    try folder.makeFolder("specs/more")
    try folder.write(
      Self.spec.replacing("A:", with: "B:").replacing("text: hi", with: "file: b.txt"), to: "specs/more/b.mock.yaml")
    try folder.write("one", to: "specs/more/b.txt")
    func run() async throws -> String { try await convert("specs", "--to", "json", "--output", "out").output }
    #expect(try await run() == "converted to out (2 requests, 2 responses, 2 files): 3 written, 0 removed\n")
    try folder.write("mine", to: "out/more/notes.txt")
    #expect(try await run().hasSuffix(": 0 written, 0 removed\n"))
    try folder.write("two", to: "specs/more/b.txt")
    #expect(try await run().hasSuffix(": 1 written, 0 removed\n"))
    #expect(try folder.read("out/more/b.txt") == "two")

    try folder.remove("specs/more")
    #expect(try await run().hasSuffix(": 0 written, 2 removed\n"))
    #expect(try names(in: "out") == [".mockspec-convert", "a.mock.json", "more/notes.txt"])
    try folder.remove("out/more/notes.txt")
    #expect(
      try folder.read("out/.mockspec-convert") == "{\"mockspec-convert\": 1, \"files\": [\n  \"a.mock.json\"\n]}\n")
  }

  @Test func `a file that isn't in the list is neither overwritten nor removed`() async throws {
    try folder.makeFolder("out")
    try folder.write("mine", to: "out/a.mock.json")
    let refused = try await convert("specs", "--to", "json", "--output", "out")
    #expect(refused.status == 73)
    #expect(refused.errors.hasPrefix("error: 'out/a.mock.json' is in the way"))
    #expect(try names(in: "out") == ["a.mock.json"])

    try folder.remove("out/a.mock.json")
    try folder.link("out/a.mock.json", to: "nowhere")
    #expect(try await convert("specs", "--to", "json", "--output", "out").status == 73)
    try folder.remove("out/a.mock.json")

    // A forged list can't remove files outside the folder.
    try folder.write("mine", to: "precious.txt")
    try folder.link("out/link", to: folder.path)
    let list = #"{"mockspec-convert": 1, "files": ["../precious.txt", "link/precious.txt", "a.mock.json"]}"#
    try folder.write(list, to: "out/.mockspec-convert")
    #expect(try await convert("specs", "--to", "json", "--output", "out").output.hasSuffix("1 written, 0 removed\n"))
    #expect(try folder.read("precious.txt") == "mine")

    try folder.write("?", to: "out/.mockspec-convert")
    #expect(try await convert("specs", "--to", "json", "--output", "out").status == 73)
  }
}
