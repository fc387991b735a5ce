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
    let response = [
      "R: {}", "R: {status: 201}", "R: {}, S: {}", "R: {forward: 'http://f.example'}", "R: {file: 0.txt}",
      "R: {file: 1.txt}",
    ].randomElement(using: &generator)!
    return "  \(name): {match: '\(method)\(target)\(query)', \(priority)responses: {\(response)}}\n"
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
      "\(path): \(sets.candidates(for: RequestPath(path)).map(\.set.name))"
    }
    let hosts = ["a.example", "b.example", "c.example", "f.example", "none"].map { host in
      "\(host): \(sets.loaded.knowsHost(host)) \(sets.isNamed(Origin("http://\(host)")!))"
    }
    let requests = sets.sets.enumerated().map { place, set in
      "\(place) \(sets.loaded.place(of: set.name) ?? -1) \(set.name) \(set.responses.map(\.name))"
    }
    let methods = ["GET", "POST"].flatMap { method in
      [("http", "a.example", "/a"), ("https", "b.example", "/c")].map { scheme, host, path in
        let request = MockRequest(
          method: method, target: .url, scheme: scheme, host: host, port: nil, path: path, query: "q=1")
        return sets.name(matching: request) ?? "none"
      }
    }
    return calls + hosts + requests + methods + ["\(sets.summary)"]
  }

  /// The requests with similar paths.
  private static func similar(_ sets: ResponseSets) -> Set<String> {
    let paths = ["/aa", "/a/bb", "/cc"]
    return Set(
      paths.flatMap { path in sets.loaded.sets(near: RequestPath(path).segments).map { "\(path) \($0.name)" } })
  }

  /// What a comparison of all requests by name finds.
  private static func difference(_ new: ResponseSets, _ old: ResponseSets) -> [[String]] {
    let names = (old: old.sets.map(\.name), new: new.sets.map(\.name))
    let added = names.new.filter { !names.old.contains($0) }
    let removed = names.old.filter { !names.new.contains($0) }
    return [added, removed]
  }

  @Test(arguments: 0..<12)
  func `after any changes of specs, all indexes are those of a first load`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {One: {R3-0: R}}\n", "0.txt": "zero", "1.txt": "one",
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
      names = next.watchedNames(after: names)
      #expect(next.watchedNames.newPaths(since: names) == [])
      // Versions with errors are loaded as a whole.
      #expect(last.sets == nil || (last.updated(with: next.reading, number: number) == nil) == (next.sets == nil))
      let cold = try loader.load(number: number)
      #expect(next.problems == cold.problems)
      #expect(next.sets.map(Self.answers) == cold.sets.map(Self.answers))
      if let mine = next.sets, let theirs = cold.sets {
        // Two searches can find more than one.
        #expect(Self.similar(mine).isSuperset(of: Self.similar(theirs)))
      }
      #expect(next.resolved?.orders == cold.resolved?.orders)
      #expect(loader.linted(next).diagnostics.map(\.description) == cold.diagnostics.map(\.description))
      if let new = next.sets, let old = last.sets {
        let reload = Reload(of: next, after: last, notices: [], duration: .zero)
        #expect([reload.added, reload.removed] == Self.difference(new, old))
        #expect(Set(reload.changed).isSubset(of: old.names))
      }
      last = next
    }
  }
}
