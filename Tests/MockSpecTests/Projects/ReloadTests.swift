import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Loads that use again what an earlier one has read.
struct ReloadTests {
  let folder: TemporaryFolder
  let loader: SpecLoader

  init() throws {
    folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {A: S}}\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: body.txt}, S: {}}}}\n",
      "in/b.mock.yaml": "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {file: ../body.txt}}}}\n",
      "c.mock.yaml": "mockspec: 1\nrequests: {C: {match: /c, responses: {R: {text: c}}}}\n", "body.txt": "one",
    ])
    loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path, isLinting: true)
  }

  private static func names(_ project: LoadedProject) -> [String] { (project.sets?.sets ?? []).map(\.name).sorted() }

  /// The first request of each spec, which is another one if the spec was read and resolved again.
  private func requests(_ project: LoadedProject) -> [ObjectIdentifier?] {
    project.reading.units.map { $0.reading.spec?.requests?.first.map { ObjectIdentifier($0) } }
  }

  @Test func `a spec whose files haven't changed isn't resolved again`() throws {
    let first = try loader.load(number: 1)
    let second = try loader.loadSettled(number: 2, after: first)
    #expect(second.hasSameContents(as: first))
    #expect(requests(second) == requests(first))
    try folder.save("two", to: "body.txt")
    let third = try loader.loadSettled(number: 3, after: second)
    #expect(!third.hasSameContents(as: second))
    #expect(zip(requests(second), requests(third)).map { $0 == $1 } == [false, true, false])
  }

  @Test func `if only responses change, the index is kept`() throws {
    let first = try loader.loadSettled(number: 1)
    try folder.save("two", to: "body.txt")
    let second = try loader.loadSettled(number: 2, after: first, changed: [folder["body.txt"]])
    let (old, new) = (try #require(first.sets), try #require(second.sets))
    #expect(new.number == 2)
    let kept = try #require(new["C"])
    #expect(kept === old["C"])
    for name in ["A", "B"] {
      let set = try #require(new[name])
      #expect(try String(decoding: set.responses[0].reply.body, as: UTF8.self) == "two")
    }
    #expect(second.reading.newPaths == [])
  }

  @Test func `what hasn't changed keeps its replies`() throws {
    let first = try loader.loadSettled(number: 1)
    try folder.save("mockspec: 1\nrequests: {N: {match: /n, responses: {R: {}}}}\n", to: "0.mock.yaml")
    try folder.save("two", to: "body.txt")
    let second = try loader.loadSettled(number: 2, after: first)
    let (old, new) = (try #require(first.sets), try #require(second.sets))
    #expect(new.names.sorted() == ["A", "B", "C", "N"])
    let kept = try #require(new["C"])
    #expect(kept === old["C"])
  }

  @Test(arguments: ["a.mock.yaml", "in", "in/b.mock.yaml", "body.txt"])
  func `what may come back isn't missed`(name: String) throws {
    let first = try loader.loadSettled(number: 1)
    try folder.rename(name, to: ".away")
    let path = folder[name]
    let second = try loader.loadSettled(number: 2, after: first, missing: { MissingNames(away: [path]) })
    #expect(Self.names(second) == ["A", "B", "C"])
    #expect(second.hasSameContents(as: first))
    try folder.rename(".away", to: name)
    let third = try loader.loadSettled(number: 3, after: second)
    #expect(third.hasSameContents(as: first))
    #expect(third.reading.held.isEmpty)
    try folder.rename(name, to: ".away")
    // Without its body file, the last valid version of a spec answers.
    let fourth = try loader.loadSettled(number: 4, after: third)
    #expect((Self.names(fourth) == ["A", "B", "C"]) == (name == "body.txt"))
    if name == "body.txt" { #expect(!fourth.held.isEmpty) }
  }

  @Test(arguments: ["a.mock.yaml", "in", "in/b.mock.yaml", "body.txt"])
  func `what is missing without a removal that was seen may come back for a while`(name: String) throws {
    let first = try loader.loadSettled(number: 1)
    try folder.rename(name, to: ".away")
    let second = try loader.loadSettled(number: 2, after: first, missing: { MissingNames() })
    #expect(Self.names(second) == ["A", "B", "C"])
    #expect(!second.absentPaths.isEmpty)
    let gone = second.absentPaths
    let third = try loader.loadSettled(number: 3, after: second, missing: { MissingNames(gone: gone) })
    #expect((Self.names(third) == ["A", "B", "C"]) == (name == "body.txt"))
    if name == "body.txt" { #expect(!third.held.isEmpty) }
    #expect(third.absentPaths.isEmpty)
  }

  @Test func `a spec that a save parts from another one is found`() throws {
    try folder.write("mockspec: 1\nrequests: {D: {match: /d, responses: {R: {}}}}\n", to: "d.mock.yaml")
    try folder.hardLink("e.mock.yaml", to: "d.mock.yaml")
    let first = try loader.loadSettled(number: 1)
    try folder.save("mockspec: 1\nrequests: {E: {match: /e, responses: {R: {}}}}\n", to: "d.mock.yaml")
    let second = try loader.loadSettled(number: 2, after: first, changed: [folder["d.mock.yaml"]])
    #expect(Self.names(second) == ["A", "B", "C", "D", "E"])
  }

  @Test func `a spec that may come back keeps its place`() throws {
    let loader = SpecLoader(.paths([folder["in"], folder.path]), workingDirectory: folder.path)
    let first = try loader.loadSettled(number: 1)
    #expect(first.reading.units.map(\.reading.file.shown) == ["in/b.mock.yaml", "a.mock.yaml", "c.mock.yaml"])
    for name in ["in/b.mock.yaml", "a.mock.yaml", "c.mock.yaml"] {
      try folder.rename(name, to: ".away")
      let path = folder[name]
      let second = try loader.loadSettled(number: 2, after: first, missing: { MissingNames(away: [path]) })
      #expect(second.reading.units.map(\.path) == first.reading.units.map(\.path))
      try folder.rename(".away", to: name)
    }
  }

  @Test func `without the project file, nothing goes together`() throws {
    let first = try loader.loadSettled(number: 1)
    try folder.rename("mockspec.yaml", to: "away")
    let path = folder["mockspec.yaml"]
    #expect(try loader.loadSettled(number: 2, after: first, missing: { MissingNames(away: [path]) }).isMixed)
    #expect(try !loader.loadSettled(number: 2, after: first).isMixed)
  }

  @Test func `a file that was open when it was read is read again`() throws {
    let version = try #require(FileSystem.version(of: folder.path))
    #expect(!FileInput(folder.path, .success([]), version: version, isOpen: true).isUnchanged(in: .disk))
  }

  #if os(Linux)
    @Test func `while a new spec is being written, a missing one stays`() throws {
      let first = try loader.loadSettled(number: 1)
      let writer = try folder.openForWriting("d.mock.yaml")
      try folder.remove("c.mock.yaml")
      let gone = MissingNames(gone: [folder["c.mock.yaml"]])
      let second = try loader.loadSettled(number: 2, after: first, writers: FileWriters(), missing: { gone })
      #expect(Self.names(second) == ["A", "B", "C"])
      #expect(second.absentPaths.isEmpty)
      try writer.write(
        "mockspec: 1\nrequests: {C: {match: /c, responses: {R: {}}}, D: {match: /d, responses: {R: {}}}}\n")
      writer.close()
      let third = try loader.loadSettled(number: 3, after: second, writers: FileWriters(), missing: { gone })
      #expect(Self.names(third) == ["A", "B", "C", "D"])
    }

    @Test func `beside a new spec that is being written, a missing one stays, also while another has errors`() throws {
      func spec(_ name: String) -> String { "mockspec: 1\nrequests: {\(name): {match: /a, responses: {R: {}}}}\n" }
      let folder = try TemporaryFolder([
        "a.mock.yaml": spec("A"), "b.mock.yaml": spec("B"), "c.mock.yaml": spec("C"),
      ])
      let loader = SpecLoader(.paths([folder.path]), workingDirectory: folder.path)
      let first = try loader.loadSettled(number: 1, isServing: true)
      try folder.save("mockspec: 1\nrequests: {A: {}}\n", to: "a.mock.yaml")
      let second = try loader.loadSettled(number: 2, after: first, isServing: true)
      let writer = try folder.openForWriting("0.mock.yaml")
      try folder.remove("c.mock.yaml")
      try folder.save("# \n" + spec("B"), to: "b.mock.yaml")
      let gone = MissingNames(gone: [folder["c.mock.yaml"]])
      let third = try loader.loadSettled(
        number: 3, after: second, writers: FileWriters(), isServing: true, missing: { gone })
      #expect(Self.names(third) == ["A", "B", "C"])
      #expect(third.heldFiles.map(\.file) == ["a.mock.yaml"])
      writer.close()
    }

    @Test func `how long a new spec is awaited doesn't depend on others that were`() throws {
      var previous = try loader.loadSettled(number: 1).reading
      previous.lacking = [folder["other.mock.yaml"]: .now - .seconds(60)]
      let writer = try folder.openForWriting("d.mock.yaml")
      try folder.remove("c.mock.yaml")
      let reader = ProjectReader(
        workingDirectory: folder.path, previous: previous, source: .disk, writers: FileWriters())
      let gone = MissingNames(gone: [folder["c.mock.yaml"]])
      let reading = try reader.read([folder.path], attempts: 8, missing: { gone }, progress: { _, _ in })
      #expect(reading.held == [folder["c.mock.yaml"]])
      #expect(reading.lacking.keys.sorted() == [folder["d.mock.yaml"]])
      writer.close()
    }

    @Test func `while a file is being written, others are read alone`() throws {
      let (a, body, writers) = (folder["a.mock.yaml"], folder["body.txt"], FileWriters())
      var last = try loader.loadSettled(number: 1)
      let writer = try folder.openForWriting("c.mock.yaml")
      // The second time, the file is known to be held.
      for number in 2...3 {
        try folder.save("body \(number)", to: "body.txt")
        last = try loader.loadSettled(
          number: number, after: last, changed: [body, folder["c.mock.yaml"]], writers: writers)
        #expect(last.reading.newPaths == [])
        #expect(last.awaited == ["c.mock.yaml"])
        #expect(last.contents[body] == Array("body \(number)".utf8))
        #expect(Self.names(last) == ["A", "B", "C"])
      }
      try folder.save("mockspec: 1\nrequests: {E: {match: /e, responses: {R: {}, S: {}}}}\n", to: "a.mock.yaml")
      try folder.save("mockspec: 1\n", to: "mockspec.yaml")
      last = try loader.loadSettled(number: 4, after: last, writers: writers)
      last = try loader.loadSettled(number: 5, after: last, changed: [a], writers: writers)
      #expect(last.awaited == ["c.mock.yaml"])
      #expect(Self.names(last) == ["B", "C", "E"])
      try writer.write("mockspec: 1\nrequests: {F: {match: /f, responses: {R: {}}}}\n")
      writer.close()
      last = try loader.loadSettled(number: 6, after: last, changed: [folder["c.mock.yaml"]], writers: writers)
      #expect(last.reading.newPaths == [] && last.awaited.isEmpty && last.reading.held.isEmpty)
      #expect(Self.names(last) == ["B", "E", "F"])
    }

    @Test func `specs that wait for the same file are read when it is whole`() throws {
      let (body, writers) = (folder["new.txt"], FileWriters())
      try folder.save("old", to: "new.txt")
      try folder.save(
        "mockspec: 1\nrequests: {C: {match: /c, responses: {R: {file: new.txt}}}}\n", to: "c.mock.yaml")
      var last = try loader.loadSettled(number: 1)
      let writer = try folder.openForWriting("new.txt")
      try folder.save("mockspec: 1\nrequests: {E: {match: /e, responses: {S: {file: new.txt}}}}\n", to: "a.mock.yaml")
      try folder.save("mockspec: 1\n", to: "mockspec.yaml")
      last = try loader.loadSettled(number: 2, after: last, writers: writers)
      #expect(last.awaited == ["new.txt"])
      try writer.write("new")
      writer.close()
      last = try loader.loadSettled(number: 3, after: last, changed: [body], writers: writers)
      #expect(Self.names(last) == ["B", "C", "E"])
      #expect(last.awaited.isEmpty && last.reading.held.isEmpty)
    }

    @Test func `a file that is truncated while it is read isn't whole`() throws {
      let first = try loader.loadSettled(number: 1)
      let writer = try folder.openForWriting("body.txt")
      let held = try loader.loadSettled(number: 2, after: first, writers: FileWriters())
      #expect(held.awaited == ["body.txt"])
      #expect(held.hasSameContents(as: first))
      writer.close()
      #expect(try !loader.loadSettled(number: 2, after: first, writers: FileWriters()).hasSameContents(as: first))
    }
  #endif

  /// Variants of each file, some of them with errors.
  static let variants: [String: [String]] = [
    "mockspec.yaml": [
      "mockspec: 1\nscenes: {One: {A: S}}\n", "mockspec: 1\ndefaults: {status: 201, basePath: /v}\n",
      "mockspec: 1\nscenes: {One: {A: S, C: R}, Two: {B: R}}\n",
    ],
    "a.mock.yaml": [
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: body.txt}, S: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: new}, S: {status: 204}}}}\n",
      "mockspec: 1\nrequests: {A: {match: /x, responses: {R: {}, S: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: POST /a, priority: 2, responses: {R: {}, S: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: /a, default: None, responses: {R: {}, S: {}}}}\n",
      "mockspec: 1\nrequests: {C: {match: /a, responses: {R: {}, S: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: 'https://h.example/a?x=1', responses: {R: {}, S: {}}}}\n",
      "mockspec: 1\nrequests: {A: {match: /c, responses: {R: {forward: 'http://h.example'}, S: {}}}}\n",
    ],
    "in/b.mock.yaml": [
      "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {file: ../body.txt}}}}\n",
      "mockspec: 1\nrequests: {B: {match: '/{x}', params: {x: b}, responses: {R: {}}}}\n",
      "mockspec: 1\nrequests: {B: {match: '/{x}', sequence: [R], responses: {R: {file: other.txt}}}}\n",
      "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {text: 'v{{request.method}}', template: true}}}, D: {match: /d, responses: {R: {}}}}\n",
      "mockspec: 1\nstates: {s: [one, two]}\ncollections: {d: {path: /d, items: [{id: 1}]}}\n",
    ],
    "c.mock.yaml": [
      "mockspec: 1\nrequests: {C: {match: /c, responses: {R: {text: c}}}}\n",
      "mockspec: 1\nrequests: {C: {match: /c, responses: {R: {text: d}}}}\n", "mockspec: 1\nrequests: {C: {\n",
      "mockspec: 1\ndefaults: {status: 202}\nrequests: {C: {match: /c, responses: {R: {text: c}}}}\n",
      "mockspec: 1\nrequests: {C: {match: [/c, POST /x], when: {s: one}, responses: {R: {set: {s: two}}}}}\n",
    ],
    "body.txt": ["one", "two", ""], "in/other.txt": ["other", "another"],
  ]

  /// What a load has found, in words.
  private static func words(_ project: LoadedProject) -> [String] {
    guard let sets = project.sets else { return project.problems.sorted() }
    let calls = ["/a", "/b", "/c", "/d", "/x", "/v/a", "/v/c", "/c?x=1", "/a?x=1"].flatMap { path in
      ["GET", "POST"].map { method in
        let parts = path.split(separator: "?").map(String.init)
        let call = MockCall(
          method: method, target: .url, scheme: "https", host: "h.example", port: nil, path: parts[0],
          query: parts.dropFirst().first)
        return "\(method) \(path): \(sets.name(matching: call) ?? "none")"
      }
    }
    let requests = sets.sets.map { set in
      "\(set.name) \(set.priority) \(set.defaultIndex ?? -1) \(set.range)"
        + set.responses.map { " \($0.name) \(outcome($0.outcome))" }.joined()
    }
    let scenes = sets.scenes.map { "\($0) \($1.sorted { $0.key < $1.key })" }.sorted()
    return calls + requests + scenes + ["\(sets.summary)"] + project.problems
  }

  private static func outcome(_ outcome: Response.Outcome) -> String {
    switch outcome {
    case .fixed(.reply(let reply)):
      "\(reply.status) \(reply.fields) \(String(decoding: reply.body, as: UTF8.self))"
    default: "\(outcome)"
    }
  }

  @Test(arguments: 0..<TestScale.count(8, long: 16))
  func `after any edits, a reload finds what a first load finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var last = try loader.loadSettled(number: 1)
    for number in 2..<30 {
      var changed: Set<String> = []
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let name = Self.variants.keys.sorted().randomElement(using: &generator)!
        let text = Self.variants[name]!.randomElement(using: &generator)!
        try folder.save(text, to: name)
        changed.insert(folder[name])
      }
      last = try loader.loadSettled(number: number, after: last, changed: changed)
      let cold = try loader.load(number: number)
      // A first load has no valid versions of before.
      if cold.sets == nil || !cold.held.isEmpty {
        #expect(!last.held.isEmpty)
        continue
      }
      #expect(Self.words(last) == Self.words(cold))
      #expect(loader.linted(last).diagnostics.map(\.description) == cold.diagnostics.map(\.description))
    }
  }
}
