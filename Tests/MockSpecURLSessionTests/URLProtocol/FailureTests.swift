import Foundation
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct FailureTests {
  let url = URL(string: "https://api.example.com/a")!

  func error(_ form: Form, _ decision: Decision) async -> (any Error)? {
    let environment = InterceptionEnvironment { _ in decision }
    defer { withExtendedLifetime(environment) {} }
    return await form.load(URLRequest("/a"), environment.sessionConfiguration()).error
  }

  @Test(arguments: Form.allCases)
  func `a URLError arrives with its URL`(form: Form) async throws {
    let error = try #require(await error(form, .failure(.urlError(.notConnectedToInternet))) as? URLError)
    #expect(error.code == .notConnectedToInternet)
    #expect(error.failingURL == url)
    #expect(error.errorUserInfo["NSErrorFailingURLStringKey"] as? String == url.absoluteString)
  }

  @Test(arguments: Form.allCases)
  func `an error of another domain arrives as it is`(form: Form) async throws {
    let failure = URLFailure.custom(domain: "com.example", code: 7, message: "no luck")
    let error = try #require(await error(form, .failure(failure))) as NSError
    #expect(error.domain == "com.example")
    #expect(error.code == 7)
    #expect(error.localizedDescription == "no luck")
    #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
  }

  @Test(arguments: Form.allCases)
  func `an error of URLSession's domain is a URLError`(form: Form) async throws {
    let failure = URLFailure.custom(domain: NSURLErrorDomain, code: -1003, message: nil)
    let error = try #require(await error(form, .failure(failure)) as? URLError)
    #expect(error.code == .cannotFindHost)
  }

  @Test(arguments: [(URLErrorName.timedOut, URLError.Code.timedOut), (.cancelled, .cancelled), (.unknown, .unknown)])
  func `a code has its name`(name: URLErrorName, code: URLError.Code) {
    #expect(URLError.Code(name) == code)
    #expect(code.name == name)
  }

  @Test(arguments: URLErrorName.allCases)
  func `a name leads to its own code, or on Linux to unknown`(name: URLErrorName) {
    #expect([name, .unknown].contains(URLError.Code(name).name))
  }

  @Test(arguments: Form.allCases)
  func `an unmatched request is explained`(form: Form) async throws {
    let error = try #require(await error(form, .unmatched))
    let own = try #require(error as? MockSpecError)
    #expect(own.code == .unmatched)
    #expect(own.url == url)
    let explanation = try #require(own.explanation)
    #expect(explanation.candidates.map(\.requestName) == ["Login"])
    #expect(explanation.text.hasPrefix("no request matches GET /a\n\nLogin (inline:2:12)\n  ✗ method: "))
    #expect(error.localizedDescription == explanation.text)
    #expect((error as NSError).userInfo[MockSpecError.explanationKey] as? String == explanation.json)
    #expect((error as NSError).domain == "MockSpec")
    #expect((error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
  }

  @Test func `an unmatched request is reported before it fails`() async {
    let reported = Notes()
    let environment = InterceptionEnvironment(
      onUnmatched: { request, unmatched in reported.add("\(request): \(unmatched.candidates.count)") },
      decide: { _ in .unmatched })
    _ = await Form.async.load(URLRequest("/a?b"), environment.sessionConfiguration())
    #expect(reported.all == ["GET https://api.example.com/a?b: 1"])
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: Form.allCases)
  func `a rejected request says why`(form: Form) async throws {
    let error = try #require(await error(form, .outcome(.rejected("no response 'Offlin' in 'Login'", status: 400))))
    #expect(error.localizedDescription == "no response 'Offlin' in 'Login'")
    #expect(throws: MockSpecError.self) { throw error }
  }

  @Test func `errors are caught by code, also behind an NSError`() {
    let error = MockSpecError.ended(url: url)
    for error in [error, NSError(domain: "MockSpec", code: error.errorCode)] as [any Error] {
      do { throw error } catch MockSpecError.ended {} catch { Issue.record("\(error)") }
    }
  }

  @Test func `a WebSocket task fails and doesn't hang`() async {
    let environment = InterceptionEnvironment { _ in .reply("no socket") }
    let session = URLSession(configuration: environment.sessionConfiguration())
    let task = session.webSocketTask(with: URL(string: "ws://api.example.com/socket")!)
    task.resume()
    await #expect(throws: (any Error).self) { try await task.receive() }
    withExtendedLifetime(environment) {}
  }

  #if canImport(FoundationNetworking)
    @Test func `a pending receive of a WebSocket task gets the error that says why`() async {
      let task = URLSession(configuration: .ephemeral).webSocketTask(with: URL(string: "ws://api.example.com/socket")!)
      let expected = MockSpecError.webSocket(url: url)
      let received = Task { try await task.receive() }
      task.failPendingWork(expected)
      let error = await #expect(throws: (any Error).self) { try await received.value }
      #expect(error.map { MockSpecError.unsupportedTask ~= $0 } == true, "\(String(describing: error))")
    }
  #endif
}
