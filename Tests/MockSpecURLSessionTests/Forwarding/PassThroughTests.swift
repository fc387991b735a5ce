import Foundation
import HTTPTypes
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Against a real server on this machine.
@Suite(.timeLimit(.minutes(20)))
struct PassThroughTests {
  let server: LoopbackServer
  let decided: AsyncStream<String>
  let environment: InterceptionEnvironment
  var configuration: URLSessionConfiguration { environment.sessionConfiguration() }
  var session: URLSession { URLSession(configuration: configuration) }

  init() throws {
    server = try LoopbackServer()
    let (decided, announce) = AsyncStream.makeStream(of: String.self)
    self.decided = decided
    environment = InterceptionEnvironment { request in
      announce.yield(request.path)
      return .outcome(.passThrough, delay: request.path == "/late" ? .milliseconds(30) : .zero)
    }
  }

  @Test(arguments: Form.allCases, ["/a", "/late"])
  func `the real answer arrives`(form: Form, path: String) async {
    let answer = await form.load(server.request(path), configuration)
    #expect(answer.body == Data("real GET \(path) ".utf8))
    #expect(answer.response?.value(forHTTPHeaderField: "X-Real") == "yes")
  }

  @Test(arguments: Form.allCases)
  func `redirects of the real server are followed`(form: Form) async {
    #expect(await form.load(server.request("/redirect"), configuration).body == Data("real GET /final ".utf8))
  }

  @Test func `the mocks decide where redirects of the real server lead`() async {
    let environment = InterceptionEnvironment {
      $0.path == "/final" ? .reply("mocked") : .outcome(.passThrough)
    }
    let recorder = TaskRecorder()
    let session = URLSession(
      configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.dataTask(with: server.request("/redirect")).resume()
    let answer = await recorder.answer
    #expect(answer.body == Data("mocked".utf8))
    #expect(
      answer.events.first?.hasPrefix("302 at /redirect /redirect true to GET") == true, "\(answer.events)")
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: ["right", "wrong", "none", "cancelled"])
  func `a delegate answers a challenge`(password: String) async {
    let recorder = TaskRecorder(credentials: { challenge in
      switch password {
      case "cancelled": (.cancelAuthenticationChallenge, nil)
      case "none": (.performDefaultHandling, nil)
      default:
        challenge.previousFailureCount < 2
          ? (.useCredential, URLCredential(user: "me", password: password, persistence: .none))
          : (.performDefaultHandling, nil)
      }
    })
    let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
    session.uploadTask(with: server.request("/unauthorized", method: "POST"), from: Data("a".utf8)).resume()
    let answer = await recorder.answer
    switch password {
    case "right":
      #expect(answer.events == ["challenge 0", "response", "data", "complete"])
      #expect(answer.body == Data("real POST /unauthorized a".utf8))
    case "cancelled":
      #expect(answer.events == ["challenge 0", "complete"])
      #expect((answer.error as? URLError)?.code == .cancelled)
    default:
      let asked = password == "wrong" ? ["challenge 0", "challenge 1", "challenge 2"] : ["challenge 0"]
      #expect(answer.events == asked + ["response", "data", "complete"])
      #expect(answer.response?.statusCode == 401)
    }
  }

  @Test func `the session's cookies are sent, and those of the real server stored`() async throws {
    let server = try LoopbackServer { request in
      var fields = HTTPFields()
      fields.append(HTTPField(name: .setCookie, value: "a=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT"))
      fields.append(HTTPField(name: .setCookie, value: "b=2; Path=/"))
      return Reply(
        status: 200, fields: fields, body: [UInt8]((request.fields[.cookie] ?? "no cookie").utf8), isShared: false)
    }
    let session = session
    #expect(try await session.data(for: server.request("/a")).0 == Data("no cookie".utf8))
    let sent = String(decoding: try await session.data(for: server.request("/a")).0, as: UTF8.self)
    #expect(Set(sent.components(separatedBy: "; ")) == ["a=1", "b=2"])
  }

  @Test func `the fields of the session are sent, and those of the call override them`() async throws {
    let server = try LoopbackServer { request in
      let sent = ["X-Session", "X-Both", "Mockspec-Response"].map { request.fields[HTTPField.Name($0)!] ?? "-" }
      return Reply(status: 200, fields: [:], body: [UInt8](sent.joined(separator: " ").utf8), isShared: false)
    }
    let configuration = configuration
    configuration.httpAdditionalHeaders = ["X-Session": "1", "X-Both": "session", "Mockspec-Response": "A=B"]
    var request = server.request("/a")
    request.setValue("call", forHTTPHeaderField: "X-Both")
    #expect(await Form.async.load(request, configuration).body == Data("1 call -".utf8))
  }

  @Test func `bodies of every kind are sent on`() async throws {
    let body = Data("payload".utf8)
    let expected = Data("real POST /up payload".utf8)
    var request = server.request("/up", method: "POST")
    #expect(try await session.upload(for: request, from: body).0 == expected)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await session.upload(for: request, fromFile: file).0 == expected)
    request.httpBody = body
    #expect(try await session.data(for: request).0 == expected)
  }

  @Test func `a body stream that the mocks have read is sent all the same`() async throws {
    var request = server.request("/up", method: "POST")
    request.httpBodyStream = InputStream(data: Data("payload".utf8))
    request.setValue("7", forHTTPHeaderField: "Content-Length")
    let sent = try await session.data(for: request).0
    #expect(String(decoding: sent, as: UTF8.self).contains("payload"))
  }

  @Test func `a streamed upload is sent on`() async {
    let recorder = TaskRecorder(upload: Data("payload".utf8))
    let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
    var request = server.request("/up", method: "POST")
    request.setValue("7", forHTTPHeaderField: "Content-Length")
    session.uploadTask(withStreamedRequest: request).resume()
    #expect(String(decoding: await recorder.answer.body, as: UTF8.self).contains("payload"))
  }

  @Test func `a download is real, too`() async throws {
    let (file, _) = try await session.download(for: server.request("/file"))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "real GET /file ")
  }

  @Test func `a refused connection is the real error`() async {
    var request = server.request("/")
    request.url = URL(string: "http://127.0.0.1:9/")
    let error = await Form.async.load(request, configuration).error as? URLError
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(arguments: [Form.completionHandler, .delegate])
  func `a cancellation reaches the real request`(form: Form) async {
    let decided = decided
    let answer = await form.load(server.request("/slow"), configuration) { task in
      // Before the tests that wait for their turn.
      Task(priority: .high) {
        for await _ in decided { break }
        task.cancel()
      }
    }
    #expect((answer.error as? URLError)?.code == .cancelled)
  }

  @Test(arguments: Form.allCases)
  func `the project's timeout bounds how long nothing comes`(form: Form) async {
    let environment = InterceptionEnvironment(timeout: { .milliseconds(100) }, decide: { _ in .outcome(.passThrough) })
    let configuration = environment.sessionConfiguration()
    let error = await form.load(server.request("/slow"), configuration).error as? URLError
    #expect(error?.code == .timedOut)
    #expect(error?.failingURL?.path() == (URLError.Code.timedOut.namesURL ? "/slow" : nil))
  }

  @Test func `an answer that comes when its time is over is whole, or none`() async {
    await withTaskGroup { group in
      for number in 0..<300 {
        group.addTask { [server] in
          let environment = InterceptionEnvironment(
            timeout: { .microseconds(number * 50) }, decide: { _ in .outcome(.passThrough) })
          let form = Form.allCases[number % Form.allCases.count]
          let answer = await form.load(server.request("/a"), environment.sessionConfiguration())
          let isWhole = answer.error == nil && answer.body == Data("real GET /a ".utf8)
          #expect(isWhole || (answer.error as? URLError)?.code == .timedOut)
        }
      }
    }
  }

  @Test func `the request's timeout holds for the real request`() async {
    let error = await Form.async.load(server.request("/slow", timeout: 1), configuration).error as? URLError
    #expect(error?.code == .timedOut)
  }
}
