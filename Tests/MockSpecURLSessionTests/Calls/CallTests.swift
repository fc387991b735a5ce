import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the engine sees of a call.
@Suite(.timeLimit(.minutes(20)))
struct CallTests {
  /// Keeps the last call that it answers.
  final class Witness: Sendable {
    private let seen = Mutex<MockCall?>(nil)

    var call: MockCall? { seen.withLock { $0 } }

    func answer(_ call: MockCall) -> Decision {
      seen.withLock { $0 = call }
      return .reply("ok")
    }
  }

  let witness: Witness
  let environment: InterceptionEnvironment
  var session: URLSession { URLSession(configuration: environment.sessionConfiguration()) }

  init() {
    let witness = Witness()
    self.witness = witness
    environment = InterceptionEnvironment { witness.answer($0) }
  }

  @Test(arguments: ["", "body"]) func `a streamed upload waits for a 100, also an empty one`(body: String) async {
    let recorder = TaskRecorder(upload: Data(body.utf8))
    let session = URLSession(
      configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.uploadTask(withStreamedRequest: URLRequest("/up", method: "POST")).resume()
    let events = await recorder.answer.events
    #if canImport(FoundationNetworking)
      #expect(events == ["response", "response", "data", "complete"])
    #endif
  }

  struct Cut: Sendable {
    var url: String
    var scheme: String?
    var host: String?
    var port: Int?
    var path: String
    var query: String?
  }

  @Test(arguments: [
    Cut(url: "http://h", scheme: "http", host: "h", path: ""),
    Cut(url: "HTTPS://API.Example.com/A/b", scheme: "https", host: "api.example.com", path: "/A/b"),
    Cut(url: "http://h:8080/", scheme: "http", host: "h", port: 8080, path: "/"),
    Cut(url: "http://h:/", scheme: "http", host: "h", path: "/"),
    Cut(url: "http://u:p@h:1/x", scheme: "http", host: "h", port: 1, path: "/x"),
    Cut(url: "http://[2001:DB8::1]/x", scheme: "http", host: "[2001:db8::1]", path: "/x"),
    Cut(url: "http://[::1]:81/x", scheme: "http", host: "[::1]", port: 81, path: "/x"),
    Cut(
      url: "http://h/a%2Fb%20c//?q=%26&a=b?c/d#f?", scheme: "http", host: "h", path: "/a%2Fb%20c//",
      query: "q=%26&a=b?c/d"),
    Cut(url: "http://h?q", scheme: "http", host: "h", path: "", query: "q"),
    Cut(url: "http://h/?", scheme: "http", host: "h", path: "/", query: ""),
    Cut(url: "http://h/a:b@c", scheme: "http", host: "h", path: "/a:b@c"),
    Cut(url: "/a:b", path: "/a:b"),
  ])
  func `a URL is cut and left as it is`(cut: Cut) {
    let parts = URLParts(cut.url)
    #expect(parts.scheme == cut.scheme)
    #expect(parts.host == cut.host)
    #expect(parts.port == cut.port)
    #expect(parts.path == cut.path)
    #expect(parts.query == cut.query)
  }

  @Test func `method, URL and fields arrive as they were sent`() async throws {
    var request = URLRequest("/a%20b/?x=1&x=2", method: "PURGE")
    request.setValue("text/html", forHTTPHeaderField: "Accept")
    request.addValue("a", forHTTPHeaderField: "X-Many")
    request.addValue("b", forHTTPHeaderField: "X-Many")
    _ = try await session.data(for: request)
    let seen = try #require(witness.call)
    #expect(seen.description == "PURGE https://api.example.com/a%20b/?x=1&x=2")
    #expect(seen.target == .url)
    #expect(seen.fields[.accept] == "text/html")
    #expect(seen.fields[HTTPField.Name("x-many")!] == "a,b")
    #expect(seen.body.isEmpty)
  }

  @Test func `the configuration's fields yield to the request's`() async throws {
    let configuration = environment.sessionConfiguration()
    configuration.httpAdditionalHeaders = ["X-Env": "seven", "Accept": "a/b"]
    var request = URLRequest("/")
    request.setValue("text/html", forHTTPHeaderField: "accept")
    _ = try await URLSession(configuration: configuration).data(for: request)
    #expect(witness.call?.fields[HTTPField.Name("X-Env")!] == "seven")
    #expect(witness.call?.fields[.accept] == "text/html")
  }

  @Test func `the body of a data task arrives`() async throws {
    var request = URLRequest("/", method: "POST")
    request.httpBody = Data("body".utf8)
    _ = try await session.data(for: request)
    #expect(witness.call?.body == [UInt8]("body".utf8))
  }

  @Test(arguments: [0, 5, 1 << 20])
  func `a body stream arrives whole`(count: Int) async throws {
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
    var request = URLRequest("/", method: "POST")
    request.httpBodyStream = InputStream(data: Data(body))
    _ = try await session.data(for: request)
    #expect(witness.call?.body == body)
  }

  @Test func `an upload from data arrives, whatever the request holds`() async throws {
    var request = URLRequest("/", method: "PUT")
    request.httpBody = Data("not this".utf8)
    _ = try await session.upload(for: request, from: Data("this".utf8))
    #expect(witness.call?.body == [UInt8]("this".utf8))
  }

  @Test func `an upload from a file arrives`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("in a file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try await session.upload(for: URLRequest("/", method: "PUT"), fromFile: file)
    #expect(witness.call?.body == [UInt8]("in a file".utf8))
  }

  @Test func `an upload from a file that isn't there fails`() async throws {
    let file = URL(filePath: "/nowhere/\(UUID().uuidString)")
    let error = await #expect(throws: MockSpecError.self) {
      try await session.upload(for: URLRequest("/", method: "PUT"), fromFile: file)
    }
    #expect(error?.code == .unreadableBody)
    #expect(error?.message == "the request's body can't be read from \(file.path)")
    #expect(witness.call == nil)
  }

  @Test func `a streamed upload asks the delegate`() async {
    let recorder = TaskRecorder(upload: Data("streamed".utf8))
    let session = URLSession(
      configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.uploadTask(withStreamedRequest: URLRequest("/", method: "POST")).resume()
    #expect(await recorder.answer.body == Data("ok".utf8))
    #expect(witness.call?.body == [UInt8]("streamed".utf8))
  }

  @Test func `a body of more than 64 MiB is counted and not kept`() async throws {
    let body = Data(count: BodyReading.limit + 1)
    var request = URLRequest("/", method: "POST")
    request.httpBodyStream = InputStream(data: body)
    for load in [request, nil] {
      if let load {
        _ = try await session.data(for: load)
      } else {
        _ = try await session.upload(for: URLRequest("/", method: "POST"), from: body)
      }
      #expect(witness.call?.body == [])
      #expect(witness.call?.unkeptBodySize == body.count)
    }
  }

  @Test func `a stream that never ends is bounded by the timeout`() async throws {
    var pair: [Int32] = [0, 0]
    #expect(pipe(&pair) == 0)
    defer { for descriptor in pair { close(descriptor) } }
    var request = URLRequest("/", method: "POST", timeout: 0.1)
    request.httpBodyStream = InputStream(url: URL(filePath: "/proc/self/fd/\(pair[0])"))
    let answer = await Form.async.load(request, environment.sessionConfiguration())
    #expect((answer.error as? URLError)?.code == .timedOut)
  }

  @Test func `more fields than a request can have don't stop the program`() {
    let fields = Dictionary(uniqueKeysWithValues: (1...70_000).map { (AnyHashable("X-\($0)"), "1" as Any) })
    let call = MockCall(URLRequest("/a"), URLParts("https://user:secret@api.example.com/a"), additional: fields)
    #expect(call.fields.count < 4200)
  }

  @Test func `data URLs are left to URLSession`() async throws {
    let (data, _) = try await session.data(from: URL(string: "data:text/plain,hello")!)
    #expect(data == Data("hello".utf8))
    #expect(witness.call == nil)
  }
}
