import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecWatcher

/// Edits under a running engine.
@Suite(.timeLimit(.minutes(20)))
struct LiveProjectTests {
  static func spec(_ status: Int) -> String {
    "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {R: {status: \(status), file: body.txt}}\n"
  }

  let folder: TemporaryFolder
  let project: LiveProject
  let events: AsyncStream<ProjectEvent>

  init() throws { try self.init(allowsEmpty: false) }

  private init(allowsEmpty: Bool) throws {
    folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec(200), "specs/body.txt": "one"])
    let (events, continuation) = AsyncStream.makeStream(of: ProjectEvent.self)
    self.events = events
    project = try LiveProject(
      SpecLoader(.paths(["specs"]), workingDirectory: folder.path), isWatching: true, allowsEmpty: allowsEmpty
    ) { continuation.yield($0) }
  }

  func next() async -> String {
    for await event in events {
      switch event {
      case .reloaded(let reload):
        let told = "\(reload)".replacing(#/ in [\d.]+ ms/#, with: "")
        return ([told] + reload.warnings.map(\.description) + reload.notices).joined(separator: "; ")
      case .rejected(let diagnostics, _): return "rejected " + diagnostics.map(\.description).joined(separator: "; ")
      case .unavailable(let error): return "unavailable \(error)"
      case .waiting(let files): return "waiting for \(files)"
      case .notice(let notice): return notice
      }
    }
    return "ended"
  }

  func answer() -> String {
    project.reply(to: "/a").map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" } ?? "none"
  }

  @Test func `an edit answers, a bad edit keeps the last good version, and a mended one answers`() async throws {
    #expect(answer() == "200 one")
    try folder.save(Self.spec(201), to: "specs/a.mock.yaml")
    #expect(await next() == "reloaded (1 request, 1 response, 1 file): specs/a.mock.yaml; changed 'A'")
    #expect(answer() == "201 one")

    try folder.save(Self.spec(99), to: "specs/a.mock.yaml")
    let rejected = await next()
    #expect(rejected.hasPrefix("rejected specs/a.mock.yaml:5:29: error: expected an HTTP status"))
    #expect(answer() == "201 one")

    try folder.save(Self.spec(202), to: "specs/a.mock.yaml")
    #expect(await next() == "reloaded (1 request, 1 response, 1 file): specs/a.mock.yaml; changed 'A'")
    #expect(answer() == "202 one")
  }

  @Test func `a project that isn't watched is reloaded on request, until it is stopped`() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ProjectEvent.self)
    let other = try LiveProject(
      SpecLoader(.paths(["specs"]), workingDirectory: folder.path), isWatching: false, broken: .serve
    ) { continuation.yield($0) }
    var seen = events.makeAsyncIterator()
    for status in [201, 202] {
      try folder.save(Self.spec(status), to: "specs/a.mock.yaml")
      // A request without a change isn't reported.
      for _ in 0..<2 { other.reload() }
      let event = await seen.next()
      guard case .reloaded? = event else {
        Issue.record("\(String(describing: event))")
        return
      }
      #expect(other.reply(to: "/a")?.status == status)
    }
    try folder.save(Self.spec(99), to: "specs/a.mock.yaml")
    other.reload()
    let event = await seen.next()
    guard case .rejected(_, let held)? = event else {
      Issue.record("\(String(describing: event))")
      return
    }
    #expect(held.count == 1)
    #expect(other.reply(to: "/a")?.status == 202)
    other.stop()
    try folder.save(Self.spec(203), to: "specs/a.mock.yaml")
    other.reload()
    // Waits for a reload that would have begun.
    other.stop()
    #expect(other.reply(to: "/a")?.status == 202)
  }

  @Test func `body files, new files and deletions are seen`() async throws {
    try folder.save("two", to: "specs/body.txt")
    #expect(await next() == "reloaded (1 request, 1 response, 1 file): specs/body.txt; changed 'A'")
    #expect(answer() == "200 two")

    try folder.makeFolder("specs/more")
    try folder.save(
      "mockspec: 1\nrequests: {B: {match: GET /b, responses: {R: {}}}}\n", to: "specs/more/b.mock.yaml")
    #expect(await next() == "reloaded (2 requests, 2 responses, 2 files): specs/more/b.mock.yaml; added 'B'")

    try folder.remove("specs/a.mock.yaml")
    let line = "reloaded (1 request, 1 response, 1 file): specs/a.mock.yaml, specs/body.txt; removed 'A'"
    #expect(await next() == line)
    #expect(answer() == "none")
  }

  @Test(arguments: [false, true])
  func `an edit that removes the last request is loaded only if that is allowed`(isAllowed: Bool) async throws {
    for edit in ["specs/a.mock.yaml", "mockspec: 1\nrequests: {}\n"] {
      let live = try LiveProjectTests(allowsEmpty: isAllowed)
      if edit.hasSuffix(".yaml") {
        try live.folder.remove(edit)
      } else {
        try live.folder.save(edit, to: "specs/a.mock.yaml")
      }
      let told = await live.next()
      if isAllowed {
        #expect(told.hasPrefix("reloaded (0 requests"))
      } else {
        #expect(told == "unavailable 'specs' has no requests any more")
        #expect(live.answer() == "200 one")
        try live.folder.save(Self.spec(202), to: "specs/a.mock.yaml")
        #expect(await live.next().hasPrefix("reloaded (1 request"))
      }
    }
  }

  @Test func `a reload tells which requests have changed, and only new warnings`() async throws {
    func spec(_ requests: String) -> String { "mockspec: 1\nrequests:\n  " + requests.replacing("; ", with: "\n  ") }
    let wrong = "W: {match: GET /w, responses: {R: {status: 204, text: x}}}"
    try folder.save(spec("A: {match: GET /a, responses: {R: {}}}; \(wrong)"), to: "specs/a.mock.yaml")
    let first = await next()
    #expect(first.contains("specs/a.mock.yaml, specs/body.txt; added 'W'; changed 'A'"))
    #expect(first.contains("[body-not-sent]"))
    // The warning moves to another line.
    try folder.save(spec("A: {match: GET /a, responses: {R: {}}}; ; \(wrong)"), to: "specs/a.mock.yaml")
    #expect(await next() == "reloaded (2 requests, 2 responses, 1 file): specs/a.mock.yaml; no request changed")
    try folder.save(
      spec("B: {match: 'GET /{x}', priority: 1, responses: {R: {}}}; \(wrong)"), to: "specs/a.mock.yaml")
    let last = await next()
    #expect(
      last.hasPrefix(
        "reloaded (2 requests, 2 responses, 1 file): specs/a.mock.yaml; added 'B'; removed 'A'; 'W' never answers now"))
    #expect(!last.contains("[body-not-sent]"))
    #expect(last.contains("[unreachable-request]"))
  }

  @Test func `a reload tells of order and settings, and lists only files that have changed`() async throws {
    func spec(_ names: String...) -> String {
      "mockspec: 1\nrequests:\n"
        + names.map { "  \($0): {match: 'GET /{x}?\($0)', responses: {R: {file: body.txt}}}\n" }.joined()
    }
    try folder.save(spec("A", "B"), to: "specs/a.mock.yaml")
    #expect(await next().contains("added 'B'; changed 'A'"))
    try folder.save(spec("B", "A"), to: "specs/a.mock.yaml")
    #expect(
      await next().hasPrefix("reloaded (2 requests, 2 responses, 1 file): specs/a.mock.yaml; settings or order changed")
    )
    try folder.save(spec("C").replacing("GET /", with: "POST /"), to: "specs/c.mock.yaml")
    #expect(await next() == "reloaded (3 requests, 3 responses, 2 files): specs/c.mock.yaml; added 'C'")
    try folder.save("mockspec: 1\nrequests: {C: {match: POST /c, responses: {R: {}}}}\n", to: "specs/c.mock.yaml")
    #expect(await next() == "reloaded (3 requests, 3 responses, 2 files): specs/c.mock.yaml; changed 'C'")
  }

  @Test func `names in the line of a reload are short and have no control characters`() async throws {
    let long = String(repeating: "x", count: 1000)
    try folder.save(
      #"{"mockspec": 1, "requests": {"\n\u001b[2J": {"match": "/n", "responses": {"R": {}}}, "\#(long)": {"match": "/l", "responses": {"R": {}}}}}"#,
      to: "specs/n.mock.json")
    let told = await next()
    #expect(told.contains("'␊␛[2J'"))
    #expect(told.count < 400)
  }

  @Test func `the order and the case of header fields are a change`() async throws {
    func spec(_ headers: String) -> String {
      "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {headers: {\(headers)}}}}}\n"
    }
    try folder.save(spec("X-A: 1, X-B: 2"), to: "specs/a.mock.yaml")
    _ = await next()
    for headers in ["X-B: 2, X-A: 1", "x-b: 2, X-A: 1"] {
      try folder.save(spec(headers), to: "specs/a.mock.yaml")
      #expect(await next().contains("changed 'A'"))
    }
  }

  @Test func `a body that vanishes is a bad edit`() async throws {
    try folder.remove("specs/body.txt")
    #expect(await next().contains("[missing-body-file]"))
    #expect(answer() == "200 one")
    try folder.save("three", to: "specs/body.txt")
    #expect(await next().hasPrefix("reloaded"))
    #expect(answer() == "200 three")
  }

  @Test func `a root that disappears keeps the last good version, and is found again`() async throws {
    try folder.rename("specs", to: "away")
    let gone = await next()
    #expect(gone == "unavailable 'specs' doesn't exist")
    #expect(answer() == "200 one")
    try folder.save(Self.spec(203), to: "away/a.mock.yaml")
    try folder.rename("away", to: "specs")
    #expect(await next().hasPrefix("reloaded"))
    #expect(answer() == "203 one")
  }

  @Test func `selections survive`() async throws {
    let two = Self.spec(200).replacing("responses: {", with: "responses: {S: {text: other}, ")
    try folder.save(two, to: "specs/a.mock.yaml")
    #expect(await next().hasPrefix("reloaded"))
    try project.engine.session.select("R", for: "A")
    #expect(answer() == "200 one")
    try folder.save(two.replacing("200", with: "204"), to: "specs/a.mock.yaml")
    #expect(await next().hasPrefix("reloaded"))
    #expect(answer() == "204 one")
  }

  @Test func `a project found without a path stays the same one, even if another could be found instead`() async throws
  {
    let folder = try TemporaryFolder([
      "mockspec.yaml.off": "mockspec: 1\n", "specs/a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    let (events, continuation) = AsyncStream.makeStream(of: ProjectEvent.self)
    let project = try LiveProject(SpecLoader(.paths([]), workingDirectory: folder.path), isWatching: true) {
      continuation.yield($0)
    }
    try folder.rename("mockspec.yaml.off", to: "mockspec.yaml")
    try folder.rename("specs", to: "away")
    for await event in events {
      guard case .unavailable(let error) = event else { continue }
      #expect("\(error)".hasSuffix("specs' doesn't exist"))
      break
    }
    project.stop()
  }

  @Test func `what has errors at the start is no project`() throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec(99)])
    let error = #expect(throws: SpecError.self) {
      _ = try LiveProject(SpecLoader(.paths(["."]), workingDirectory: folder.path), isWatching: false) { _ in }
    }
    #expect(error?.diagnostics.count == 2)
  }
}
