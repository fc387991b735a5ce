import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Reloads after which indexes are updated instead of built again, compared with first loads.
struct IncrementalReloadTests {
  private static let paths = ["/a", "/a/b", "/{x}", "/a/{x}", "/**", "/b/**", "/{x}/b", "/c", "/a/c"]
  private static let origins = ["", "", "", "http://a.example", "https://b.example", "http://*.example"]

  private static func request(_ name: String, _ generator: inout SeededGenerator) -> String {
    let method = ["", "GET ", "POST "].randomElement(using: &generator)!
    let target = origins.randomElement(using: &generator)! + paths.randomElement(using: &generator)!
    let query = ["", "?q=1"].randomElement(using: &generator)!
    let priority = Int.random(in: 0...4, using: &generator) == 0 ? "priority: 1, " : ""
    let enabled = Int.random(in: 0...4, using: &generator) == 0 ? "enabled: false, " : ""
    let response = [
      "R: {}", "R: {status: 201}", "R: {}, S: {}", "R: {forward: 'http://f.example'}", "R: {file: 0.txt}",
      "R: {file: 1.txt}", "R: {file: in/0.json}",
    ].randomElement(using: &generator)!
    let comment = Int.random(in: 0...4, using: &generator) == 0 ? "  # mockspec-ignore: ambiguous-request\n" : ""
    return comment + "  \(name): {match: '\(method)\(target)\(query)', \(priority)\(enabled)responses: {\(response)}}\n"
  }

  /// A random spec. Each file has names of its own, so that few versions have errors.
  private static func spec(_ file: Int, _ generator: inout SeededGenerator) -> String {
    let numbers = (0..<5).filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
    if numbers.isEmpty { return "mockspec: 1\nrequests: {}\n" }
    let name = Bool.random(using: &generator) ? "Shared" : "shared"
    let shared = Int.random(in: 0...9, using: &generator) == 0 ? request(name, &generator) : ""
    return "mockspec: 1\nrequests:\n" + shared + numbers.map { request("R\(file)-\($0)", &generator) }.joined()
  }

  /// What calls find in a version.
  private static func answers(_ sets: ResponseSets) -> [String] {
    let calls = ["/a", "/b", "/a/b", "/a/c", "/b/c/d", "/x/b", "/c", "/q"].map { path in
      "\(path): \(sets.candidates(for: CallPath(path)).map(\.set.name))"
    }
    let hosts = ["a.example", "b.example", "c.example", "f.example", "none"].map { host in
      "\(host): \(sets.loaded.knowsHost(host)) \(sets.isNamed(Origin("http://\(host)")!))"
    }
    let requests = sets.sets.enumerated().map { place, set in
      "\(place) \(sets.loaded.place(of: set.key) ?? -1) \(set.name) \(set.responses.map(\.name))"
    }
    let methods = ["GET", "POST"].flatMap { method in
      [("http", "a.example", "/a"), ("https", "b.example", "/c")].map { scheme, host, path in
        let call = MockCall(
          method: method, target: .url, scheme: scheme, host: host, port: nil, path: path, query: "q=1")
        return sets.name(matching: call) ?? "none"
      }
    }
    return calls + hosts + requests + methods + ["\(sets.summary) \(sets.reachesOthers)"]
  }

  /// The requests with similar paths.
  private static func similar(_ sets: ResponseSets) -> Set<String> {
    let paths = ["/aa", "/a/bb", "/cc"]
    return Set(
      paths.flatMap { path in sets.loaded.sets(near: CallPath(path).segments).map { "\(path) \($0.name)" } })
  }

  /// The text of each request, with that of its body file.
  private static func texts(_ project: LoadedProject) -> [String: String] {
    let contents = project.contents.map { (FilePath.name($0), String(decoding: $1, as: UTF8.self)) }
    let bodies = Dictionary(uniqueKeysWithValues: contents)
    let lines = contents.flatMap { $1.split(separator: "\n") }.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  #") }
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let used = bodies.keys.sorted().filter { line.contains("file: \($0)") }.compactMap { bodies[$0] }
        return (String(line.drop { $0 == " " }.prefix { $0 != ":" }), "\(line)\(used)")
      })
  }

  /// What a comparison of all requests by name finds.
  private static func difference(_ new: ResponseSets, _ old: ResponseSets) -> [[String]] {
    let names = (old: old.sets.map(\.name), new: new.sets.map(\.name))
    let added = names.new.filter { !names.old.contains($0) }
    let removed = names.old.filter { !names.new.contains($0) }
    return [added, removed]
  }

  @Test(arguments: 0..<TestScale.count(3, long: 6))
  func `after any changes of specs, all indexes are those of a first load`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {R3-0: R}}\n", "0.txt": "zero", "1.txt": "one",
      "in/0.json": "{", "in/unused.txt": "",
    ])
    for file in 0..<6 { try folder.save(Self.spec(file, &generator), to: "\(file).mock.yaml") }
    try folder.save("mockspec: 1\nrequests:\n" + Self.request("R3-0", &generator), to: "3.mock.yaml")
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path, isLinting: true)
    var last = try loader.loadSettled(number: 1)
    var names = last.watchedNames
    for number in 2..<30 {
      var changed: Set<String> = []
      var gone: Set<String> = []
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let file = Int.random(in: 0..<9, using: &generator)
        let name = "\(file).mock.yaml"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
          try folder.save("\(number)", to: "1.txt")
          // Other names aren't watched.
          if last.contents[folder["1.txt"]] != nil { changed.insert(folder["1.txt"]) }
        case 1...2 where file != 3 && FileSystem.find(folder[name]) != nil:
          try folder.remove(name)
          changed.insert(folder[name])
          gone.insert(folder[name])
        default:
          try folder.save(Self.spec(file, &generator), to: name)
          changed.insert(folder[name])
          gone.remove(folder[name])
        }
      }
      let isKnown = Int.random(in: 0..<4, using: &generator) > 0
      let missing = MissingNames(gone: gone)
      let next = try loader.loadSettled(
        number: number, after: last, changed: isKnown ? changed : nil, missing: { missing })
      if isKnown { #expect(next.reading.newPaths != nil) }
      names = next.watchedNames(after: names) ?? names
      #expect(next.watchedNames.newPaths(since: names) == [])
      let cold = try loader.load(number: number)
      #expect(next.isServedWhole == (cold.sets != nil))
      // `LastValidVersionTests` has versions with errors.
      defer { last = next }
      guard next.isServedWhole else { continue }
      if last.isServedWhole { #expect(last.updated(with: next.newest, number: number) != nil) }
      #expect(next.problems == cold.problems)
      #expect(next.sets.map(Self.answers) == cold.sets.map(Self.answers))
      #expect(next.sets.map(Self.similar) == cold.sets.map(Self.similar))
      #expect(next.resolved?.orders == cold.resolved?.orders)
      #expect(loader.linted(next).diagnostics.map(\.description) == cold.diagnostics.map(\.description))
      if last.isServedWhole, let new = next.sets, let old = last.sets {
        let reload = Reload(of: next, after: last, notices: [], duration: .zero)
        #expect([reload.added, reload.removed] == Self.difference(new, old))
        let texts = (old: Self.texts(last), new: Self.texts(next))
        #expect(Set(reload.changed) == Set(texts.new.keys.filter { texts.old[$0] ?? texts.new[$0] != texts.new[$0] }))
      }
    }
  }

  @Test func `the numbers of removed requests are given up after a while`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "", "b.mock.yaml": ""])
    func save(_ number: Int) throws {
      try folder.save("mockspec: 1\nrequests: {A: {match: /a\(number), responses: {R: {}}}}\n", to: "a.mock.yaml")
    }
    try save(0)
    try folder.save("mockspec: 1\nrequests: {B: {match: '/**', responses: {R: {}}}}\n", to: "b.mock.yaml")
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    var last = try loader.loadSettled(number: 1)
    for number in 1...1100 {
      try save(number)
      last = try loader.loadSettled(number: number + 1, after: last, changed: [folder["a.mock.yaml"]])
      let sets = try #require(last.sets)
      #expect(sets.candidates(for: CallPath("/a\(number)")).map(\.set.name) == ["A", "B"])
      #expect(sets.candidates(for: CallPath("/a\(number - 1)")).map(\.set.name) == ["B"])
    }
    #expect(try #require(last.sets).loaded.paths.places.count < 200)
  }

  @Test func `a new request without the response that a scene selects is an error`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {X: Missing}}\n",
      "in/a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n",
    ])
    let loader = SpecLoader(.paths([folder["in"]]), workingDirectory: folder.path)
    let first = try loader.loadSettled(number: 1)
    #expect(first.sets != nil)
    try folder.save("mockspec: 1\nrequests: {X: {match: /x, responses: {R: {}}}}\n", to: "in/x.mock.yaml")
    let second = try loader.loadSettled(number: 2, after: first, changed: [folder["in/x.mock.yaml"]])
    #expect(second.problems == (try loader.load(number: 2)).problems)
    #expect(second.heldFiles.map(\.file) == ["mockspec.yaml"])
  }

  private static func spec(_ name: String, _ response: String = "{}") -> String {
    "mockspec: 1\nrequests: {\(name): {match: /\(name), responses: {R: \(response)}}}\n"
  }

  @Test func `of a spec with two names, one is found after the other`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec("A"), "c.mock.yaml": Self.spec("C")])
    try folder.hardLink("b.mock.yaml", to: "a.mock.yaml")
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    let first = try loader.loadSettled(number: 1)
    try folder.remove("a.mock.yaml")
    let path = folder["a.mock.yaml"]
    let second = try loader.loadSettled(
      number: 2, after: first, changed: [path], missing: { MissingNames(gone: [path]) })
    #expect(second.sets?.names.sorted() == ["A", "C"])
  }

  @Test func `a file that no spec names is found once it is there, or once its folder is one of bodies`() throws {
    let schema = "mockspec: 1\nrequests: {A: {match: {path: /a, body: {schema: in/x.json}}, responses: {R: {}}}}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": schema, "in/x.json": "{}", "in/unused.txt": ""])
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path, isLinting: true)
    var last = try loader.loadSettled(number: 1)
    func warnings(after spec: String) throws -> [String] {
      try folder.save(spec, to: "a.mock.yaml")
      last = try loader.loadSettled(number: 2, after: last, changed: [folder["a.mock.yaml"]])
      let cold = try loader.load(number: 3).diagnostics.map(\.description)
      #expect(loader.linted(last).diagnostics.map(\.description) == cold)
      return loader.linted(last).diagnostics.filter { $0.code == UnusedBodyFile.name }.map(\.file)
    }
    #expect(try warnings(after: Self.spec("A", "{file: in/x.json}")) == ["in/unused.txt"])
    try folder.save("", to: "in/new.txt")
    #expect(try warnings(after: Self.spec("A", "{file: in/x.json, status: 201}")) == ["in/new.txt", "in/unused.txt"])
    try folder.remove("in/new.txt")
    #expect(try warnings(after: Self.spec("A", "{file: in/x.json}")) == ["in/unused.txt"])
    #expect(try warnings(after: schema) == [])
  }

  @Test func `a spec that is a body, too, is found when it is created`() throws {
    let body = "{file: b.mock.yaml}"
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec("A", body), "b.mock.yaml": Self.spec("B")])
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    let path = folder["b.mock.yaml"]
    var last = try loader.loadSettled(number: 1)
    try folder.remove("b.mock.yaml")
    last = try loader.loadSettled(number: 2, after: last, changed: [path], missing: { MissingNames(gone: [path]) })
    #expect(last.heldFiles.map(\.file) == ["a.mock.yaml"])
    try folder.save(Self.spec("B"), to: "b.mock.yaml")
    last = try loader.loadSettled(number: 3, after: last, changed: [path], missing: { MissingNames() })
    #expect(last.sets?.names.sorted() == ["A", "B"])
  }

  @Test func `the error of a pipe ends when the pipe is removed`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec("A")])
    try folder.makePipe("p.mock.yaml")
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    let first = try loader.loadSettled(number: 1)
    #expect(first.sets == nil)
    try folder.remove("p.mock.yaml")
    let path = folder["p.mock.yaml"]
    let second = try loader.loadSettled(
      number: 2, after: first, changed: [path], missing: { MissingNames(gone: [path]) })
    #expect(second.sets?.names == ["A"])
  }

  #if os(Linux)
    @Test func `composed and decomposed characters are different names`() throws {
      let (composed, decomposed) = ("\u{E9}.mock.yaml", "e\u{301}.mock.yaml")
      let folder = try TemporaryFolder([composed: Self.spec("A")])
      let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
      var last = try loader.loadSettled(number: 1)
      try folder.rename(composed, to: decomposed)
      last = try loader.loadSettled(number: 2, after: last)
      try folder.save(Self.spec("B"), to: decomposed)
      last = try loader.loadSettled(number: 3, after: last, changed: [folder[decomposed]])
      #expect(last.sets?.names == ["B"])
      try folder.save(Self.spec("A"), to: composed)
      last = try loader.loadSettled(number: 4, after: last)
      try folder.makeFolder("new")
      last = try loader.loadSettled(number: 5, after: last)
      #expect(last.problems == [])
      #expect(last.sets?.names.sorted() == ["A", "B"])
      // The one is removed when the other's body changes.
      try folder.save("old", to: "body.txt")
      try folder.save(Self.spec("B", "{file: body.txt}"), to: decomposed)
      last = try loader.loadSettled(number: 6, after: last)
      try folder.save("new", to: "body.txt")
      try folder.remove(composed)
      let gone = folder[composed]
      last = try loader.loadSettled(
        number: 7, after: last, changed: [folder["body.txt"], gone], missing: { MissingNames(gone: [gone]) })
      #expect(last.sets?.names == ["B"])
      #expect(last.contents[folder["body.txt"]] == Array("new".utf8))
    }
  #endif

  @Test func `removed requests don't hide similar ones`() throws {
    let names = (0..<36).map { "item\($0 < 10 ? "\($0)" : String(UnicodeScalar(UInt8(55 + $0))))" }
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: names.map { ("\($0).mock.yaml", Self.spec($0)) }))
    let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
    let first = try loader.loadSettled(number: 1)
    let path = CallPath("/item_").segments
    #expect(try #require(first.sets).loaded.sets(near: path).isEmpty == false)
    let removed = names.prefix(22).map { "\($0).mock.yaml" }
    for name in removed { try folder.remove(name) }
    let gone = Set(removed.map { folder[$0] })
    let second = try loader.loadSettled(
      number: 2, after: first, changed: gone, missing: { MissingNames(gone: gone) })
    let near = try #require(second.sets).loaded.sets(near: path).map(\.name)
    #expect(near == (try loader.load(number: 2)).sets?.loaded.sets(near: path).map(\.name))
  }
}
