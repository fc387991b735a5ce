import Dispatch
import Foundation
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct CancellationTests {
  /// Never answers.
  private func silent() throws -> HTTPServer { try HTTPServer { _, _ in true } }

  @Test func `cancelling the task ends the call, and closes the connection`() async throws {
    let server = try silent()
    let client = ServiceClient.test()
    let task = Task { try await client.response(of: Site(server, "/a")) }
    for await _ in server.arrivals { break }
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    #expect(error?.request?.url?.path == "/a")
    for await target in server.departures {
      #expect(target == "/a")
      break
    }
  }

  /// Cancels many calls, each after a time at which it may be anywhere.
  private func cancel<Service: RemoteService>(
    _ count: Int, of client: ServiceClient<Service>, _ call: Service
  ) async {
    for batch in 0..<(count / 20) {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask {
            let task = Task { try await client.response(of: call) }
            try? await Task.sleep(for: .microseconds((batch * 20 + index) * 37 % 4_000))
            task.cancel()
            _ = await task.result
          }
        }
      }
    }
  }

  @Test func `calls with a configuration that caches can be cancelled at any time`() async throws {
    let server = try HTTPServer(fields: ["Cache-Control: max-age=600"])
    let client = ServiceClient<Site>(configuration: .default)
    await cancel(2_000, of: client, Site(server, "/a"))
    #expect(try await client.response(of: Site(server, "/a")).status == 200)
  }

  @Test func `uploads from files can be cancelled at any time`() async throws {
    let folder = try TemporaryFolder(["a.txt": String(repeating: "a file ", count: 300_000)])
    let file = URL(fileURLWithPath: folder["a.txt"])
    let server = try HTTPServer(records: false) { request, socket in
      try socket.reply(200, [], "\(request.body.count)", to: request)
      return true
    }
    for content in [RequestContent.file(file), .multipart([.file("file", file)], boundary: "limit")] {
      var call = DeclaredCall(.put, content)
      call.baseURL = server.url
      let client = ServiceClient<DeclaredCall>(configuration: .default)
      await cancel(200, of: client, call)
      let size = try call.prepared().body.bytes?.count ?? 0
      #expect(try await client.response(of: call).text() == "\(size)")
    }
  }

  @Test func `a started call can be cancelled, and its completion handler is called once`() async throws {
    let server = try silent()
    let client = ServiceClient.test()
    let (results, add) = AsyncStream.makeStream(of: Bool.self)
    let call = client.start(Site(server), queue: DispatchQueue(label: "test")) { result in
      if case .failure(let error) = result { add.yield(error.isCancelled) } else { add.yield(false) }
      add.finish()
    }
    for await _ in server.arrivals { break }
    call.cancel()
    call.cancel()
    var all: [Bool] = []
    for await result in results { all.append(result) }
    #expect(all == [true])
    for await _ in server.departures { break }
    let error = await #expect(throws: ServiceError.self) { try await call.response }
    #expect(error?.isCancelled == true)
  }

  @Test func `a task that waits for a started call cancels it`() async throws {
    let server = try silent()
    let call = ServiceClient.test().start(Site(server))
    let task = Task { try await call.response }
    for await _ in server.arrivals { break }
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    for await _ in server.departures { break }
  }

  @Test func `a call that is cancelled before it starts sends nothing`() async throws {
    let server = try HTTPServer()
    let client = ServiceClient.test()
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return try await client.response(of: Site(server, "/never"))
    }
    task.cancel()
    gate()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    _ = try await client.response(of: Site(server, "/last"))
    #expect(server.targets == ["/last"])
  }

  /// Cancels the call to one path in one of its steps.
  private struct Cancelling: Middleware {
    let error: (any Error)?

    private func cancel(_ call: ServiceCall) -> Bool {
      guard (call.service as? Site)?.path.encoded == "/never" else { return false }
      withUnsafeCurrentTask { $0?.cancel() }
      return true
    }

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      if let error, cancel(call) { throw error }
    }

    func willSend(_ request: PreparedRequest, for call: ServiceCall) async {
      if error == nil { _ = cancel(call) }
    }
  }

  /// `URLError.cancelled` is what URLSession throws if the task is cancelled that waits for it.
  @Test(arguments: [nil, CancellationError(), URLError(.cancelled)] as [(any Error)?])
  func `a call that is cancelled in a middleware sends nothing`(error: (any Error)?) async throws {
    let server = try HTTPServer()
    let client = ServiceClient.test([Cancelling(error: error)])
    let task = Task { try await client.response(of: Site(server, "/never")) }
    let failure = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(failure?.isCancelled == true, "\(String(describing: failure))")
    _ = try await client.response(of: Site(server, "/last"))
    #expect(server.targets == ["/last"])
  }

  @Test func `a call can be cancelled while its delegate decides on a redirect`() async throws {
    let server = try HTTPServer { request, socket in
      let next = ["/a": "/b", "/c": "/d"][request.target]
      try socket.reply(next == nil ? 200 : 302, next.map { ["Location: \($0)"] } ?? [], to: request)
      return true
    }
    let (asked, answered, ended) = (Gate(), Gate(), Gate())
    let client = ServiceClient.test(
      delegate: RedirectDelegate { answer in
        asked()
        Task {
          await answered.wait()
          answer(true)
          ended()
        }
      })
    let task = Task { try await client.response(of: Site(server, "/a")) }
    await asked.wait()
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    answered()
    await ended.wait()
    // An answer after the cancellation is ignored. The one to the next redirect follows it on the client's queue.
    _ = try await client.response(of: Site(server, "/c"))
    #expect(server.targets == ["/a", "/c", "/d"])
  }
}

/// Decides on redirects.
final class RedirectDelegate: NSObject, URLSessionTaskDelegate {
  private let follows: @Sendable (@escaping @Sendable (Bool) -> Void) -> Void

  init(_ follows: @escaping @Sendable (@escaping @Sendable (Bool) -> Void) -> Void) { self.follows = follows }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    follows { completionHandler($0 ? request : nil) }
  }
}
