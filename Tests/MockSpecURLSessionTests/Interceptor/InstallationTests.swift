import Foundation
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interceptors in configurations of others, in one configuration together, and in sessions that exist.
@Suite(.timeLimit(.minutes(5)))
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

  private static func fails(_ path: String, _ session: URLSession, _ code: MockSpecError.Code) async -> Bool {
    do {
      _ = try await body(path, session)
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
