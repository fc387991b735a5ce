import Foundation
import MockSpecClientMocks
import TestSupport
import Testing

/// The samples of the article "Stubbed clients".
@Suite(.timeLimit(.minutes(20)))
struct StubbedClientsTests {
  enum GitHub: RemoteService {
    case zen
    case profile(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: RequestPath {
      switch self {
      case .zen: "/zen"
      case .profile(let name): "/users/\(name)"
      }
    }
    var requestName: String? {
      switch self {
      case .zen: "Zen"
      case .profile: "Profile"
      }
    }
    var acceptedStatus: AcceptedStatus { .any }
  }

  static let specs = """
    mockspec: 1
    requests:
      Zen: {match: GET /zen, responses: {Calm: {text: keep it simple}, Offline: {error: notConnectedToInternet}}}
      Profile:
        match: GET /users/{name}
        responses:
          Found: {template: true, json: {login: '{{request.path.name}}'}}
          Not Found: {status: 404}
    """

  @Test func `a client is stubbed`() async throws {
    let specs = SpecLocation.inline(Self.specs)
    let mocks = try await MockInterceptor(specs: specs)
    let github = ServiceClient<GitHub>(mocks: mocks)
    let zen = try await github.response(of: .zen).text()
    #expect(zen == "keep it simple")
  }

  @Test func `calls have stubs of their own`() async throws {
    let mocks = try await MockInterceptor(specs: .inline(Self.specs))
    let github = ServiceClient<GitHub>(mocks: mocks) { call in
      switch call {
      case .zen: .never
      case .profile: .after(.milliseconds(300))
      }
    }
    var options = github.options
    options.stub = .response("Not Found")
    let profile = try await github.response(of: .profile("octocat"), options: options)
    #expect(profile.status == 404)
    #expect(try await github.response(of: .profile("octocat")).text(at: "login") == "octocat")
  }

  @Test func `a client has a scene`() async throws {
    let settings = MockSettings(scenes: ["Airplane mode": ["Zen": "Offline"]])
    let mocks = try await MockInterceptor(specs: .inline(Self.specs), settings: settings)
    let offline = ServiceClient<GitHub>(mocks: mocks, scene: "Airplane mode")
    let error = await #expect(throws: ServiceError.self) { try await offline.response(of: .zen) }
    #expect(error?.transportError?.code == .notConnectedToInternet)
  }

  @Test func `a sample needs no spec`() async throws {
    struct Status: RemoteService {
      let baseURL = URL(string: "https://status.example.com")!
      let path: RequestPath = "/api"
      let sample: SampleResponse? = SampleResponse(text: "all systems operational")
    }

    let client = ServiceClient<Status>(mocks: try await MockInterceptor(specs: .empty))
    #expect(try await client.response(of: Status()).text() == "all systems operational")
  }
}
