import Dispatch
import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct ServiceClientTests {
  struct User: Decodable, Sendable, Equatable { let name: String }

  @Test func `a call sends its request and returns the response`() async throws {
    let server = try HTTPServer(status: 201, fields: ["X-A: b"], body: "zen")
    var call = Site(server, "/a/\("b/c")", method: .put)
    call.headers = [.accept: "text/plain"]
    let response = try await ServiceClient.test().response(of: call)
    #expect(response.status == 201)
    #expect(response.headers[HTTPField.Name("X-A")!] == "b")
    #expect(try response.text() == "zen")
    #expect(response.url?.path == "/a/b/c")
    #expect(response.request.httpMethod == "PUT")
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.target == "/a/b%2Fc")
    #expect(request["Accept"] == "text/plain")
  }

  @Test func `a value is decoded, also at a key path`() async throws {
    let server = try HTTPServer(body: #"{"users": [{"name": "a"}, {"name": "b"}], "name": "c"}"#)
    let client = ServiceClient.test()
    #expect(try await client.value(of: Site(server)) == User(name: "c"))
    #expect(try await client.value(of: Site(server), as: User.self, at: "users.1") == User(name: "b"))
    let list: [User] = try await client.value(of: Site(server), at: "users")
    #expect(list.map(\.name) == ["a", "b"])
  }

  @Test func `a decoder of another format can be used`() async throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let list = try encoder.encode(["user": ["name": "a"]])
    let server = try HTTPServer(body: String(decoding: list, as: UTF8.self))
    let user = try await ServiceClient.test().value(
      of: Site(server), as: User.self, at: "user", decoder: PropertyListDecoder())
    #expect(user == User(name: "a"))
  }

  @Test func `a status that isn't accepted is an error with the response and its body`() async throws {
    let server = try HTTPServer(status: 404, body: "none")
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test().response(of: Site(server, "/a"))
    }
    guard case .status(404) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.response?.body == Data("none".utf8))
    #expect(error?.request?.url?.path == "/a")
    #expect(error?.description == "GET \(server.url)/a: the status 404 isn't accepted: none")
  }

  @Test(arguments: [
    (AcceptedStatus.any, 500, true), (.success, 302, false), (.successAndRedirect, 304, true),
    (.only([418]), 418, true), (.only([]), 200, false),
  ])
  func `the call says which status codes it accepts`(
    accepted: AcceptedStatus, status: Int, isAccepted: Bool
  ) async throws {
    let server = try HTTPServer(status: status)
    var call = Site(server)
    call.acceptedStatus = accepted
    let response = try? await ServiceClient.test().response(of: call)
    #expect((response?.status == status) == isAccepted)
  }

  @Test func `a connection that is refused is a transport error`() async throws {
    let port = try TCPSocket.freePort()
    var call = Site(try HTTPServer())
    call.baseURL = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call) }
    guard case .transport(let cause) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.code == .cannotConnectToHost)
    #expect(error?.response == nil)
  }

  @Test func `a response that ends early is a transport error with what has arrived`() async throws {
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      return false
    }
    let error = await #expect(throws: ServiceError.self) {
      try await ServiceClient.test().response(of: Site(server))
    }
    guard case .transport = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.response?.body == Data("half".utf8))
  }

  @Test func `a request that can't be made is an encoding error`() async throws {
    let call = Site(try HTTPServer(), "/a?b")
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call) }
    guard case .encoding = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a completion handler is called on its queue`() async throws {
    let server = try HTTPServer(body: #"{"name": "a"}"#)
    let client = ServiceClient.test()
    let queue = DispatchQueue(label: "test")
    let response = await withCheckedContinuation { continuation in
      client.start(Site(server), queue: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(returning: $0)
      }
    }
    #expect(try response.get().status == 200)
    let user = await withCheckedContinuation { continuation in
      client.start(Site(server), as: User.self, queue: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(returning: $0)
      }
    }
    #expect(try user.get() == User(name: "a"))
    let wrong = await withCheckedContinuation { continuation in
      client.start(Site(server), as: [User].self, queue: queue) { continuation.resume(returning: $0) }
    }
    #expect(throws: ServiceError.self) { try wrong.get() }
  }

  @Test func `data is sent as the body, and a file too`() async throws {
    let folder = try TemporaryFolder()
    try folder.save("from a file", to: "body")
    let file = URL(fileURLWithPath: folder.path).appendingPathComponent("body")
    let server = try HTTPServer()
    for body in [RequestBody.data(Data("data".utf8)), .file(file)] {
      _ = try await ServiceClient.test([BodyMiddleware(body: body)]).response(of: Site(server, method: .post))
    }
    #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["data", "from a file"])
    #expect(server.requests.allSatisfy { $0["Content-Type"] == nil })
  }

  @Test func `a call goes on when its client is released`() async throws {
    let gate = Gate()
    let server = try HTTPServer { request, socket in
      gate.block()
      try socket.reply(200, [], "late", to: request)
      return true
    }
    var client: ServiceClient? = .test()
    let running = try #require(client).start(Site(server))
    for await _ in server.arrivals { break }
    client = nil
    gate()
    #expect(try await running.response.text() == "late")
  }
}
