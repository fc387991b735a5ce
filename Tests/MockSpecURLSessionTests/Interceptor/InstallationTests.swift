import Foundation
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interceptors in configurations of others, in one configuration together, and in sessions that exist.
@Suite(.timeLimit(.minutes(20)))
struct InstallationTests {
  private static func mocks(_ paths: String..., settings: MockSettings = MockSettings()) async throws -> MockInterceptor
  {
    let mocks = try await MockInterceptor(specs: .empty, settings: settings)
    for path in paths {
      try mocks.add(MockedRequest(path, path) { MockedResponse("R", text: path == "/both" ? "\(paths.count)" : path) })
    }
    return mocks
  }

  private static func body(_ path: String, _ session: URLSession, _ fields: [String: String] = [:]) async throws
    -> String
  {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com" + path)))
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  private static func fails(
    _ path: String, _ session: URLSession, _ code: MockSpecError.Code, _ fields: [String: String] = [:]
  ) async -> Bool {
    do {
      _ = try await body(path, session, fields)
      return false
    } catch {
      return code ~= error
    }
  }

  @Test func `of two interceptors, the later is asked first, and the other for what it lacks`() async throws {
    let (first, second) = (try await Self.mocks("/a", "/both"), try await Self.mocks("/b", "/c", "/both"))
    var configuration = URLSessionConfiguration.ephemeral
    first.install(in: &configuration)
    second.install(in: &configuration)
    let session = URLSession(configuration: configuration)
    #expect(try await Self.body("/a", session) == "/a")
    #expect(try await Self.body("/b", session) == "/b")
    #expect(try await Self.body("/both", session) == "3")
    #expect(try await Self.body("/a", session, ["Mockspec-Response": "/a=R"]) == "/a")
    #expect(await Self.fails("/neither", session, .unmatched))
    #expect(first.calls.map(\.path) == ["/a", "/a", "/neither"] && first.unmatchedCount == 1)
    #expect(second.calls.map(\.path) == ["/b", "/both"] && second.unmatchedCount == 0)

    // In a session of its own, each is as before.
    let alone = URLSession(configuration: second.sessionConfiguration())
    #expect(await Self.fails("/a", alone, .unmatched))
    #expect(second.unmatchedCount == 1)
  }

  @Test func `an interceptor that is installed again is asked first, and one that is removed isn't asked`() async throws
  {
    let (first, second) = (try await Self.mocks("/a", "/both"), try await Self.mocks("/b", "/c", "/both"))
    var configuration = URLSessionConfiguration.ephemeral
    for mocks in [first, second, first] { mocks.install(in: &configuration) }
    #expect(try await Self.body("/both", URLSession(configuration: configuration)) == "2")
    first.uninstall(from: &configuration)
    let session = URLSession(configuration: configuration)
    #expect(try await Self.body("/both", session) == "3")
    #expect(await Self.fails("/a", session, .unmatched))
    second.uninstall(from: &configuration)
    #expect(configuration.protocolClasses?.count == URLSessionConfiguration.ephemeral.protocolClasses?.count)
  }

  @Test func `the order of other protocols stays`() async throws {
    final class Other: URLProtocol {}
    let (first, second) = (try await Self.mocks("/a"), try await Self.mocks("/b"))
    var configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Other.self]
    first.install(in: &configuration)
    configuration.protocolClasses?.insert(Other.self, at: 0)
    let classes = configuration.protocolClasses ?? []
    second.uninstall(from: &configuration)
    #expect(configuration.protocolClasses?.elementsEqual(classes) { $0 == $1 } == true)
  }

  @Test func `after the end of one, calls that reach it fail, and the other goes on`() async throws {
    var first: MockInterceptor? = try await Self.mocks("/a")
    let second = try await Self.mocks("/b")
    var configuration = URLSessionConfiguration.ephemeral
    first?.install(in: &configuration)
    second.install(in: &configuration)
    first = nil
    let session = URLSession(configuration: configuration)
    #expect(try await Self.body("/b", session) == "/b")
    #expect(await Self.fails("/a", session, .ended))
  }

  @Test func `a chain stays when its first member is chained with another one`() async throws {
    let later = try await Self.mocks("/b")
    var first: MockInterceptor? = try await Self.mocks("/a")
    var configuration = URLSessionConfiguration.ephemeral
    first?.install(in: &configuration)
    later.install(in: &configuration)
    let session = URLSession(configuration: configuration)
    first = nil
    let second = try await Self.mocks("/c")
    var other = URLSessionConfiguration.ephemeral
    second.install(in: &other)
    later.install(in: &other)
    #expect(try await Self.body("/b", session) == "/b")
    #expect(try await Self.body("/c", URLSession(configuration: other)) == "/c")
  }

  @Test func `a chain of three, of which only the last one's settings decide about unmatched calls`() async throws {
    let all = [
      try await Self.mocks("/a"), try await Self.mocks("/b", settings: MockSettings(unmatched: .passThrough)),
      try await Self.mocks("/c"),
    ]
    var configuration = URLSessionConfiguration.ephemeral
    for mocks in all { mocks.install(in: &configuration) }
    let session = URLSession(configuration: configuration)
    for path in ["/a", "/b", "/c"] { #expect(try await Self.body(path, session) == path) }
    #expect(await Self.fails("/neither", session, .unmatched))
  }

  @Test func `a call selects responses of any member of a chain`() async throws {
    func mocks(_ name: String) async throws -> MockInterceptor {
      let mocks = try await MockInterceptor(specs: .empty)
      try mocks.add(
        MockedRequest(name, "/\(name)") {
          MockedResponse("R", text: "R")
          MockedResponse("Other", text: "Other")
        })
      return mocks
    }
    let all = [try await mocks("a"), try await mocks("b"), try await mocks("c")]
    var configuration = URLSessionConfiguration.ephemeral
    for mocks in all { mocks.install(in: &configuration) }
    let session = URLSession(configuration: configuration)
    for path in ["/a", "/b", "/c"] {
      for name in ["a", "b", "c"] {
        let fields = ["Mockspec-Response": "\(name)=Other"]
        #expect(try await Self.body(path, session, fields) == (path == "/" + name ? "Other" : "R"))
      }
      #expect(try await Self.body(path, session, ["Mockspec-Response": "a=Other, b=Other, c=Other"]) == "Other")
      for wrong in ["d=R", "a=None", "a=Other, d=R", "a"] {
        #expect(await Self.fails(path, session, .rejected, ["Mockspec-Response": wrong]))
      }
    }
  }

  @Test func `a call chooses a scene of any member of a chain`() async throws {
    func mocks(_ name: String) async throws -> MockInterceptor {
      try await MockInterceptor(
        specs: .inline(
          """
          mockspec: 1
          requests: {\(name): {match: /\(name), responses: {R: {text: R}, Other: {text: Other}}}}
          """),
        settings: MockSettings(scenes: ["Scene \(name)": [name: "Other"], "Both": [name: "Other"]]))
    }
    let all = [try await mocks("a"), try await mocks("b")]
    var configuration = URLSessionConfiguration.ephemeral
    for mocks in all { mocks.install(in: &configuration) }
    let session = URLSession(configuration: configuration)
    for path in ["/a", "/b"] {
      for name in ["a", "b"] {
        let fields = ["Mockspec-Scene": "Scene%20\(name)"]
        #expect(try await Self.body(path, session, fields) == (path == "/" + name ? "Other" : "R"))
      }
      #expect(try await Self.body(path, session, ["Mockspec-Scene": "Both"]) == "Other")
      #expect(await Self.fails(path, session, .rejected, ["Mockspec-Scene": "Scene%20c"]))
    }
  }

  @Test func `a host passes through that any member of a chain names, but an earlier member's requests answer`()
    async throws
  {
    let server = try LoopbackServer()
    let passing = try await Self.mocks("/both", settings: MockSettings(passthrough: ["127.0.0.1"]))
    let other = try await Self.mocks("/a", "/both")
    func bodies(_ chain: MockInterceptor...) async throws -> [String] {
      var configuration = URLSessionConfiguration.ephemeral
      for mocks in chain.reversed() { mocks.install(in: &configuration) }
      let session = URLSession(configuration: configuration)
      var bodies: [String] = []
      for path in ["/a", "/both", "/b"] {
        bodies.append(String(decoding: try await session.data(for: server.request(path)).0, as: UTF8.self))
      }
      return bodies
    }
    #expect(try await bodies(other, passing) == ["/a", "2", "real GET /b "])
    #expect(try await bodies(passing, other) == ["real GET /a ", "real GET /both ", "real GET /b "])
    #expect(passing.calls.map(\.outcome) == Array(repeating: .passThrough, count: 4))
  }

  #if canImport(FoundationNetworking)
    @Test func `a session that exists is changed and changed back`() async throws {
      let mocks = try await Self.mocks("/a")
      let session = URLSession(configuration: .ephemeral)
      let before = session.configuration.protocolClasses ?? []
      try mocks.install(in: session)
      #expect(try await Self.body("/a", session) == "/a")
      try mocks.uninstall(from: session)
      #expect(session.configuration.protocolClasses?.elementsEqual(before) { $0 == $1 } == true)
    }

    @Test func `the shared session is changed and changed back`() async throws {
      let mocks = try await Self.mocks("/a")
      let before = URLSession.shared.configuration.protocolClasses ?? []
      try mocks.installInSharedSession()
      defer { try? mocks.uninstallFromSharedSession() }
      #expect(try await Self.body("/a", .shared) == "/a")
      try mocks.uninstallFromSharedSession()
      let after = URLSession.shared.configuration.protocolClasses ?? []
      #expect(after.elementsEqual(before) { $0 == $1 })
    }
  #endif
}
