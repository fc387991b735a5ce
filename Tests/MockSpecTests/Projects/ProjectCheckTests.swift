import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct ProjectCheckTests {
  static func spec(_ name: String, _ response: String = "R") -> String {
    "mockspec: 1\nrequests: {\(name): {match: GET /\(name), responses: {\(response): {}}}}\n"
  }

  func messages(_ files: [String: String], _ path: String = ".") throws -> [String] {
    try Specs.load(TemporaryFolder(files), path).diagnostics.map { "\($0)" }
  }

  @Test func `request names are unique in the project`() throws {
    #expect(
      try messages(["a.mock.yaml": Self.spec("A"), "b.mock.yaml": Self.spec("A")]) == [
        "b.mock.yaml:2:12: error: request 'A' is defined twice in this project [duplicate-request]"
      ])
  }

  /// A selection names a request, a response or a scene by its characters.
  @Test func `names of the same characters are one name, whatever their bytes`() throws {
    let (composed, combined) = ("\u{E9}", "e\u{301}")
    let project = "mockspec: 1\nscenes: {\(composed): {A: \(combined)}, \(combined): {A: \(composed)}}\n"
    let spec = """
      mockspec: 1
      requests:
        A: {match: /a, responses: {\(composed): {}, \(combined): {}}}
        \(composed): {match: /b, responses: {R: {}}}
        \(combined): {match: /c, responses: {R: {}}}
      """
    #expect(
      try messages(["mockspec.yaml": project, "a.mock.yaml": spec]) == [
        "a.mock.yaml:3:37: error: response '\(combined)' is defined twice [duplicate-key]",
        "a.mock.yaml:5:3: error: request '\(combined)' is defined twice [duplicate-key]",
        "mockspec.yaml:2:22: error: scene '\(combined)' is defined twice [duplicate-key]",
      ])
  }

  @Test func `default and sequence name responses`() throws {
    let text = "requests: {A: {match: /a, default: Y, sequence: [X, {response: Z}], responses: {X: {}}}}"
    #expect(
      try Specs.problems(text) == [
        "unknown-response: request 'A' has no response 'Y'", "unknown-response: request 'A' has no response 'Z'",
      ])
  }

  @Test func `scenes name what exists and don't extend themselves`() throws {
    let project = """
      mockspec: 1
      scenes:
        One: {A: R, B: R}
        Two: {extends: One, select: {A: S}}
        Three: {extends: Nothing, select: {A: R}}
        Four: {extends: Five, select: {A: R}}
        Five: {extends: Four, select: {A: R}}
      """
    #expect(
      try messages(["mockspec.yaml": project, "a.mock.yaml": Self.spec("A")]).map { $0.split(separator: " ").last } == [
        "[unknown-request]", "[unknown-response]", "[unknown-scene]", "[circular-scene]",
      ])
  }

  /// Scenes from 0, each of which extends the one with the returned number.
  private static func extensions(_ count: Int, limit: Int = SceneExtensions.limit, _ base: (Int) -> Int)
    -> SceneExtensions
  {
    let place = SourceRange(file: SourceFile(path: "", bytes: []), bytes: 0..<0)
    func located(_ text: String) -> Located<String> { Located(text, at: place) }
    let scenes = (0..<count).map { number in
      ProjectSpec.Scene(
        name: located("S\(number)"), extends: located("S\(base(number))"),
        selections: [(located("A"), located("R"))])
    }
    return SceneExtensions(scenes, Dictionary(uniqueKeysWithValues: scenes.map { ($0.name.value, $0) }), limit: limit)
  }

  @Test(arguments: [1, 2, 100, 5000]) func `each scene is followed once, in chains and in circles`(count: Int) {
    let circle = Self.extensions(count) { ($0 + 1) % count }
    #expect(circle.circles["S0"]?.map(\.name.value) == (1..<count).map { "S\($0)" })
    #expect(circle.looks == count + 1)
    for chain in [Self.extensions(count) { $0 + 1 }, Self.extensions(count) { $0 - 1 }] {
      #expect(chain.circles.isEmpty)
      #expect(chain.looks == count)
    }
    // The chain leads into a circle of one.
    let end = Self.extensions(count) { min($0 + 1, count - 1) }
    #expect(end.circles.keys.sorted() == ["S\(count - 1)"])
    #expect(end.looks == count + 1)
  }

  @Test func `the selections that scenes inherit are counted together`() {
    // 0 + 1 + 2 + 3
    #expect(Self.extensions(4, limit: 6) { $0 - 1 }.excessive == nil)
    #expect(Self.extensions(4, limit: 5) { $0 - 1 }.excessive?.name.value == "S3")
    #expect(Self.extensions(4, limit: 5) { $0 + 1 }.excessive?.name.value == "S0")
  }

  @Test func `scenes that inherit too many selections are an error`() throws {
    let scenes = (1...1500).map { "  S\($0): {extends: S\($0 - 1), select: {A: R}}\n" }.joined()
    let found = try messages([
      "mockspec.yaml": "mockspec: 1\nscenes:\n  S0: {A: R}\n\(scenes)", "a.mock.yaml": Self.spec("A"),
    ])
    #expect(
      found == [
        "mockspec.yaml:1417:20: error: the scenes inherit more than 1000000 selections from others, all together [too-many]"
      ])
  }

  @Test func `a part of a project is no reason to call the rest unknown`() throws {
    let files = [
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {A: R, B: R}}\n", "a/a.mock.yaml": Self.spec("A"),
      "b/b.mock.yaml": Self.spec("B"),
    ]
    #expect(try messages(files, "a") == [])
    #expect(try messages(files) == [])
  }

  @Test func `a file that can't be read hides its names, so nothing else is reported for them`() throws {
    let files = [
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {A: R}}\n", "a.mock.yaml": "mockspec: 1\nrequests: {A: [\n",
    ]
    let found = try messages(files)
    #expect(found.count == 1)
    #expect(found[0].contains("[yaml-syntax]"))
  }

  @Test func `parameters must be captured, also by an inherited path`() throws {
    #expect(
      try Specs.problems("requests: {A: {match: {path: '/{id}', params: {ib: 1}}, responses: {R: {}}}}") == [
        "unknown-parameter: no '{ib}' is captured by the path"
      ])
    let inherited = """
      defaults: {basePath: '/{user}'}
      requests: {A: {match: {path: '/{id}', params: {id: 1, user: 2}}, responses: {R: {}}}}
      """
    #expect(try Specs.problems(inherited) == [])
  }

  @Test(arguments: [false, true])
  func `the number of header values is limited`(isTemplate: Bool) throws {
    func problems(_ count: Int) throws -> [String] {
      let values = Array(repeating: "a", count: count).joined(separator: ", ")
      return try Specs.problems(
        """
        defaults: {headers: {X-A: [\(values)]}, template: \(isTemplate)}
        requests: {A: {match: /a, responses: {R: {headers: {X-B: b}}}}}
        """)
    }
    #expect(try problems(32_767) == [])
    #expect(try problems(32_768) == ["too-many: expected at most 32768 values of headers in a response"])
    #expect(try problems(65_536) == ["too-many: expected at most 32768 values of headers in a response"])
  }

  @Test(arguments: [
    ("GET /__mockspec", 1), ("/__mockspec/state", 1), ("//api.example.com/__mockspec/a", 1), ("/%5F_mockspec/a", 1),
    ("{path: '/__mockspec/{id}'}", 1), ("/__mockspecs", 0), ("/a/__mockspec", 0), ("/**", 0), ("/*/state", 0),
    ("'/{any}'", 0), ("/__MOCKSPEC", 0), ("{path: //__mockspec}", 0),
  ])
  func `a literal first segment isn't that of the control API`(match: String, count: Int) throws {
    let found = try Specs.problems("requests: {A: {match: \(match), responses: {R: {}}}}")
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.hasPrefix("reserved-path: the path's first segment is '__mockspec'") })
  }

  @Test func `a base path of the control API is reported once, where it is written`() throws {
    let marked = MarkedText(
      """
      mockspec: 1
      defaults: {basePath: 1️⃣/__mockspec1️⃣}
      requests: {A: {match: /a, responses: {R: {}}}, B: {match: /b, responses: {R: {}}}}
      """)
    let folder = try TemporaryFolder(["a.mock.yaml": marked.text])
    let project = try Specs.load(folder, ".")
    #expect(project.diagnostics.map(\.code) == ["reserved-path"])
    #expect(project.diagnostics.map { $0.range?.bytes } == [marked[1]])
    #expect(
      try Specs.problems("defaults: {basePath: /a}\nrequests: {A: {match: /__mockspec, responses: {R: {}}}}") == [])
  }

  @Test func `a short match's port exists`() throws {
    #expect(
      try Specs.problems("requests: {A: {match: 'GET http://h:99999/a', responses: {R: {}}}}") == [
        "bad-value: expected a host and an optional port, found 'h:99999'"
      ])
  }

  @Test(arguments: [
    ("GET ///a", ["expected a short match, found 'GET ///a'"]),
    ("//h:99999/a", ["expected a host and an optional port, found 'h:99999'"]),
    ("GET //h", ["expected a short match, found 'GET //h'"]),
    ("//{host}/a", ["expected a short match, found '//{host}/a'"]), ("//h/a//b", []), ("//*.h:1//a?b=//c", []),
    ("/a//b?c=http://d", []), ("/", []), ("//[::1]:8080/", []),
  ])
  func `a host follows two slashes at the start of a short match`(match: String, problems: [String]) throws {
    #expect(
      try Specs.problems("requests: {A: {match: '\(match)', responses: {R: {}}}}")
        == problems.map { "bad-value: " + $0 })
  }

  @Test(arguments: ["a", "{path: a}", "{path: '/{a'}", "'GET https://a b/c'", "{host: 'a b'}", "get /a"])
  func `a wrong target is reported once`(match: String) throws {
    #expect(try Specs.problems("requests: {A: {match: \(match), responses: {R: {}}}}").count == 1)
    #expect(try Specs.problems("defaults: {match: \(match)}\nrequests: {}").count == 1)
  }

  @Test func `names of headers that differ only in case are errors`() throws {
    let twice = "{Accept: a, X: b, accept: c}"
    let expected = ["duplicate-key: header 'accept' is defined twice: names of headers are case-insensitive"]
    #expect(
      try Specs.problems("requests: {A: {match: {path: /a, headers: \(twice)}, responses: {R: {}}}}") == expected)
    #expect(try Specs.problems("requests: {A: {match: /a, responses: {R: {headers: \(twice)}}}}") == expected)
    #expect(try Specs.problems("defaults: {match: {headers: \(twice)}}\nrequests: {}") == expected)
    #expect(try Specs.problems("defaults: {headers: \(twice)}\nrequests: {}") == expected)
    #expect(
      try Specs.problems("requests: {A: {match: {path: /a, headers: {A: 1, A: 2}}, responses: {R: {}}}}").count == 1)
    let others = "query: \(twice), cookies: \(twice), body: {form: \(twice)}"
    #expect(try Specs.problems("requests: {A: {match: {path: /a, \(others)}, responses: {R: {}}}}") == [])
  }

  @Test func `a spec that is too large is told as such, and the rest is checked`() throws {
    let folder = try TemporaryFolder(["b.mock.yaml": "mockspec: 1\n"])
    try folder.makeHole((16 << 20) + 1, "a.mock.yaml")
    #expect(
      try Specs.load(folder, ".").diagnostics.map(\.description) == [
        "a.mock.yaml:1:1: error: the file is larger than 16 MiB [too-large]",
        "b.mock.yaml:1:1: error: key 'requests' is missing in a MockSpec file [missing-key]",
      ])
  }

  @Test(arguments: [" a", "a ", "\ta", "a\t", " "])
  func `a header value has no space at its ends`(value: String) throws {
    let found = try Specs.problems(#"requests: {A: {match: /a, responses: {R: {headers: {X: "\#(value)"}}}}}"#)
    #expect(found == ["bad-value: expected a header value, found '\(value)'"])
  }

  @Test(arguments: ["", "a", "a b", "a\tb", "é", "1"])
  func `a header value may be what else it likes`(value: String) throws {
    #expect(try Specs.problems(#"requests: {A: {match: /a, responses: {R: {headers: {X: "\#(value)"}}}}}"#) == [])
  }
}
