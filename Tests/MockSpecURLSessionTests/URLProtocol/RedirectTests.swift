import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects of mocks, compared with those of a server where URLSession on Linux follows the standard.
@Suite(.timeLimit(.minutes(20)))
struct RedirectTests {
  let site: RedirectingSite

  init() throws {
    site = try RedirectingSite()
  }

  static var plain: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration
  }

  /// Expects that mocks and the server give the same, and returns it.
  @discardableResult
  func compare(
    _ request: URLRequest, _ loading: Loading = Loading(), change: (URLSessionConfiguration) -> Void = { _ in },
    redirect: @escaping @Sendable (URLRequest) -> URLRequest? = { $0 }, location: SourceLocation = #_sourceLocation
  ) async -> [String] {
    let (plain, mocked) = (Self.plain, site.mocks.sessionConfiguration())
    change(plain)
    change(mocked)
    let real = await loading.run(request, plain, redirect: redirect)
    let mock = await loading.run(request, mocked, redirect: redirect)
    #expect(mock == real, sourceLocation: location)
    return mock
  }

  @Test(arguments: [301, 302, 303, 307, 308], ["GET", "HEAD", "POST", "DELETE"])
  func `the status decides the method of the next request`(status: Int, method: String) async {
    for form in Form.allCases {
      var request = site.redirect(status, "/end", method: method)
      request.setValue("1", forHTTPHeaderField: "X-One")
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      await compare(request, Loading(form: form))
    }
  }

  @Test(arguments: [301, 302, 303])
  func `a POST becomes a GET without a body`(status: Int) async {
    for form in Form.allCases {
      var request = site.redirect(status, "/end", method: "POST")
      request.httpBody = Data("body".utf8)
      let lines = await compare(request, Loading(form: form))
      #expect(lines.contains("GET /end [] "))
    }
  }

  @Test(arguments: Loading.allCases)
  func `all kinds of tasks get the last answer only`(loading: Loading) async {
    await compare(site.redirect(302, "/loop/2", method: loading.kind == .upload ? "POST" : "GET"), loading)
  }

  @Test(arguments: [
    "/end", "/end?a=b%20c", "/end#there", "http://127.0.0.1:PORT/end", "//127.0.0.1:PORT/end",
    "HTTP://127.0.0.1:PORT/end",
  ])
  func `the location is resolved`(location: String) async {
    let location = location.replacing("PORT", with: "\(site.server.port)")
    await compare(site.redirect(302, location))
  }

  @Test(arguments: Form.allCases)
  func `20 redirects are followed, and 21 are an error`(form: Form) async {
    await compare(URLRequest(url: site.url("/loop/20")), Loading(form: form))
    let lines = await compare(URLRequest(url: site.url("/loop/21")), Loading(form: form))
    #expect(lines.contains("-1007 \(site.url("/loop/1"))"))
  }

  @Test func `a delegate can refuse a redirect and gets the reply itself`() async {
    let lines = await compare(site.redirect(302, "/end"), redirect: { _ in nil })
    #expect(lines.contains("moved"))
  }

  @Test func `a delegate can choose another request`() async {
    let other = site.url("/other")
    let lines = await compare(
      site.redirect(302, "/end"),
      redirect: { _ in
        var request = URLRequest(url: other)
        request.setValue("2", forHTTPHeaderField: "X-One")
        return request
      })
    #expect(lines.contains("GET /other [\"x-one: 2\"] "))
  }

  @Test(arguments: ["", "http://[", "ht tp://%%"])
  func `a reply without a valid location isn't a redirect`(location: String) async {
    for form in Form.allCases {
      let request = site.redirect(302, location)
      let lines = await compare(request, Loading(form: form))
      #expect(lines.contains("302 \(request.url!)"))
    }
  }

  @Test(arguments: [300, 304, 305, 306])
  func `other statuses aren't followed`(status: Int) async {
    let answer = await Form.async.load(site.redirect(status, "/end"), site.mocks.sessionConfiguration())
    #expect(answer.response?.statusCode == status)
  }
}

/// On Linux, no body is sent after a redirect, as with a server.
extension RedirectTests {
  @Test(arguments: [("PUT", 301), ("PUT", 302), ("POST", 307), ("POST", 308)])
  func `the body isn't sent again`(method: String, status: Int) async {
    var request = site.redirect(status, "/end", method: method)
    let upload = await Loading(kind: .upload).run(request, in: site.mocks)
    #expect(upload.contains("\(method) /end [] "))
    request.httpBody = Data("data".utf8)
    let data = await Loading().run(request, in: site.mocks)
    #expect(data.contains("\(method) /end [] "))
    request.httpBodyStream = InputStream(data: Data("stream".utf8))
    let stream = await Loading(form: .async).run(request, in: site.mocks)
    #expect(stream.contains("\(method) /end [] "))
  }

  @Test func `a body of the delegate isn't sent, either`() async {
    var request = site.redirect(307, "/end", method: "POST")
    request.httpBody = Data("data".utf8)
    let data = await Loading().run(request, in: site.mocks) { request in
      var request = request
      request.httpBody = Data("other".utf8)
      return request
    }
    #expect(data.contains("POST /end [] "))
  }
}

/// What URLSession on Linux does otherwise with a server.
extension RedirectTests {
  @Test(arguments: [
    ("c", "/a/c#f"), ("?d=1", "/a/b?d=1#f"), ("../c", "/c#f"), ("#g", "/a/b#g"), ("/c%2Fd", "/c%2Fd#f"), ("/c#", "/c#"),
  ])
  func `a relative location is resolved, and inherits the fragment`(location: String, expected: String) async throws {
    let environment = InterceptionEnvironment { request in
      request.fields[.cacheControl] == nil ? .reply("end") : .reply(302, fields: [.location: location])
    }
    var request = URLRequest("/a/b#f")
    request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
    let lines = await Loading().run(request, in: environment) { request in
      var request = request
      request.setValue(nil, forHTTPHeaderField: "Cache-Control")
      return request
    }
    #expect(lines.contains("200 https://api.example.com\(expected)"))
    withExtendedLifetime(environment) {}
  }

  @Test func `a location that can't be loaded is an error`() async {
    let lines = await compare(site.redirect(302, "data://host/x"))
    #expect(lines.contains("\(URLError.Code.unsupportedRedirect.rawValue) data://host/x"))
  }
}

/// Cookies and credentials.
extension RedirectTests {
  func cookieRequest(_ location: String = "/end") -> URLRequest {
    var request = site.redirect(302, location)
    request.setValue("new=1; Path=/", forHTTPHeaderField: "X-Set")
    return request
  }

  @Test(arguments: Form.allCases)
  func `a cookie of a redirect is sent with the next request`(form: Form) async {
    let lines = await Loading(form: form).run(cookieRequest(), in: site.mocks)
    #expect(lines.contains("GET /end [\"cookie: new=1\"] "))
    // URLSession with a delegate doesn't send those of a server.
    if form != .delegate { await compare(cookieRequest(), Loading(form: form)) }
  }

  @Test(arguments: [Form.async, .completionHandler])
  func `the session's cookie policy holds`(form: Form) async {
    await compare(cookieRequest(), Loading(form: form), change: { $0.httpCookieAcceptPolicy = .never })
    await compare(cookieRequest(), Loading(form: form), change: { $0.httpShouldSetCookies = false })
    await compare(cookieRequest(), Loading(form: form), change: { $0.httpCookieStorage = nil })
  }

  @Test(arguments: [Form.async, .completionHandler])
  func `the app's own cookie field is kept unless there are cookies`(form: Form) async {
    var request = site.redirect(302, "/end")
    request.setValue("own=1", forHTTPHeaderField: "Cookie")
    let lines = await compare(request, Loading(form: form))
    #expect(lines.contains("GET /end [\"cookie: own=1\"] "))
    request.setValue("new=1; Path=/", forHTTPHeaderField: "X-Set")
    await compare(request, Loading(form: form))
  }

  @Test func `credentials aren't sent to another origin, nor back`() async {
    let notes = Notes()
    let environment = InterceptionEnvironment { request in
      let (authorization, cookie) = (request.fields[.authorization] ?? "", request.fields[.cookie] ?? "")
      notes.add("\(request.host!)\(request.path) \(authorization) \(cookie)")
      switch request.path {
      case "/a": return .reply(302, fields: [.location: "/b"])
      case "/b": return .reply(302, fields: [.location: "https://other.example.com/c"])
      case "/c": return .reply(302, fields: [.location: "https://api.example.com/d"])
      default: return .reply("end")
      }
    }
    var request = URLRequest("/a")
    request.setValue("own=1", forHTTPHeaderField: "Cookie")
    let configuration = environment.sessionConfiguration()
    configuration.httpAdditionalHeaders = ["authorization": "secret"]
    let lines = await Loading().run(request, configuration)
    #expect(lines.contains("end"))
    #expect(
      notes.all == [
        "api.example.com/a secret own=1", "api.example.com/b secret own=1", "other.example.com/c  ",
        "api.example.com/d  ",
      ])
    withExtendedLifetime(environment) {}
  }

  @Test func `a port and a scheme are part of the origin, and its default port isn't`() async {
    let environment = InterceptionEnvironment { request in
      guard request.path == "/a" else { return .reply(request.fields[.authorization] ?? "none") }
      return .reply(302, fields: [.location: request.query!.removingPercentEncoding!])
    }
    for (location, expected) in [
      ("https://api.example.com:443/b", "secret"), ("https://API.example.com/b", "secret"),
      ("https://api.example.com:444/b", "none"), ("http://api.example.com/b", "none"),
    ] {
      var request = URLRequest("/a?" + RedirectingSite.encoded(location))
      request.setValue("secret", forHTTPHeaderField: "Authorization")
      let lines = await Loading().run(request, in: environment)
      #expect(lines.contains(expected), "\(location)")
    }
  }
}

/// What answers the next request.
extension RedirectTests {
  /// `/a` leads to `/b`.
  func environment(
    _ redirect: Decision = .reply(302, fields: [.location: "/b"]), then end: Decision
  ) -> InterceptionEnvironment {
    InterceptionEnvironment { $0.path == "/a" ? redirect : end }
  }

  @Test func `each request is decided by itself and has its own delay and timeout`() async {
    let environment = environment(
      .reply(302, fields: [.location: "/b"], delay: .milliseconds(200)),
      then: .reply("end", delay: .milliseconds(200)))
    let start = ContinuousClock.now
    let lines = await Loading().run(URLRequest("/a", timeout: 0.3), in: environment)
    #expect(ContinuousClock.now - start >= .milliseconds(400))
    #expect(lines.contains("end"))
  }

  @Test(arguments: Loading.allCases)
  func `an error names the URL that failed`(loading: Loading) async {
    let failing = environment(then: .failure(.urlError(.notConnectedToInternet)))
    let lines = await loading.run(URLRequest("/a", method: "POST"), in: failing)
    #expect(lines.contains("-1009 https://api.example.com/b"))
    let slow = environment(then: .reply("late", delay: .seconds(600)))
    let late = await loading.run(URLRequest("/a", method: "POST", timeout: 0.1), in: slow)
    #expect(late.contains(URLError.Code.timedOut.namesURL ? "-1001 https://api.example.com/b" : "-1001 "))
  }

  @Test func `a request that no mock matches is an error`() async {
    let environment = environment(then: .unmatched)
    let error = await Form.async.load(URLRequest("/a"), environment.sessionConfiguration()).error
    withExtendedLifetime(environment) {}
    #expect((error as? MockSpecError)?.code == .unmatched)
    #expect((error as? MockSpecError)?.url == URL(string: "https://api.example.com/b"))
  }

  @Test(arguments: Form.allCases)
  func `slow replies arrive whole, and a redirect is followed after its body`(form: Form) async {
    var redirect = Decision.reply(302, fields: [.location: "/b"], body: Array("0123456789".utf8))
    redirect.throttle = Throttle(piece: 4, interval: .milliseconds(20))
    var end = Decision.reply(body: Array("0123456789".utf8))
    end.throttle = Throttle(piece: 4, interval: .milliseconds(20))
    let environment = environment(redirect, then: end)
    let start = ContinuousClock.now
    let answer = await form.load(URLRequest("/a"), environment.sessionConfiguration())
    #expect(ContinuousClock.now - start >= .milliseconds(80))
    #expect(answer.body == Data("0123456789".utf8))
    #expect(form != .delegate || answer.events.dropFirst() == ["response", "data", "data", "data", "complete"])
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: Loading.allCases, [true, false])
  func `the next request can pass through or be forwarded`(loading: Loading, passes: Bool) async throws {
    let server = try LoopbackServer { RedirectingSite.reply(to: $0) }
    let real = "http://127.0.0.1:\(server.port)"
    let redirect = Decision.reply(
      307, fields: [.location: passes ? real + "/go/307/%2Fend" : "/go/307/%2Fend", .setCookie: "mock=1; Path=/"])
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    let environment = environment(redirect, then: .outcome(passes ? .passThrough : .forward(origin)))
    var request = URLRequest("/a", method: loading.kind == .upload ? "PUT" : "GET")
    request.setValue("real=1; Path=/", forHTTPHeaderField: "X-Set")
    let lines = await loading.run(request, in: environment)
    let cookies = passes ? "real=1" : "mock=1; real=1"
    let method = loading.kind == .upload ? "PUT" : "GET"
    #expect(lines.contains("\(method) /end [\"cookie: \(cookies)\"] "))
    #expect(lines.contains("200 \(passes ? real : "https://api.example.com")/end"))
    withExtendedLifetime(environment) {}
  }
}
