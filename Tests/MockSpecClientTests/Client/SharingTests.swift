import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpecClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct SharingTests {
  /// Answers when the gate is open.
  private func server(_ gate: Gate) throws -> HTTPServer {
    try HTTPServer { request, socket in
      gate.block()
      try socket.reply(200, [], request.target, to: request)
      return true
    }
  }

  /// Returns when so many calls wait for a response.
  private func wait(for count: Int, in client: ServiceClient<Site>) async {
    while client.exchanges.waiterCount != count { await Task.yield() }
  }

  @Test func `thousands of equal calls are one request, and each can be cancelled`() async throws {
    let gate = Gate()
    let server = try server(gate)
    let count = 4_000
    let client = ServiceClient.test(shared: true)
    let tasks = (0..<count).map { _ in Task { try await client.response(of: Site(server, "/a")).text() } }
    await wait(for: count, in: client)
    for index in stride(from: 0, to: count, by: 2) { tasks[index].cancel() }
    // The cancelled calls end before the response.
    for index in stride(from: 0, to: count, by: 2) {
      let error = await #expect(throws: ServiceError.self) { try await tasks[index].value }
      #expect(error?.isCancelled == true)
    }
    gate()
    for index in stride(from: 1, to: count, by: 2) { #expect(try await tasks[index].value == "/a") }
    #expect(server.targets == ["/a"])
    #expect(try await client.response(of: Site(server, "/a")).text() == "/a")
    #expect(server.targets == ["/a", "/a"])
  }

  /// Gives each request a stream.
  private struct Streaming: Middleware {
    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      request.request.httpMethod = "POST"
      request.request.httpBodyStream = InputStream(data: Data("\(call.id)".utf8))
    }
  }

  @Test func `requests with streams aren't shared`() async throws {
    let server = try HTTPServer { request, socket in
      try socket.reply(200, ["Connection: close"], to: request)
      // The chunked body isn't read.
      return false
    }
    let client = ServiceClient<Site>(
      configuration: .test, middleware: [Streaming()], options: CallOptions(sharesEqualRequests: true))
    async let one = client.response(of: Site(server, "/a"))
    async let two = client.response(of: Site(server, "/a"))
    _ = try? await one
    _ = try? await two
    #expect(server.targets == ["/a", "/a"])
  }

  @Test func `the request is cancelled with its last call`() async throws {
    let server = try HTTPServer { _, _ in true }
    let client = ServiceClient.test(shared: true)
    let tasks = (0..<10).map { _ in Task { try await client.response(of: Site(server, "/a")) } }
    await wait(for: 10, in: client)
    for await _ in server.arrivals { break }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: ServiceError.self) { try await task.value } }
    for await target in server.departures {
      #expect(target == "/a")
      break
    }
    #expect(server.targets == ["/a"])
  }

  @Test func `calls that differ aren't shared`() async throws {
    let gate = Gate()
    let server = try server(gate)
    let client = ServiceClient.test(shared: true, connections: 20)
    var calls = [Site(server, "/a"), Site(server, "/b"), Site(server, "/a", method: .put)]
    calls.append(calls[0])
    calls[3].headers = [.accept: "text/plain"]
    calls.append(calls[0])
    calls[4].acceptedStatus = .any
    calls.append(calls[0])
    let tasks = calls.map { call in Task { try await client.response(of: call).status } }
    await wait(for: 6, in: client)
    gate()
    for task in tasks { #expect(try await task.value == 200) }
    #expect(server.requests.count == 5)
  }

  @Test(arguments: [true, false]) func `bodies are compared`(isBodyOfRequest: Bool) async throws {
    let gate = Gate()
    let server = try server(gate)
    let client = ServiceClient.test([Numbered(isBodyOfRequest: isBodyOfRequest)], shared: true, connections: 20)
    let tasks = (0..<30).map { index in
      var options = client.options
      options[Number.self] = index % 3
      return Task { try await client.response(of: Site(server, method: .put), options: options).status }
    }
    await wait(for: 30, in: client)
    gate()
    for task in tasks { #expect(try await task.value == 200) }
    #expect(Set(server.requests.map(\.body)).count == 3)
    #expect(server.requests.count == 3)
  }

  /// Sends the call's option ``Number``.
  private struct Numbered: Middleware {
    let isBodyOfRequest: Bool

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      let data = Data("\(call.options[Number.self])".utf8)
      if isBodyOfRequest { request.request.httpBody = data } else { request.body = .data(data) }
    }
  }

  private enum Number: CallOptionKey { static let defaultValue = 0 }
}
