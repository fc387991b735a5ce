import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the descriptions of errors don't show.
@Suite(.timeLimit(.minutes(20)))
struct RedactionTests {
  private struct Failure: Error, CustomStringConvertible, Sendable { let description: String }

  private static let request: URLRequest = {
    var request = URLRequest(url: URL(string: "https://me:hushhush@a.test/b?access_token=hush%20hush&page=2")!)
    request.setValue("Bearer hush", forHTTPHeaderField: "Authorization")
    request.setValue("sid=hushed; lang=eo", forHTTPHeaderField: "Cookie")
    request.setValue("hush+key", forHTTPHeaderField: "X-API-Key")
    return request
  }()

  /// Texts with what the request has.
  private static let known = [
    "the server has refused hush", "hush isn't valid", "user me:hushhush", "'hush hush', 'hush%20hush'",
    "cookie hushed",
    "no such key as hush+key",
  ]

  /// Texts with secrets that the request doesn't have.
  private static let unknown = [
    "GET https://me:sesame@b.test/c?token=sesame failed", "GET https://me:‹sesame@b.test/c?token=sesame",
    "GET https://me:a,sesame@b.test/c?token=sesame", "GET https://me:(a)'sesame@b.test/c?token=sesame",
    "see <https://b.test/?a=1&password=sesame>.",
    "Authorization: Bearer sesame", "authorization=Basic c2VzYW1l",
    "the field is 'Bearer sesame0'", "client_secret=sesame&a=b", "password: open sesame", "the password='sesame'",
    #"{"refresh_token": "sesame \" sesame"}"#, #"Login(token: "sesame", user: "ada")"#,
    #"Login(token: Optional("sesame"))"#, #"Login(token: Token(value: "sesame"))"#,
    #"["tokens": ["sesame", "sesame"]]"#,
    #"Login(session: Session(id: "sesame"))"#, #"wrongPassword("sesame")"#, #"["Set-Cookie": "sesame"]"#,
  ]

  @Test(arguments: known + unknown) func `texts of other errors have no secrets`(text: String) throws {
    let failure = Failure(description: text)
    let reasons: [ServiceError.Reason] = [
      .encoding(failure), .middleware("Login", failure), .destination(failure),
      .decoding(DecodingFailure(failure, type: Int.self, body: Data())),
      .transport(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])),
      .middleware("Login", ServiceError(.middleware("Inner", failure), request: Self.request)),
      .middleware("Login", NSError(domain: "Login", code: 5, userInfo: [NSLocalizedDescriptionKey: text])),
      .encoding(EncodingError.invalidValue("sesame", .init(codingPath: [], debugDescription: text))),
      .middleware("Login", DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))),
    ]
    let call = ServiceError(.cancelled, request: Self.request).description.dropLast("cancelled".count)
    for reason in reasons {
      let error = ServiceError(reason, request: Self.request)
      for shown in ["\(error)", error.localizedDescription, String(reflecting: error)] {
        #expect(!shown.contains("hush") && !shown.contains("sesame") && !shown.contains("c2VzYW1l"), "\(shown)")
        #expect(shown.contains("a.test/b"))
        // The call itself is redacted, too.
        #expect(shown.hasPrefix(call) && shown.dropFirst(call.count).contains("redacted"), "\(shown)")
      }
    }
  }

  @Test(arguments: [
    "the refresh has failed", "status code: 503", "Code=-1001", "a bearer token has letters only",
    "basic authentication",
    "https://a.test/b?page=2#top", "key 'name' is missing", "user: ada, page: 2", "the token expired",
    "URLSession: no delegate",
  ])
  func `what isn't secret is shown`(text: String) {
    let error = ServiceError(.middleware("Login", Failure(description: text)), request: Self.request)
    #expect(error.description.hasSuffix(": Login failed: \(text)"), "\(error)")
  }

  @Test func `a body that repeats secrets of the request doesn't show them`() throws {
    for body in [#"{"message": "Bearer hush has expired", "page": 2}"#, "hush has expired, on page 2"] {
      let response = ServiceResponse(status: 401, body: Data(body.utf8), request: Self.request)
      let error = try #require(throws: ServiceError.self) { try response.filtered(statusCodes: .success) }
      #expect(!error.description.contains("hush has"), "\(error)")
      #expect(error.description.contains("has expired"), "\(error)")
    }
    // The secret is at the end of what is shown.
    let long = ServiceResponse(
      status: 401, body: Data((String(repeating: ".", count: 297) + "hush+key").utf8), request: Self.request)
    let error = try #require(throws: ServiceError.self) { try long.filtered(statusCodes: .success) }
    #expect(!error.description.contains("hus"), "\(error)")
  }

  @Test func `secret fields of the configuration aren't shown`() async throws {
    let configuration = URLSessionConfiguration.test
    configuration.httpAdditionalHeaders = ["X-API-Key": "hushhush", "Accept-Language": "eo"]
    let server = try HTTPServer(status: 400, body: "eo: nobody has the number hushhush")
    let client = ServiceClient<Site>(configuration: configuration)
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: Site(server)) }
    let text = try #require(error?.description)
    #expect(!text.contains("hush") && text.contains("eo: nobody has the number"), "\(text)")
    #expect(server.requests.first?["X-API-Key"] == "hushhush")
  }

  /// Replaces requests and results.
  private struct Replacing: Middleware {
    let notes = Notes()
    var result: @Sendable (URLRequest) -> Result<ServiceResponse, ServiceError>

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      notes.add("\(request)")
      request = PreparedRequest(request: request.request)
    }

    func willSend(_ request: PreparedRequest, for call: ServiceCall) async { notes.add("\(request)") }

    func process(_ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall) async throws -> Processing {
      .result(result.request.map(self.result) ?? result)
    }
  }

  @Test func `what middleware makes is redacted by the rules of the client, too`() async throws {
    let server = try HTTPServer()
    var call = Site(server)
    call.baseURL = try #require(URL(string: "\(server.url)/a?tenant=hush&iban=page"))
    let client = { (middleware: Replacing) in
      ServiceClient<Site>(
        configuration: .test, middleware: [middleware], redaction: RedactionRules(adding: ["tenant"]))
    }
    let body = Data(#"{"tenant": "hush", "iban": "page"}"#.utf8)
    let made = Replacing { .success(ServiceResponse(status: 400, body: body, request: $0)) }
    let response = try await client(made).response(of: call)
    let status = try #require(throws: ServiceError.self) { try response.filtered(statusCodes: .success) }
    for shown in made.notes.all + ["\(response)", "\(status)"] {
      #expect(!shown.contains("hush") && shown.contains("page"), "\(shown)")
    }
    #expect(made.notes.all.count == 2)
    let failed = Replacing { request in
      let response = ServiceResponse(status: 400, body: body, request: request)
      let rules = RedactionRules(adding: ["iban"])
      return .failure(ServiceError(.status(400), request: request, response: response, redaction: rules))
    }
    let error = try #require(await #expect(throws: ServiceError.self) { try await client(failed).response(of: call) })
    // The error has rules of its own as well.
    #expect(!"\(error)".contains("hush") && !"\(error)".contains("page"), "\(error)")
    let refused = try #require(error.response)
    #expect(!"\(refused)".contains("hush"), "\(refused)")
  }

  @Test func `the descriptions of requests and responses have no secrets`() throws {
    let response = ServiceResponse(
      status: 200, headers: [.setCookie: "hush"], body: Data("hush".utf8), request: Self.request)
    let line = "GET https://a.test/b?access_token=‹redacted, 11 characters›&page=2"
    for shown in ["\(response)", String(reflecting: response)] { #expect(shown == line + ": 200, 4 bytes") }
    let prepared = PreparedRequest(request: Self.request, body: .data(Data("hush".utf8)))
    for shown in ["\(prepared)", String(reflecting: prepared)] { #expect(shown == line) }
  }

  @Test(arguments: [
    "max-age=0, private", "Tue, 24 Nov 2026 02:19:00 GMT", "application/json; charset=utf-8", "\"a-b\"",
    "<https://a.test/b?page=2>; rel=\"next\"", "https://a.test/b?page=2#top", "/b?page=2", "127.0.0.1:8080",
    "attachment; filename=\"token.txt\"", "curl/8.5 (x86_64; linux)", "*/*;q=0.8", "Authorization, X-API-Key",
    "bytes 0-99/200", "mockspec-session=a",
  ])
  func `values of fields without secrets are shown`(value: String) {
    #expect(RedactionRules().shown(value, of: "X-Value") == value)
  }

  @Test(arguments: [
    "a", "token=[", "token=\"", "token={\"a", "a://", "https://a", "a://b@", "token=Optional(", "key ", "ab:",
  ])
  func `hostile text takes linear time`(piece: String) throws {
    let text = String(repeating: piece, count: TestScale.count(1_000, long: 4_000) / piece.utf8.count)
    let response = ServiceResponse(status: 401, body: Data(text.utf8), request: Self.request)
    let status = try #require(throws: ServiceError.self) { try response.filtered(statusCodes: .success) }
    #expect(status.description.count < 1_000)
    let error = ServiceError(.middleware("Login", Failure(description: text)), request: Self.request)
    #expect(error.description.contains("Login failed: "))
  }

  @Test(arguments: [
    "secret: 'sesame", "secret: \"sesame", "secret: \"sesame\\", "tokens: [sesame", "token: {a: sesame",
  ])
  func `a secret that isn't closed isn't shown`(text: String) {
    let error = ServiceError(.middleware("Login", Failure(description: text)), request: nil)
    #expect(!error.description.contains("sesame") && error.description.contains("redacted"), "\(error)")
  }

  @Test func `names that are added are secret in texts, too`() {
    let failure = Failure(description: #"tenant=sesame, Login(tenant: "sesame")"#)
    let error = ServiceError(
      .middleware("Login", failure), request: nil, redaction: RedactionRules(adding: ["tenant"]))
    #expect(!error.description.contains("sesame"), "\(error)")
  }

  private enum Role: String, Codable { case admin }
  private struct Login: Codable {
    var token: Role?
    var user: Role?
  }

  @Test func `a decoder's message about a secret key isn't shown`() throws {
    func error(_ body: String) throws -> ServiceError {
      let response = ServiceResponse(status: 200, body: Data(body.utf8), request: Self.request)
      return try #require(throws: ServiceError.self) { try response.value(as: Login.self) }
    }
    let secret = try error(#"{"token": "sesame"}"#)
    #expect(!secret.description.contains("sesame"))
    guard case .decoding(let failure) = secret.reason else {
      Issue.record("\(secret)")
      return
    }
    #expect(failure.description == "can't decode Login, 'token' at 1:11: ‹redacted›")
    #expect(try error(#"{"token": 5}"#).description.hasSuffix("'token' at 1:11: expected String"))
    #expect(try error(#"{"user": "root"}"#).description.contains("root"))
  }

  @Test func `what an encoder throws is redacted`() throws {
    struct Secret: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue("sesame", .init(codingPath: [], debugDescription: "token=sesame isn't valid"))
      }
    }
    let failure = try #require(DeclaredCall(.post, .json(Secret())).failure)
    #expect(!"\(failure)".contains("sesame"))
    let file = try #require(DeclaredCall(.post, .file(URL(string: "https://me:sesame@a.test/b?token=sesame")!)).failure)
    #expect(!"\(file)".contains("sesame"))
    #expect("\(file)".contains("a.test/b"))
  }
}
