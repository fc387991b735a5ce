import Foundation
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct EnvironmentTests {
  @Test func `200 environments in parallel answer only their own requests`() async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let environment = InterceptionEnvironment { _ in .reply("\(number)", delay: .milliseconds(number % 3)) }
          let session = URLSession(configuration: environment.sessionConfiguration())
          var wrong = 0
          for _ in 0..<20 {
            let body = try? await session.data(for: URLRequest("/same")).0
            if body != Data("\(number)".utf8) { wrong += 1 }
          }
          withExtendedLifetime(environment) {}
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test(arguments: Form.allCases)
  func `a request after the end says that the mocks have ended`(form: Form) async throws {
    let configuration = InterceptionEnvironment { _ in .reply("never") }.sessionConfiguration()
    let error = try #require(await form.load(URLRequest("/"), configuration).error as? MockSpecError)
    #expect(error.code == .ended)
  }

  @Test func `a request that has been decided outlives its environment`() async throws {
    let (decided, announce) = AsyncStream.makeStream(of: Void.self)
    var environment: InterceptionEnvironment? = InterceptionEnvironment { _ in
      announce.yield()
      return .reply("late", delay: .milliseconds(50))
    }
    let session = URLSession(configuration: environment!.sessionConfiguration())
    async let body = session.data(for: URLRequest("/")).0
    for await _ in decided { break }
    weak let ended = environment
    environment = nil
    // The call that has decided may still be on its way back.
    while ended != nil, !Task.isCancelled { await Task.yield() }
    #expect(ended == nil)
    #expect(try await body == Data("late".utf8))
  }

  @Test func `no two living environments share a class`() {
    let environments = (0..<100).map { _ in InterceptionEnvironment { _ in .unmatched } }
    #expect(Set(environments.map { ObjectIdentifier($0.protocolClass) }).count == 100)
  }

  @Test func `10,000 environments one after another need few classes`() {
    for _ in 0..<2_000 { _ = InterceptionEnvironment { _ in .unmatched } }
    let before = ProtocolClassTable.classCount
    for _ in 0..<10_000 { _ = InterceptionEnvironment { _ in .unmatched } }
    // Other tests may have some of their own meanwhile.
    #expect(ProtocolClassTable.classCount - before <= 400)
  }

  @Test func `installing keeps the other classes and happens once`() {
    final class Other: URLProtocol {}
    let environment = InterceptionEnvironment { _ in .unmatched }
    let original = URLSessionConfiguration.ephemeral
    original.protocolClasses = [Other.self]
    original.httpAdditionalHeaders = ["X-One": "1"]
    var configuration = original
    func classes(_ configuration: URLSessionConfiguration) -> [ObjectIdentifier]? {
      configuration.protocolClasses?.map(ObjectIdentifier.init)
    }
    environment.install(in: &configuration)
    environment.install(in: &configuration)
    #expect(classes(configuration) == [environment.protocolClass, Other.self].map(ObjectIdentifier.init))
    #expect(configuration.httpAdditionalHeaders as? [String: String] == ["X-One": "1"])
    // A session that has the original isn't changed.
    #expect(classes(original) == [ObjectIdentifier(Other.self)])
    environment.uninstall(from: &configuration)
    #expect(classes(configuration) == [ObjectIdentifier(Other.self)])
  }

  @Test func `an installed environment answers under a default configuration`() async throws {
    let environment = InterceptionEnvironment { _ in .reply("mine") }
    var configuration = URLSessionConfiguration.default
    environment.install(in: &configuration)
    for form in Form.allCases {
      #expect(await form.load(URLRequest("/"), configuration).body == Data("mine".utf8))
    }
    withExtendedLifetime(environment) {}
  }
}
