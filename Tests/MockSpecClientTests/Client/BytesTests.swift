import Foundation
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct BytesTests {
  /// Sends half of a body, and the rest when the gate is open.
  private func halves(_ gate: Gate) throws -> HTTPServer {
    try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
      gate.block()
      try socket.send("two")
      return true
    }
  }

  @Test func `chunks arrive before the body ends`() async throws {
    let gate = Gate()
    let server = try halves(gate)
    let bytes = try await ServiceClient.test().bytes(of: Site(server))
    #expect(bytes.response.status == 200)
    var text = ""
    for try await chunk in bytes {
      text += String(decoding: chunk, as: UTF8.self)
      if text == "one" { gate() }
    }
    #expect(text == "onetwo")
  }

  @Test func `a status that isn't accepted is an error with the whole body`() async throws {
    let server = try HTTPServer(status: 500, body: String(repeating: "x", count: 100_000))
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().bytes(of: Site(server)) }
    #expect(error?.response?.body.count == 100_000)
  }

  @Test func `a body that ends early is an error after its chunks`() async throws {
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
      return false
    }
    let bytes = try await ServiceClient.test().bytes(of: Site(server))
    var text = ""
    let error = await #expect(throws: ServiceError.self) {
      for try await chunk in bytes { text += String(decoding: chunk, as: UTF8.self) }
    }
    #expect(text == "one")
    guard case .transport = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `releasing the sequence closes the connection`() async throws {
    let server = try EndlessServer()
    let client = ServiceClient.test()
    for try await _ in try await client.bytes(of: Site(server, "/a")) { break }
    #expect(await server.hasFailed())
  }

  @Test func `cancelling the task that iterates closes the connection`() async throws {
    let server = try EndlessServer()
    let client = ServiceClient.test()
    let started = Gate()
    let task = Task {
      for try await _ in try await client.bytes(of: Site(server, "/a")) { started() }
    }
    await started.wait()
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    #expect(await server.hasFailed())
  }

  @Test func `a retried call has only the chunks of its last attempt`() async throws {
    let server = try HTTPServer(body: "body")
    let client = ServiceClient.test([RetryOnce()])
    var text = ""
    for try await chunk in try await client.bytes(of: Site(server)) { text += String(decoding: chunk, as: UTF8.self) }
    #expect(text == "body")
    #expect(server.requests.count == 2)
  }

  @Test func `an empty response that middleware makes of a failure has no chunks`() async throws {
    let bytes = try await ServiceClient.test([Recovering()]).bytes(of: Site(try HTTPServer { _, _ in false }))
    for try await chunk in bytes { Issue.record("\(chunk)") }
    #expect(bytes.response.status == 204)
  }

  @Test func `an empty response that middleware makes of another one has no chunks, and ends the call`() async throws {
    let server = try EndlessServer()
    let emptying = Replacing { ServiceResponse(status: 204, request: $0.request) }
    let bytes = try await ServiceClient.test([emptying]).bytes(of: Site(server, "/a"))
    for try await chunk in bytes {
      Issue.record("\(chunk)")
      return
    }
    #expect(bytes.response.status == 204)
    #expect(await server.hasFailed())
  }

  @Test func `a response whose head middleware changes keeps its chunks`() async throws {
    let changing = Replacing { response in
      var response = response
      response.status = 206
      return response
    }
    let bytes = try await ServiceClient.test([changing]).bytes(of: Site(try HTTPServer(body: "body")))
    var text = ""
    for try await chunk in bytes { text += String(decoding: chunk, as: UTF8.self) }
    #expect(text == "body")
    #expect(bytes.response.status == 206)
  }

  /// Makes another response of each one.
  private struct Replacing: Middleware {
    let replace: @Sendable (ServiceResponse) -> ServiceResponse

    func process(
      _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
    ) async throws -> Processing { .result(result.map(replace)) }
  }

  /// Makes an empty response of each failure.
  private struct Recovering: Middleware {
    func process(
      _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
    ) async throws -> Processing {
      guard case .failure(let error) = result, let request = error.request else { return .result(result) }
      return .result(.success(ServiceResponse(status: 204, request: request)))
    }
  }

  /// Retries a call that has succeeded.
  private struct RetryOnce: Middleware {
    func process(
      _ result: Result<ServiceResponse, ServiceError>, for call: ServiceCall
    ) async throws -> Processing { call.attempt == 1 ? .retry : .result(result) }
  }
}

/// A server that sends bytes until the connection is closed.
final class EndlessServer: Sendable {
  private let failures: AsyncStream<Void>
  let server: HTTPServer

  init() throws {
    let (failures, fail) = AsyncStream.makeStream(of: Void.self)
    self.failures = failures
    server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\n\r\n")
      do {
        while true {
          try socket.send(String(repeating: "x", count: 100))
          usleep(1_000)
        }
      } catch { fail.yield() }
      return false
    }
  }

  /// Returns when the client has closed the connection.
  func hasFailed() async -> Bool {
    for await _ in failures { return true }
    return false
  }
}

extension Site {
  fileprivate init(_ server: EndlessServer, _ path: RequestPath) { self.init(server.server, path) }
}
