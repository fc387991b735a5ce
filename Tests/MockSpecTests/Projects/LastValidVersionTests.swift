import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Reloads while some files have errors.
struct LastValidVersionTests {
  /// A project whose texts are buffers over an empty folder.
  final class Project {
    private let folder: TemporaryFolder
    private var files: [String: String]
    private(set) var last: LoadedProject?

    init(_ files: [String: String]) throws {
      folder = try TemporaryFolder([:])
      self.files = files
      try load()
    }

    /// Changes files; `nil` removes one.
    @discardableResult
    func edit(_ changes: [String: String?]) throws -> LoadedProject {
      for (path, text) in changes { files[path] = text }
      return try load()
    }

    @discardableResult
    private func load() throws -> LoadedProject {
      let buffers = Dictionary(uniqueKeysWithValues: files.map { (folder[$0], Array($1.utf8)) })
      let loader = SpecLoader(
        .paths([folder.path]), workingDirectory: folder.path, files: SpecFiles(buffers: buffers))
      let loaded = try loader.loadSettled(number: (last?.sets?.number ?? 0) + 1, after: last, isServing: true)
      last = loaded
      return loaded
    }

    /// The status of the reply to each path; a dash if none answers.
    func answers(_ paths: String...) -> String {
      guard let sets = last?.sets else { return "none" }
      let engine = MockEngine(sets)
      return paths.map { path in
        guard case .reply(let reply) = engine.decide(MockCall("GET \(path)")).outcome else { return "-" }
        return "\(reply.status)"
      }.joined(separator: " ")
    }

    /// The files that aren't served, each with the codes of its errors.
    var held: [String] {
      (last?.heldFiles ?? []).map { file in
        let codes = file.diagnostics.filter { $0.severity == .error }.map(\.code)
        return "\(file): \(codes.joined(separator: " "))"
      }
    }
  }

  private static func spec(_ name: String, _ status: Int = 200, _ rest: String = "") -> String {
    "mockspec: 1\nrequests:\n  \(name): {match: GET /\(name), responses: {R: {status: \(status)\(rest)}}}\n"
  }

  private static let broken = "mockspec: 1\nrequests:\n  a: {match: GET /a, responses: {R: {stat: 200}}}\n"

  // MARK: - Errors of one spec

  @Test func `at the start, files without errors are served, and those with errors are left out`() throws {
    let project = try Project([
      "a.mock.yaml": Self.broken, "b.mock.yaml": Self.spec("b"), "c.mock.yaml": "mockspec: 1\nrequests: [\n",
    ])
    #expect(project.answers("/a", "/b") == "- 200")
    #expect(project.held.map { $0.prefix(13) } == ["a.mock.yaml: ", "c.mock.yaml: "])
    #expect(project.last?.sets?.heldFiles.sentence == "2 files have errors and aren't served")
    #expect(project.last?.diagnostics.hasErrors == false)
    #expect(project.last?.allDiagnostics.hasErrors == true)
  }

  @Test func `the last valid version of a file with errors is served, and edits in others are`() throws {
    let project = try Project(["a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b")])
    try project.edit(["a.mock.yaml": Self.broken])
    #expect(project.answers("/a", "/b") == "200 200")
    #expect(project.held == ["a.mock.yaml (its last valid version is served): unknown-key"])
    try project.edit(["b.mock.yaml": Self.spec("b", 201)])
    #expect(project.answers("/a", "/b") == "200 201")
    #expect(project.held == ["a.mock.yaml (its last valid version is served): unknown-key"])
    try project.edit(["a.mock.yaml": Self.spec("a", 202)])
    #expect(project.answers("/a", "/b") == "202 201")
    #expect(project.held == [])
    try project.edit(["a.mock.yaml": String?.none])
    #expect(project.answers("/a", "/b") == "- 201")
  }

  @Test func `a removed file with errors isn't served any more`() throws {
    let project = try Project(["a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b")])
    try project.edit(["a.mock.yaml": Self.broken])
    try project.edit(["a.mock.yaml": String?.none])
    #expect(project.answers("/a", "/b") == "- 200")
    #expect(project.held == [])
  }

  @Test func `a spec and its body are of one version`() throws {
    let named = "mockspec: 1\nrequests: {a: {match: GET /a, responses: {R: {file: a.txt}}}}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": named, "b.mock.yaml": Self.spec("b"), "a.txt": "one"])
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    var last = try loader.loadSettled(number: 1, isServing: true)
    func body() -> String? {
      guard let sets = last.sets else { return nil }
      guard case .reply(let reply) = MockEngine(sets).decide(MockCall("GET /a")).outcome else { return nil }
      return String(decoding: reply.body, as: UTF8.self)
    }
    try folder.remove("a.txt")
    last = try loader.loadSettled(number: 2, after: last)
    #expect(body() == "one")
    #expect(last.heldFiles.map(\.hasEarlierVersion) == [true])
    try folder.save(Self.broken, to: "a.mock.yaml")
    try folder.save("two", to: "a.txt")
    last = try loader.loadSettled(number: 3, after: last)
    #expect(body() == "one")
    try folder.save(named, to: "a.mock.yaml")
    last = try loader.loadSettled(number: 4, after: last)
    #expect(body() == "two")
    #expect(last.heldFiles.isEmpty)
  }

  @Test func `a new empty spec is a warning, and one that is emptied an error`() throws {
    let project = try Project(["a.mock.yaml": Self.spec("a"), "b.mock.yaml": ""])
    #expect(project.answers("/a") == "200")
    #expect(project.held == [])
    #expect(
      project.last?.diagnostics.map { "\($0.file) \($0.severity) \($0.code)" } == ["b.mock.yaml warning empty-file"])
    try project.edit(["a.mock.yaml": Self.spec("a", 201), "c.mock.yaml": "# later\n"])
    #expect(project.answers("/a") == "201")
    #expect(project.last?.diagnostics.map(\.file) == ["b.mock.yaml", "c.mock.yaml"])
    try project.edit(["b.mock.yaml": Self.spec("b")])
    #expect(project.answers("/a", "/b") == "201 200")
    try project.edit(["b.mock.yaml": ""])
    #expect(project.answers("/a", "/b") == "201 200")
    #expect(project.held == ["b.mock.yaml (its last valid version is served): empty-file"])
  }

  // MARK: - Errors between specs

  @Test func `at the start, the first of two requests with a name is served, and the other's message names its file`()
    throws
  {
    let project = try Project(["a.mock.yaml": Self.spec("x"), "b.mock.yaml": Self.spec("x", 201)])
    #expect(project.answers("/x") == "200")
    #expect(project.held == ["b.mock.yaml: duplicate-request"])
    #expect(project.last?.heldFiles.first?.diagnostics.first?.message == "request 'x' is defined in 'a.mock.yaml', too")
    try project.edit(["a.mock.yaml": Self.spec("y")])
    #expect(project.answers("/x", "/y") == "201 200")
    #expect(project.held == [])
  }

  @Test func `a name that is served already holds the spec that has it now, wherever that is`() throws {
    let project = try Project(["a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b")])
    try project.edit(["a.mock.yaml": Self.spec("b", 500)])
    #expect(project.answers("/a", "/b") == "200 200")
    #expect(project.held == ["a.mock.yaml (its last valid version is served): duplicate-request"])
    #expect(project.last?.heldFiles.first?.diagnostics.first?.message == "request 'b' is defined in 'b.mock.yaml', too")
    try project.edit(["b.mock.yaml": String?.none])
    #expect(project.answers("/a", "/b") == "- 500")
    #expect(project.held == [])
  }

  @Test func `a request that moves between specs is served all the time`() throws {
    let project = try Project(["a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b")])
    try project.edit(["a.mock.yaml": Self.spec("b", 202), "b.mock.yaml": Self.spec("a", 202)])
    #expect(project.answers("/a", "/b") == "202 202")
    #expect(project.held == [])
    // One step at a time, with an error in the first.
    try project.edit(["a.mock.yaml": Self.broken])
    try project.edit(["b.mock.yaml": Self.spec("b", 203)])
    #expect(project.answers("/a", "/b") == "202 202")
    #expect(project.held.count == 2)
    try project.edit(["a.mock.yaml": Self.spec("a", 203)])
    #expect(project.answers("/a", "/b") == "203 203")
    #expect(project.held == [])
  }

  @Test func `an earlier version that returns holds those that have its names now`() throws {
    let project = try Project([
      "a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b"), "c.mock.yaml": Self.spec("c"),
    ])
    // a takes the name of b, b that of c; c keeps its name, so that b keeps its own, and a does.
    try project.edit(["a.mock.yaml": Self.spec("b", 201), "b.mock.yaml": Self.spec("c", 201)])
    #expect(project.answers("/a", "/b", "/c") == "200 200 200")
    #expect(project.held.count == 2)
  }

  // MARK: - The project file

  private static let scenes = "mockspec: 1\nscenes: {One: {a: R, b: R}}\n"

  @Test func `an invalid project file and a project without a valid spec are fatal at the start`() throws {
    for files in [
      ["mockspec.yaml": "mockspec: 1\nno: 1\n", "a.mock.yaml": Self.spec("a")],
      ["mockspec.yaml": Self.scenes, "a.mock.yaml": Self.spec("a")], ["a.mock.yaml": Self.broken], ["a.mock.yaml": ""],
    ] {
      let project = try Project(files)
      #expect(project.last?.sets == nil)
      #expect(project.last?.diagnostics.hasErrors == true)
    }
  }

  @Test func `the last valid project file stays in use, and specs are compiled with it`() throws {
    let valid = "mockspec: 1\ndefaults: {status: 201}\n"
    let a = "mockspec: 1\nrequests: {a: {match: GET /a, responses: {R: {}}}}\n"
    let project = try Project(["mockspec.yaml": valid, "a.mock.yaml": a])
    try project.edit(["mockspec.yaml": "mockspec: 1\ndefaults: {status: 2}\n"])
    #expect(project.answers("/a") == "201")
    #expect(project.held.map { $0.prefix(13) } == ["mockspec.yaml"])
    try project.edit(["b.mock.yaml": a.replacing("a", with: "b").replacing("mbtch", with: "match")])
    #expect(project.held.count == 1)
    try project.edit(["a.mock.yaml": a + "# edited\n"])
    #expect(project.answers("/a") == "201")
    try project.edit(["mockspec.yaml": valid.replacing("201", with: "202")])
    #expect(project.answers("/a") == "202")
    #expect(project.held == [])
  }

  @Test func `a default that breaks a spec holds the project file if that has changed`() throws {
    let text = "mockspec: 1\nrequests: {a: {match: GET /a, responses: {R: {text: '{{nothing}}'}}}}\n"
    let project = try Project([
      "mockspec.yaml": "mockspec: 1\n", "a.mock.yaml": text, "b.mock.yaml": Self.spec("b"),
    ])
    let template = "mockspec: 1\ndefaults: {template: true, headers: {X-A: '1'}}\n"
    try project.edit(["mockspec.yaml": template])
    #expect(project.answers("/a", "/b") == "200 200")
    #expect(project.held.count == 1)
    #expect(project.held.first?.hasPrefix("mockspec.yaml (its last valid version is served)") == true)
    #expect(project.last?.heldFiles.first?.diagnostics.first?.file == "a.mock.yaml")
    // Other edits are served, and that of the spec makes the project file usable.
    try project.edit(["b.mock.yaml": Self.spec("b", 201)])
    #expect(project.answers("/b") == "201")
    #expect(project.held.count == 1)
    try project.edit(["a.mock.yaml": text.replacing("{{nothing}}", with: "{{request.method}}")])
    #expect(project.held == [])
    #expect(project.last?.reading.heldSettings == nil)
  }

  @Test func `a default that breaks a spec that has changed, too, holds the spec`() throws {
    let text = "mockspec: 1\nrequests: {a: {match: GET /a, responses: {R: {text: x}}}}\n"
    let project = try Project(["mockspec.yaml": "mockspec: 1\n", "a.mock.yaml": text])
    try project.edit([
      "mockspec.yaml": "mockspec: 1\ndefaults: {template: true, status: 202}\n",
      "a.mock.yaml": text.replacing("text: x", with: "text: '{{nothing}}'"),
    ])
    // The earlier version has the new defaults.
    #expect(project.answers("/a") == "202")
    #expect(project.held.map { $0.prefix(11) } == ["a.mock.yaml"])
  }

  @Test func `scenes hold no spec, and names that only a spec with errors has are ignored`() throws {
    let project = try Project([
      "mockspec.yaml": Self.scenes, "a.mock.yaml": Self.spec("a"), "b.mock.yaml": Self.spec("b", 99),
    ])
    #expect(project.answers("/a", "/b") == "200 -")
    #expect(project.held.map { $0.prefix(12) } == ["b.mock.yaml:"])
    try project.edit(["b.mock.yaml": Self.spec("b")])
    #expect(project.held == [])
    // Nothing has the name now: this is the project file's error alone.
    try project.edit(["b.mock.yaml": Self.spec("c", 202)])
    #expect(project.answers("/a", "/b", "/c") == "200 - 202")
    #expect(project.held == ["mockspec.yaml (its last valid version is served): unknown-request"])
    try project.edit(["c.mock.yaml": Self.spec("b", 203)])
    #expect(project.answers("/b") == "203")
    #expect(project.held == [])
  }

  @Test func `a new scene with an unknown name holds the project file until the name exists`() throws {
    let project = try Project(["mockspec.yaml": "mockspec: 1\n", "a.mock.yaml": Self.spec("a")])
    try project.edit(["mockspec.yaml": Self.scenes])
    #expect(project.last?.sets?.scenes.isEmpty == true)
    #expect(project.held == ["mockspec.yaml (its last valid version is served): unknown-request"])
    try project.edit(["a.mock.yaml": Self.spec("a", 201)])
    #expect(project.answers("/a") == "201")
    try project.edit(["b.mock.yaml": Self.spec("b")])
    #expect(project.held == [])
    #expect(project.last?.sets?.scenes.keys.sorted() == ["One"])
  }

  // MARK: - States

  private static let declaring = "mockspec: 1\nstates: {cart: [empty, filled]}\n"

  private static func using(_ state: String, _ status: Int = 200) -> String {
    "mockspec: 1\nrequests: {a: {match: GET /a, when: {\(state): [empty]}, responses: {R: {status: \(status)}}}}\n"
  }

  @Test func `a change that takes away a state that another spec uses is held`() throws {
    let project = try Project(["a.mock.yaml": Self.using("cart"), "states.mock.yaml": Self.declaring])
    #expect(project.answers("/a") == "200")
    try project.edit(["states.mock.yaml": "mockspec: 1\nstates: {basket: [empty, filled]}\n"])
    #expect(project.answers("/a") == "200")
    #expect(project.held == ["states.mock.yaml (its last valid version is served): unknown-state"])
    try project.edit(["a.mock.yaml": Self.using("basket", 201)])
    #expect(project.answers("/a") == "201")
    #expect(project.held == [])
  }

  @Test func `a spec that begins to use an unknown state is held, and others are served`() throws {
    let project = try Project(["a.mock.yaml": Self.using("cart"), "states.mock.yaml": Self.declaring])
    try project.edit(["a.mock.yaml": Self.using("card", 500), "b.mock.yaml": Self.spec("b", 204)])
    #expect(project.answers("/a", "/b") == "200 204")
    #expect(project.held == ["a.mock.yaml (its last valid version is served): unknown-state"])
    try project.edit(["a.mock.yaml": Self.using("cart", 202)])
    #expect(project.answers("/a", "/b") == "202 204")
    #expect(project.held == [])
  }

  @Test func `a state that is declared twice holds the later spec`() throws {
    let project = try Project(["a.mock.yaml": Self.using("cart"), "states.mock.yaml": Self.declaring])
    try project.edit(["b.mock.yaml": Self.declaring + "requests: {b: {match: /b, responses: {R: {}}}}\n"])
    #expect(project.answers("/a", "/b") == "200 -")
    #expect(project.held == ["b.mock.yaml: duplicate-state"])
  }

  @Test func `an earlier version that comes back for a state has no name twice`() throws {
    let project = try Project([
      "a.mock.yaml": Self.spec("x"), "b.mock.yaml": Self.spec("y"), "states.mock.yaml": Self.declaring,
    ])
    try project.edit(["a.mock.yaml": Self.using("card"), "b.mock.yaml": Self.spec("x", 201)])
    #expect(project.answers("/x", "/y") == "200 200")
    #expect(
      project.held == [
        "a.mock.yaml (its last valid version is served): unknown-state",
        "b.mock.yaml (its last valid version is served): duplicate-request",
      ])
  }

  @Test func `without the spec that declared a state, requests that need it don't match`() throws {
    let project = try Project([
      "a.mock.yaml": Self.using("cart"), "b.mock.yaml": Self.spec("b"), "states.mock.yaml": Self.declaring,
    ])
    try project.edit(["states.mock.yaml": String?.none])
    #expect(project.answers("/a", "/b") == "- 200")
    #expect(project.held == ["a.mock.yaml (its last valid version is served): unknown-state"])
    try project.edit(["states.mock.yaml": Self.declaring])
    #expect(project.answers("/a", "/b") == "200 200")
    #expect(project.held == [])
  }

  // MARK: - Updates

  /// A load after known changes gives the same as one without them.
  @Test(arguments: 0..<8)
  func `after any changes, the same is served whether or not the changed files are known`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder(seed < 4 ? [:] : ["mockspec.yaml": "mockspec: 1\nscenes: {One: {x0: R}}\n"])
    func text() -> String {
      let name = "x\(Int.random(in: 0..<8, using: &generator))"
      return switch Int.random(in: 0..<8, using: &generator) {
      case 0: ""
      case 1: "mockspec: 1\nrequests: [\n"
      case 2: Self.spec(name, 99)
      default: Self.spec(name, Int.random(in: 200...299, using: &generator))
      }
    }
    try folder.save(Self.spec("x0"), to: "0.mock.yaml")
    for file in 1..<5 { try folder.save(Self.spec("x\(file)"), to: "\(file).mock.yaml") }
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    var last = try loader.loadSettled(number: 1, isServing: true)
    var updates = 0
    for number in 2..<60 {
      var changed: Set<String> = []
      var gone: Set<String> = []
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let name = "\(Int.random(in: 1..<7, using: &generator)).mock.yaml"
        changed.insert(folder[name])
        if Int.random(in: 0..<6, using: &generator) == 0, FileSystem.find(folder[name]) != nil {
          try folder.remove(name)
          gone.insert(folder[name])
        } else {
          try folder.save(text(), to: name)
          gone.remove(folder[name])
        }
      }
      let missing = MissingNames(gone: gone)
      let next = try loader.loadSettled(number: number, after: last, changed: changed, missing: { missing })
      let whole = try loader.loadSettled(number: number, after: last)
      func shown(_ project: LoadedProject) -> [String] {
        let sets = project.sets?.sets.map { "\($0.name) \($0.responses.map(\.summary))" } ?? []
        let held = project.heldFiles.sorted { $0.file < $1.file }.flatMap { file in
          ["\(file)"] + file.diagnostics.map(\.description).sorted()
        }
        return sets + held + project.diagnostics.map(\.description) + ["\(project.summary)"]
      }
      #expect(shown(next) == shown(whole))
      // Without an update of the last version.
      let full = try #require(next.newest.served(number: number, after: last, busy: []))
      #expect(shown(next) == shown(full))
      #expect(next.resolved?.orders == whole.resolved?.orders)
      if next.newest.newPaths != nil, last.updated(with: next.newest, number: number) != nil { updates += 1 }
      // What is served has no errors.
      #expect(next.reading.units.allSatisfy { $0.isValid })
      last = next
    }
    #expect(updates > 10, "most changes are updates")
  }
}
