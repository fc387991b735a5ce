import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// To a real server on this machine, for a request that asked for another one.
@Suite(.timeLimit(.minutes(20)))
struct ForwardingTests {
  let server: LoopbackServer
  let environment: InterceptionEnvironment
  var configuration: URLSessionConfiguration { environment.sessionConfiguration() }

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    environment = InterceptionEnvironment(
      timeout: { .seconds(60) },
      decide: { .outcome($0.path.hasPrefix("/pass") ? .passThrough : .forward(origin)) })
  }

  @Test(arguments: Form.allCases)
  func `the answer comes from there`(form: Form) async {
    let answer = await form.load(URLRequest("/a?b=1"), configuration)
    #expect(answer.body == Data("real GET /a?b=1 ".utf8))
    #expect(answer.response?.url == URL(string: "https://api.example.com/a?b=1"))
    #expect(answer.response?.value(forHTTPHeaderField: "X-Real") == "yes")
  }

  @Test func `the body is sent along`() async {
    var request = URLRequest("/up", method: "POST")
    request.httpBodyStream = InputStream(data: Data("payload".utf8))
    // In chunks.
    let sent = await Form.async.load(request, configuration).body
    #expect(String(decoding: sent, as: UTF8.self).hasPrefix("real POST /up 7\r\npayload\r\n"))
  }

  @Test(arguments: Form.allCases)
  func `a redirect leads back to the mocks`(form: Form) async {
    let answer = await form.load(URLRequest("/redirect"), configuration)
    #expect(answer.body == Data("real GET /final ".utf8))
    #expect(answer.response?.url == URL(string: "https://api.example.com/final"))
  }

  @Test func `an origin that doesn't listen is an error that names the request's own URL`() async throws {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: 1)
    let environment = InterceptionEnvironment { _ in .outcome(.forward(origin)) }
    let error = await Form.async.load(URLRequest("/a"), environment.sessionConfiguration()).error as? URLError
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.failingURL == URL(string: "https://api.example.com/a"))
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: ["/slow", "/endless"])
  func `the project's timeout bounds it`(path: String) async {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    let environment = InterceptionEnvironment(
      timeout: { .milliseconds(100) }, decide: { _ in .outcome(.forward(origin)) })
    let answer = await Form.async.load(URLRequest(path), environment.sessionConfiguration())
    #expect((answer.error as? URLError)?.code == .timedOut)
    #expect(
      (answer.error as? URLError)?.failingURL
        == (URLError.Code.timedOut.namesURL ? URL(string: "https://api.example.com" + path) : nil))
  }

  @Test(arguments: ["/endless", "/pass/endless"])
  func `a delegate gets a reply as it arrives`(path: String) async throws {
    let (arrived, arrive) = AsyncStream.makeStream(of: URLSessionTask.self)
    let recorder = TaskRecorder(data: { arrive.yield($0) })
    let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
    session.dataTask(with: server.request(path)).resume()
    for await task in arrived {
      task.cancel()
      break
    }
    let answer = await recorder.answer
    #expect(answer.response?.statusCode == 200)
    #expect(answer.events.starts(with: ["response", "data"]))
    #expect((answer.error as? URLError)?.code == .cancelled)
    for await departed in server.departures {
      #expect(departed == path)
      break
    }
  }

  #if canImport(FoundationNetworking)
    @Test func `a body is kept in memory only if a completion handler needs it`() {
      let session = URLSession(configuration: configuration, delegate: TaskRecorder(), delegateQueue: nil)
      let request = server.request("/a")
      let tasks = [session.dataTask(with: request), session.dataTask(with: request) { _, _, _ in }]
      #expect(tasks.map { task in task.serialQueue?.sync { task.reportsToDelegateOnly } } == [true, false])
      for task in tasks { task.cancel() }
    }
  #endif

  @Test(arguments: TestScale.isLong ? ["/count", "/pass/count"] : ["/count"])
  func `bodies of more than 64 MiB are sent from their source`(path: String) async throws {
    let body = Data(repeating: UInt8(ascii: "x"), count: BodyReading.limit + 100)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let session = URLSession(configuration: configuration)
    let expected = Data("\(body.count)".utf8)
    var request = server.request(path, method: "PUT")
    #expect(try await session.upload(for: request, fromFile: file).0 == expected)
    guard TestScale.isLong else { return }
    #expect(try await session.upload(for: request, from: body).0 == expected)
    request.httpBodyStream = InputStream(url: file)
    #expect(try await session.data(for: request).0 == expected)
  }

  @Test(arguments: Loading.Kind.allCases, ["/pieces", "/pass/pieces"])
  func `a reply in pieces arrives whole in a task that was suspended`(kind: Loading.Kind, path: String) async {
    let recorder = TaskRecorder()
    let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
    let request = server.request(path, method: kind == .upload ? "POST" : "GET")
    let task =
      switch kind {
      case .data: session.dataTask(with: request)
      case .upload: session.uploadTask(with: request, from: Data("a".utf8))
      case .download: session.downloadTask(with: request) as URLSessionTask
      }
    task.resume()
    for await _ in server.arrivals { break }
    task.suspend()
    for await _ in server.departures { break }
    task.resume()
    #expect(await recorder.answer.body == Data(LoopbackServer.pieces.utf8))
    #expect(task.countOfBytesSent == (kind == .upload ? 1 : 0))
    #expect(kind != .download || task.countOfBytesReceived == 20_000)
  }

  @Test func `what is said to the mocks isn't passed through`() async {
    var request = server.request("/pass")
    request.setValue("A=B", forHTTPHeaderField: "Mockspec-Response")
    #expect(await Form.async.load(request, configuration).body == Data("real GET /pass ".utf8))
  }

  @Test(arguments: ["/unauthorized", "/pass/unauthorized"])
  func `a reply that asks for credentials is an answer`(path: String) async {
    let answer = await Form.async.load(server.request(path), configuration)
    #expect(answer.response?.statusCode == 401)
    #expect(answer.response?.value(forHTTPHeaderField: "WWW-Authenticate") == "Basic realm=\"a\"")
    #expect(answer.body == Data("who?".utf8))
  }

  @Test func `slow requests don't hold up others to the same origin`() async {
    let slow = (0..<20).map { _ in
      Task { await Form.async.load(URLRequest("/slow"), configuration) }
    }
    var arrived = 0
    for await _ in server.arrivals {
      arrived += 1
      if arrived == slow.count { break }
    }
    #expect(await Form.async.load(URLRequest("/a"), configuration).body == Data("real GET /a ".utf8))
    for load in slow { load.cancel() }
    for load in slow { #expect((await load.value.error as? URLError)?.code == .cancelled) }
  }

  @Test(arguments: Form.allCases, ["/slow", "/endless"])
  func `a cancellation ends the forwarded request`(form: Form, path: String) async {
    let server = server
    let cancel = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let load = Task {
      await form.load(URLRequest(path), configuration) { task in cancel.continuation.yield { task.cancel() } }
    }
    if form == .async { cancel.continuation.yield { load.cancel() } }
    for await _ in server.arrivals { break }
    for await cancel in cancel.stream {
      cancel()
      break
    }
    #expect((await load.value.error as? URLError)?.code == .cancelled)
    for await departed in server.departures {
      #expect(departed == path)
      break
    }
  }

  @Test func `the request's own timeout ends the forwarded request`() async {
    // Long enough for the request to arrive under load: otherwise nothing would depart.
    let error = await Form.async.load(URLRequest("/slow", timeout: 2), configuration).error as? URLError
    #expect(error?.code == .timedOut)
    for await departed in server.departures {
      #expect(departed == "/slow" || departed == "")
      break
    }
  }

  @Test func `a request that was decided before the mocks end is still forwarded`() async throws {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    let (decided, announce) = AsyncStream.makeStream(of: Void.self)
    var environment: InterceptionEnvironment? = InterceptionEnvironment { request in
      announce.yield()
      return .outcome(.forward(origin), delay: request.path == "/pieces" ? .milliseconds(200) : .zero)
    }
    let session = URLSession(configuration: environment!.sessionConfiguration())
    #expect(try await session.data(for: URLRequest("/keep")).0 == Data("real GET /keep ".utf8))
    let load = Task { try await session.data(for: URLRequest("/pieces")).0 }
    var count = 0
    for await _ in decided {
      count += 1
      if count == 2 { break }
    }
    environment = nil
    #expect(try await load.value == Data(LoopbackServer.pieces.utf8))
    await #expect(throws: MockSpecError.self) { try await session.data(for: URLRequest("/keep")) }
  }

  @Test func `connections that are kept open are closed when the mocks end`() async throws {
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    var environment: InterceptionEnvironment? = InterceptionEnvironment { _ in .outcome(.forward(origin)) }
    let session = URLSession(configuration: environment!.sessionConfiguration())
    _ = try await session.data(for: URLRequest("/keep"))
    environment = nil
    for await departed in server.departures {
      #expect(departed == "/keep")
      break
    }
  }
}
