import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AnyServiceTests {
  /// Notes the types of calls.
  private struct Noting: Middleware {
    let notes: Notes

    func willSend(_ request: PreparedRequest, for call: ServiceCall) async { notes.add("\(type(of: call.service))") }
  }

  private struct Other: RemoteService {
    var site: Site
    var baseURL: URL { site.baseURL }
    var path: RequestPath { "/other" }
    var method: HTTPRequest.Method { .post }
    var headers: HTTPFields { [.accept: "a/b"] }
    var content: RequestContent { .data(Data("sent".utf8), contentType: "c/d") }
    var acceptedStatus: AcceptedStatus { .only([404]) }
    var requestName: String? { "Other" }
    var sample: SampleResponse? { SampleResponse(status: 404) }
  }

  @Test func `one client makes the calls of several services`() async throws {
    let server = try HTTPServer { request, socket in
      try socket.reply(request.target == "/other" ? 404 : 200, to: request)
      return true
    }
    let notes = Notes()
    let client = ServiceClient<AnyService>(configuration: .test, middleware: [Noting(notes: notes)])
    let other = AnyService(AnyService(Other(site: Site(server))))
    #expect(try await client.response(of: AnyService(Site(server, "/site"))).status == 200)
    #expect(try await client.response(of: other).status == 404)
    #expect(notes.all == ["Site", "Other"])
    let request = try #require(server.requests.last)
    #expect([request.method, request["Accept"], request["Content-Type"]] == ["POST", "a/b", "c/d"])
    #expect(request.body == Data("sent".utf8))
    #expect(other.requestName == "Other")
    #expect(try other.sample == SampleResponse(status: 404))
  }

  @Test func `an error names the service itself`() async throws {
    let client = ServiceClient<AnyService>()
    let wrong = DeclaredCall(path: "/a?b")
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: AnyService(wrong)) }
    guard case .encoding(let cause as RequestEncodingError) = error?.reason else { throw try #require(error) }
    #expect(cause.service == "DeclaredCall" && cause.part == .path)
  }
}
