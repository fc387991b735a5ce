import Foundation
import MockSpec
import MockSpecDiagnostics
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The library as its users meet it.
@Suite(.timeLimit(.minutes(20)))
struct MockInterceptorTests {
  static func spec(_ status: Int) -> String {
    """
    mockspec: 1
    requests:
      Login:
        match: POST https://api.example.com/login
        responses: {Success: {status: \(status)}, Invalid: {status: 401}}
    """
  }

  static func status(_ mocks: MockInterceptor) async throws -> Int? {
    let session = URLSession(configuration: mocks.sessionConfiguration())
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
    request.httpMethod = "POST"
    return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode
  }

  @Test func `a selection holds for the sessions of its interceptor`() async throws {
    let mocks = try await MockInterceptor(specs: .inline(Self.spec(200)))
    #expect(try await Self.status(mocks) == 200)
    try mocks.select("Invalid", for: "Login")
    #expect(try await Self.status(mocks) == 401)
    mocks.reset()
    #expect(try await Self.status(mocks) == 200)
    #expect(try mocks.calls(to: "Login").map(\.responseName) == ["Success", "Invalid", "Success"])
    #expect(throws: UnknownNameError.self) { try mocks.select("Ofline", for: "Login") }
    #expect(throws: UnknownNameError.self) { try mocks.activate(scene: "None") }
  }

  @Test func `wrong specs throw with all their diagnostics`() async throws {
    let error = await #expect(throws: SpecError.self) {
      _ = try await MockInterceptor(
        specs: .inline("mockspec: 1\nrequests: {A: {match: /a, responses: {R: {staus: 1}}}, B: 1}"))
    }
    #expect(error?.diagnostics.map(\.code) == ["unknown-key", "wrong-type"])
  }

  @Test func `a path that isn't found is an error that says where it was looked for`() async throws {
    let error = await #expect(throws: SpecPathError.self) {
      _ = try await MockInterceptor(specs: "no/such/folder", filePath: "/made up/Tests/A.swift")
    }
    let folders = "\(FileManager.default.currentDirectoryPath), /made up/Tests, /made up"
    #expect(error?.description == "'no/such/folder' doesn't exist; looked in \(folders)")
  }

  @Test func `several locations are one project, and each is watched`() async throws {
    let folder = try TemporaryFolder([
      "a/a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /x, responses: {R: {status: 201}}}}",
      "b/b.mock.yaml": "mockspec: 1\nrequests: {B: {match: GET /y, responses: {R: {}}}}",
    ])
    let (a, b) = (SpecLocation.folder(URL(filePath: folder.path + "/a")), SpecLocation.path(folder.path + "/b"))
    let mocks = try await MockInterceptor(specs: [a, b])
    #expect(mocks.requests.map(\.name).sorted() == ["A", "B"])
    let events = mocks.events
    try folder.save("mockspec: 1\nrequests: {C: {match: GET /y, responses: {R: {}}}}", to: "b/b.mock.yaml")
    for await event in events { if case .reloaded = event { break } }
    #expect(mocks.requests.map(\.name).sorted() == ["A", "C"])
    for wrong in [[], [a, .inline("mockspec: 1\nrequests: {}")]] {
      await #expect(throws: SpecPathError.self) { _ = try await MockInterceptor(specs: .all(wrong)) }
    }
    #expect(try await MockInterceptor(specs: [.inline(Self.spec(200))]).requests.count == 1)
  }

  @Test func `an unmatched call stops the program if the settings demand it`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let mocks = try await MockInterceptor(specs: .empty, settings: MockSettings(unmatched: .stopProgram))
      try mocks.add(MockedRequest("A", "/a") { MockedResponse("R") })
      let session = URLSession(configuration: mocks.sessionConfiguration())
      _ = try? await session.data(for: URLRequest("/a"))
      FileHandle.standardError.write(Data("the matched call ended\n".utf8))
      _ = try? await session.data(for: URLRequest("/none"))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("the matched call ended"), "\(output)")
    #expect(output.contains("no request matches GET https://api.example.com/none"), "\(output)")
  }

  @Test func `settings are given at the start and changed while calls are made`() async throws {
    let mocks = try await MockInterceptor(
      specs: .inline(Self.spec(200)), settings: MockSettings(scenes: ["Locked": ["Login": "Invalid"]]))
    try mocks.activate(scene: "Locked")
    #expect(try await Self.status(mocks) == 401)
    let next = try #require(mocks.requests.first?.next)
    #expect(next.response == "Invalid" && next.reason == .scene)
    try mocks.updateSettings { $0.delay = .milliseconds(20) }
    let start = ContinuousClock.now
    #expect(try await Self.status(mocks) == 401)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(mocks.settings.delay == .milliseconds(20))
    await #expect(throws: MockSettingsError.self) {
      _ = try await MockInterceptor(specs: .inline(Self.spec(200)), settings: MockSettings(timeout: .zero))
    }
  }

  @Test func `files without requests are an error, unless they are allowed`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\nrequests: {}\n"])
    let specs = SpecLocation.folder(URL(filePath: folder.path))
    let error = await #expect(throws: SpecPathError.self) { _ = try await MockInterceptor(specs: specs) }
    #expect(error?.description == "'\(folder.path)' has no requests; 'allowsEmpty: true' starts without any")
    #expect(try await MockInterceptor(specs: specs, allowsEmpty: true).summary.requests == 0)
    #expect(try await MockInterceptor(specs: .empty).summary.requests == 0)
  }

  @Test func `specs can be loaded without waiting`() throws {
    func load() throws -> MockInterceptor { try MockInterceptor(specs: .inline(Self.spec(200))) }
    #expect(try load().summary.requests == 1)
    #expect(throws: SpecError.self) { try MockInterceptor(specs: .inline("mockspec: 1\nrequests: 1\n")) }
  }

  @Test func `the warnings of the first load can be read`() async throws {
    let mocks = try await MockInterceptor(
      specs: .inline("mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: &b c}}}}\n"))
    #expect(mocks.warnings.map(\.code) == ["unused-anchor"])
  }

  @Test func `each answered call is an event`() async throws {
    let mocks = try await MockInterceptor(specs: .inline(Self.spec(200)))
    var events = mocks.events.makeAsyncIterator()
    _ = try await Self.status(mocks)
    try mocks.select("Invalid", for: "Login")
    _ = try await Self.status(mocks)
    for description in ["200 (Login: Success, by default)", "401 (Login: Invalid, by selection)"] {
      let event = try #require(await events.next())
      #expect(event.description == "POST https://api.example.com/login → \(description)")
    }
  }

  @Test func `a relative path is also looked for above the calling source file`() async throws {
    let folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec(201)])
    let mocks = try await MockInterceptor(
      specs: "specs/a.mock.yaml", filePath: folder["Tests/AppTests/LoginTests.swift"])
    #expect(try await Self.status(mocks) == 201)
  }

  struct Missing: Error {
    let event: String
  }

  @Test func `events tell of reloads, of errors and of unmatched requests, to each listener`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec(200)])
    let mocks = try await MockInterceptor(specs: .folder(URL(filePath: folder.path)))
    var first = mocks.events.makeAsyncIterator()
    var second = mocks.events.makeAsyncIterator()

    try folder.save(Self.spec(202), to: "a.mock.yaml")
    for _ in 0..<2 {
      guard case .reloaded(let reload) = await first.next() else { throw Missing(event: "reloaded") }
      #expect(reload.summary == ProjectSummary(files: 1, requests: 1, responses: 2))
      #expect(reload.changed == ["Login"])
      swap(&first, &second)
    }
    #expect(try await Self.status(mocks) == 202)

    guard case .answered(let call) = await first.next() else { throw Missing(event: "answered") }
    #expect(call.outcome == .reply(202))
    try folder.save(Self.spec(99), to: "a.mock.yaml")
    guard case .rejected(let diagnostics) = await first.next() else { throw Missing(event: "rejected") }
    #expect(diagnostics.map(\.code) == ["bad-value"])
    #expect(try await Self.status(mocks) == 202)

    guard case .answered = await first.next() else { throw Missing(event: "answered") }
    let session = URLSession(configuration: mocks.sessionConfiguration())
    _ = try? await session.data(from: try #require(URL(string: "https://api.example.com/other")))
    guard case .unmatched(let request, _) = await first.next() else { throw Missing(event: "unmatched") }
    #expect(request.path == "/other")
  }

  @Test func `with 'broken', files with errors leave others alone`() async throws {
    let broken = "mockspec: 1\nrequests: {B: {}}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec(200), "b.mock.yaml": broken])
    let location = SpecLocation.folder(URL(filePath: folder.path))
    await #expect(throws: SpecError.self) { _ = try await MockInterceptor(specs: location) }
    let mocks = try await MockInterceptor(specs: location, broken: .serve)
    #expect(mocks.heldFiles.map { $0.file.hasSuffix("b.mock.yaml") } == [true])
    #expect(try await Self.status(mocks) == 200)
    var events = mocks.events.makeAsyncIterator()
    try folder.save(Self.spec(202), to: "a.mock.yaml")
    guard case .reloaded(let reload) = await events.next() else { throw Missing(event: "reloaded") }
    #expect(reload.heldFiles.count == 1 && reload.errors.isEmpty)
    try folder.save(broken, to: "a.mock.yaml")
    guard case .rejected = await events.next() else { throw Missing(event: "rejected") }
    #expect(mocks.heldFiles.map(\.hasEarlierVersion) == [true, false])
    #expect(try await Self.status(mocks) == 202)
  }

  @Test func `events end with their interceptor`() async throws {
    var mocks: MockInterceptor? = try await MockInterceptor(specs: .inline(Self.spec(200)))
    var events = try #require(mocks?.events.makeAsyncIterator())
    mocks = nil
    #expect(await events.next() == nil)
  }
}
