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

/// The examples in the README of Mockingbird, as in the article "Coming from Mockingbird".
@Suite(.timeLimit(.minutes(5)))
struct MockingbirdTests {
  struct User: Codable, Equatable {
    var login: String
    var id: Int
  }

  enum GitHub: RemoteService, Equatable {
    case zen
    case userProfile(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
      switch self {
      case .zen: "/zen"
      case .userProfile(let name): "/users/\(name)"
      }
    }

    var acceptedStatus: AcceptedStatus { .successAndRedirect }

    var sample: SampleResponse? {
      get throws {
        switch self {
        case .zen: SampleResponse(text: "The hardest thing in this world is to live in it")
        case .userProfile(let name): try SampleResponse(json: User(login: name, id: 123_456))
        }
      }
    }
  }

  /// One call for each type of request.
  enum Types: RemoteService {
    case data(Data)
    case json(User)
    case customJSON(User)
    case parameters(ParameterStyle)
    case form
    case jsonParameters
    case compositeData(Data)
    case compositeParameters
    case download(URL)
    case downloadParameters(URL)

    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/items" }

    var method: HTTPRequest.Method {
      switch self {
      case .parameters, .download, .downloadParameters: .get
      default: .post
      }
    }

    var content: RequestContent {
      switch self {
      case .data(let data): .data(data)
      case .json(let user): .json(user)
      case .customJSON(let user): .json(user, encoder: .pretty)
      case .parameters(let style): .parameters(["tags": ["a", "b"], "new": true, "q": "a&b"], style: style)
      case .form: .form(["tags": ["a", "b"], "new": true], style: ParameterStyle(booleans: .literal))
      case .jsonParameters: .json(parameters: ["tags": ["a", "b"], "new": true])
      case .compositeData(let data): .data(data).with(query: ["page": 2])
      case .compositeParameters: .form(["name": "Ada"]).with(query: ["page": 2])
      case .download: .none
      case .downloadParameters: .query(["page": 2])
      }
    }

    var destination: ResponseDestination {
      switch self {
      case .download(let file), .downloadParameters(let file): .file(file)
      default: .memory
      }
    }
  }

  /// The mocks of GitHub, with the test data of its declaration.
  private static func mocks() async throws -> MockInterceptor {
    let mocks = try await MockInterceptor(specs: .empty)
    for (name, call) in [("Zen", GitHub.zen), ("Profile", .userProfile("username"))] {
      let sample = try #require(try call.sample)
      try mocks.add(
        MockedRequest(name, .get, "https://api.github.com\(call.path.encoded)") {
          MockedResponse("Sample", status: sample.status, body: sample.body)
          MockedResponse("Refused", status: 400, text: "no such user")
          MockedResponse("Unchanged", status: 304)
          MockedResponse("Credentials") { call in MockReply(text: call.fields[.authorization] ?? "none") }
        })
    }
    return mocks
  }

  @Test func `a declared API is called with closures, and with async functions`() async throws {
    let mocks = try await Self.mocks()

    let github = ServiceClient<GitHub>(configuration: mocks.sessionConfiguration())

    let (printed, output) = AsyncStream.makeStream(of: String.self)
    let print: @Sendable (String) -> Void = { output.yield($0) }

    github.start(.zen) { result in
      switch result {
      case .success(let response): print("data: \(response.body)")
      case .failure(let error): print("error: \(error)")
      }
    }

    for await text in printed {
      #expect(text == "data: 48 bytes")
      break
    }

    let zen = try await github.response(of: .zen).text()
    let user = try await github.value(of: .userProfile("username"), as: User.self)
    let id: Int = try await github.value(of: .userProfile("username"), at: "id")

    #expect(zen == "The hardest thing in this world is to live in it")
    #expect(user == User(login: "username", id: 123_456) && id == 123_456)
  }

  @Test func `closures are called on a queue`() async throws {
    let mocks = try await Self.mocks()
    let github = ServiceClient<GitHub>(configuration: mocks.sessionConfiguration())
    let queue = DispatchQueue(label: "test")
    await withCheckedContinuation { done in
      github.start(.userProfile("username"), as: User.self, queue: queue) { result in
        dispatchPrecondition(condition: .onQueue(queue))
        #expect((try? result.get())?.id == 123_456)
        done.resume()
      }
    }
  }

  @Test func `a request that is refused is an error with its response`() async throws {
    let mocks = try await Self.mocks()
    let github = ServiceClient<GitHub>(configuration: mocks.sessionConfiguration())
    try mocks.select("Refused", for: "Profile")
    do {
      _ = try await github.response(of: .userProfile("username"))
      Issue.record("the call has succeeded")
    } catch {
      guard case .status(400) = error.reason, let response = error.response else { throw error }
      #expect(try response.text() == "no such user")
    }
    // `successAndRedirect`
    try mocks.select("Unchanged", for: "Profile")
    #expect(try await github.response(of: .userProfile("username")).status == 304)
  }

  @Test(arguments: [
    (AcceptedStatus.any, [200, 302, 404, 500], []), (.success, [200, 299], [302, 404]),
    (.successAndRedirect, [200, 399], [400]), (.only([404, 410]), [404], [200]), (.only([]), [], [200]),
  ])
  func `status codes are accepted as declared`(_ accepted: AcceptedStatus, _ right: [Int], _ wrong: [Int]) async throws
  {
    struct Validated: RemoteService {
      var acceptedStatus: AcceptedStatus
      var baseURL: URL { URL(string: "https://api.example.com")! }
      var path: RequestPath { "/" }
    }
    for status in right + wrong {
      let mocks = try await MockInterceptor(specs: .empty)
      try mocks.add(MockedRequest("Any", .get, "https://api.example.com/") { MockedResponse("R", status: status) })
      let client = ServiceClient<Validated>(configuration: mocks.sessionConfiguration())
      do {
        let response = try await client.response(of: Validated(acceptedStatus: accepted))
        #expect(right.contains(status) && response.status == status)
      } catch {
        #expect(wrong.contains(status) && error.response?.status == status, "\(error)")
      }
    }
  }

  @Test func `each type of request`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appendingPathComponent("logo.png")
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Items", [.get, .post], "https://api.example.com/items") { MockedResponse("Found", text: "logo") })
    let client = ServiceClient<Types>(configuration: mocks.sessionConfiguration())

    func sent(_ call: Types) async throws -> (query: String?, type: String?, body: String) {
      _ = try await client.response(of: call)
      let request = try #require(try mocks.calls(to: "Items").last?.call)
      return (request.query, request.fields[.contentType], String(decoding: request.body, as: UTF8.self))
    }
    let user = User(login: "ada", id: 1)
    #expect(try await sent(.data(Data([1, 2]))) == (nil, "application/octet-stream", "\u{1}\u{2}"))
    #expect(try await sent(.json(user)) == (nil, "application/json", #"{"id":1,"login":"ada"}"#))
    #expect(try await sent(.customJSON(user)).body == "{\n  \"id\" : 1,\n  \"login\" : \"ada\"\n}")
    #expect(try await sent(.parameters(ParameterStyle())).query == "tags%5B%5D=a&tags%5B%5D=b&new=1&q=a%26b")
    #expect(
      try await sent(.parameters(ParameterStyle(arrays: .noBrackets, booleans: .literal))).query
        == "tags=a&tags=b&new=true&q=a%26b")
    let form = try await sent(.form)
    #expect(form == (nil, "application/x-www-form-urlencoded", "tags%5B%5D=a&tags%5B%5D=b&new=true"))
    #expect(try await sent(.jsonParameters).body == #"{"new":true,"tags":["a","b"]}"#)
    #expect(try await sent(.compositeData(Data("x".utf8))) == ("page=2", "application/octet-stream", "x"))
    #expect(
      try await sent(.compositeParameters) == ("page=2", "application/x-www-form-urlencoded", "name=Ada"))
    #expect(try await sent(.download(file)).query == nil)
    #expect(try Data(contentsOf: file) == Data("logo".utf8))
    try FileManager.default.removeItem(at: file)
    #expect(try await sent(.downloadParameters(file)).query == "page=2")
    #expect(try Data(contentsOf: file) == Data("logo".utf8))
  }

  @Test func `network activity`() async throws {
    let mocks = try await Self.mocks()
    let shown = Notes()

    let activity = ActivityMiddleware { activity, call in
      switch activity {
      case .began: shown.add("began \(call.service)")
      case .ended: shown.add("ended \(call.service)")
      }
    }
    let github = ServiceClient<GitHub>(configuration: mocks.sessionConfiguration(), middleware: [activity])

    _ = try await github.response(of: .zen)
    #expect(shown.all == ["began zen", "ended zen"])
  }

  @Test(arguments: [
    (AccessToken.none, "none"), (.basic(user: "ada", password: "secret"), "Basic YWRhOnNlY3JldA=="),
    (.bearer("abc"), "Bearer abc"), (.custom(.authorization, "FakeAuth abc"), "FakeAuth abc"),
  ])
  func `access tokens`(_ token: AccessToken, _ expected: String) async throws {
    let mocks = try await Self.mocks()

    let tokens = AccessTokenMiddleware(token, applies: { call in (call as? GitHub) != .zen })
    let github = ServiceClient<GitHub>(configuration: mocks.sessionConfiguration(), middleware: [tokens])

    for name in ["Profile", "Zen"] { try mocks.select("Credentials", for: name) }
    #expect(try await github.response(of: .userProfile("username")).text() == expected)
    #expect(try await github.response(of: .zen).text() == "none")
  }

  @Test func `a configuration of its own`() async throws {
    let mocks = try await Self.mocks()

    let configuration = mocks.sessionConfiguration()
    configuration.httpAdditionalHeaders = ["User-Agent": "Example/1"]
    configuration.timeoutIntervalForRequest = 60
    let github = ServiceClient<GitHub>(configuration: configuration)

    _ = try await github.response(of: .zen)
    #expect(try mocks.calls(to: "Zen").last?.fields[.userAgent] == "Example/1")
  }
}

extension JSONEncoder {
  fileprivate static var pretty: JSONEncoder {
    let encoder = JSONEncoder.request
    encoder.outputFormatting.insert(.prettyPrinted)
    return encoder
  }
}
