import Foundation
import MockSpec
import MockSpecServer
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The samples of the article "Server-Side Tests", which run with the examples in `specs`.
@Suite(.timeLimit(.minutes(20)))
struct ServerSideSamples {
  enum AccountError: Error { case locked }

  struct Accounts {
    let session: URLSession

    init(_ configuration: URLSessionConfiguration) { session = URLSession(configuration: configuration) }

    func signIn(_ email: String, _ password: String) async throws {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com/v1/login")))
      request.httpMethod = "POST"
      request.httpBody = try JSONEncoder().encode(["email": email, "password": password])
      let (_, response) = try await session.data(for: request)
      if (response as? HTTPURLResponse)?.statusCode == 423 { throw AccountError.locked }
    }
  }

  struct Catalog {
    struct Item: Decodable { var stock: Int }

    let baseURL: String

    func isOffered(_ id: Int) async throws -> Bool {
      let url = try #require(URL(string: "\(baseURL)/v1/items/\(id)"))
      // Other tests install mocks in the shared session.
      let data = try await URLSession(configuration: .ephemeral).data(from: url).0
      return try JSONDecoder().decode(Item.self, from: data).stock > 0
    }
  }

  @Test func `an account is locked after too many attempts`() async throws {
    let mocks = try await MockInterceptor(specs: "specs", watch: false)
    let accounts = Accounts(mocks.sessionConfiguration())

    try mocks.select("Locked Out", for: "Login")
    await #expect(throws: AccountError.locked) { try await accounts.signIn("ada@example.com", "lovelace") }
    #expect(try mocks.count(of: "Login") == 1)
  }

  func withServer(_ test: (MockEngine, _ baseURL: String) async throws -> Void) async throws {
    let engine = MockEngine(try ResponseSets.load(["specs"]))
    let server = MockServer(engine: engine, port: 0)
    let address = try await server.start()
    do {
      try await test(engine, address.url)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `an item that is sold out isn't offered`() async throws {
    try await withServer { engine, baseURL in
      let catalog = Catalog(baseURL: baseURL)

      try engine.session.select("Sold Out", for: "Item details")
      #expect(try await catalog.isOffered(7) == false)
      #expect(try engine.session.calls(to: "Item details").map(\.path) == ["/v1/items/7"])
    }
  }
}
