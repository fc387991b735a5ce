import Foundation
import HTTPTypes
import MockSpec
import MockSpecClient
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the documentation of Moya, as in the article "Coming from Moya".
@Suite(.timeLimit(.minutes(5)))
struct MoyaTests {
  struct User: Codable, Equatable {
    var id: Int
    var firstName: String
    var lastName: String
  }

  enum MyService: RemoteService {
    case zen
    case showUser(id: Int)
    case createUser(firstName: String, lastName: String)
    case updateUser(id: Int, firstName: String, lastName: String)

    var baseURL: URL { URL(string: "https://api.myservice.com")! }

    var path: RequestPath {
      switch self {
      case .zen: "/zen"
      case .showUser(let id), .updateUser(let id, _, _): "/users/\(id)"
      case .createUser: "/users"
      }
    }

    var method: HTTPRequest.Method {
      switch self {
      case .zen, .showUser: .get
      case .createUser, .updateUser: .post
      }
    }

    var content: RequestContent {
      switch self {
      case .zen, .showUser: .none
      case .updateUser(_, let firstName, let lastName): .query(["first_name": firstName, "last_name": lastName])
      case .createUser(let firstName, let lastName):
        .json(parameters: ["first_name": firstName, "last_name": lastName])
      }
    }

    var acceptedStatus: AcceptedStatus { .any }

    var headers: HTTPFields { [.accept: "application/json"] }
  }

  enum Other: RemoteService {
    case status

    var baseURL: URL { URL(string: "https://status.example.com")! }
    var path: RequestPath { "/" }
  }

  struct CachePolicyMiddleware: Middleware {
    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      request.request.cachePolicy = .reloadIgnoringLocalCacheData
      request.request.setValue("MY_AWESOME_APP", forHTTPHeaderField: "APP_NAME")
    }
  }

  private static func mocks() async throws -> MockInterceptor {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Zen", .get, "https://api.myservice.com/zen") {
        MockedResponse("Zen", text: "Half measures are as bad as nothing at all.")
        MockedResponse("Empty", status: 200)
        MockedResponse("Broken", status: 500, text: "broken")
      },
      MockedRequest("Show", .get, "https://api.myservice.com/users/{id}") {
        MockedResponse("Harry", json: #"{"id": 1, "first_name": "Harry", "last_name": "Potter"}"#)
      },
      MockedRequest("Change", .post, "https://api.myservice.com/**") { MockedResponse("Changed", status: 204) },
      MockedRequest("Status", .get, "https://status.example.com/") { MockedResponse("Up", text: "up") })
    return mocks
  }

  @Test func `targets are calls`() async throws {
    let mocks = try await Self.mocks()

    let service = ServiceClient<MyService>(
      configuration: mocks.sessionConfiguration(), middleware: [CachePolicyMiddleware()])

    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let user = try await service.value(of: .showUser(id: 1), as: User.self, decoder: decoder)

    #expect(user == User(id: 1, firstName: "Harry", lastName: "Potter"))
    #expect(try mocks.calls(to: "Show").last?.fields[HTTPField.Name("APP_NAME")!] == "MY_AWESOME_APP")
    _ = try await service.response(of: .createUser(firstName: "James", lastName: "Potter"))
    _ = try await service.response(of: .updateUser(id: 123, firstName: "Harry", lastName: "Potter"))
    let sent = try mocks.calls(to: "Change").map(\.call)
    #expect(sent.map(\.path) == ["/users", "/users/123"])
    #expect(sent.map(\.query) == [nil, "first_name=Harry&last_name=Potter"])
    #expect(
      sent.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"first_name":"James","last_name":"Potter"}"#, "",
      ])
  }

  @Test func `responses are filtered and mapped, and may be empty`() async throws {
    let mocks = try await Self.mocks()
    let service = ServiceClient<MyService>(configuration: mocks.sessionConfiguration())

    let response = try await service.response(of: .zen).filtered(statusCodes: .success)
    let text = try response.text()

    #expect(text == "Half measures are as bad as nothing at all.")
    try mocks.select("Broken", for: "Zen")
    // Any status is accepted, as without `validationType`.
    let broken = try await service.response(of: .zen)
    #expect(throws: ServiceError.self) { try broken.filtered(statusCodes: 200..<300) }
    try mocks.select("Empty", for: "Zen")
    let empty = try await service.response(of: .zen)

    let user = empty.body.isEmpty ? nil : try empty.value(as: User.self)

    #expect(user == nil)
  }

  @Test func `one client makes the calls of several services`() async throws {
    let mocks = try await Self.mocks()
    let configuration = mocks.sessionConfiguration()

    let client = ServiceClient<AnyService>(configuration: configuration)
    let zen = try await client.response(of: AnyService(MyService.zen)).text()
    let status = try await client.response(of: AnyService(Other.status)).text()

    #expect(zen.hasPrefix("Half") && status == "up")
  }
}
