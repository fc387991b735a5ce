#if os(macOS) || os(Linux)
  import Foundation
  import MockSpecURLSession
  import Testing

  /// The launch arguments in the README of MockURLResponder, as in the article "Coming from MockURLResponder", against an
  /// app in a process of its own.
  @Suite(.timeLimit(.minutes(20)))
  struct MockURLResponderLaunchTests {
    /// The part of XCTest's class that the sample uses.
    final class XCUIApplication {
      var launchArguments: [String] = []
      func launch() {}
    }

    @Test func `the builder hands mocks to an app`() async throws {
      let launch = MockLaunch()
        .respond(to: "https://api.myawesomeapp.com/path/to/resource", method: .get)
        .with(json: #"{ "json": 123 }"#)
        .always()
        .respond(to: "https://www.google.com/", method: .get)
        .with(text: "Mock URL Responder is great!")
        .always()

      let application = XCUIApplication()
      application.launchArguments = try ["-MyCustomArgument"] + launch.arguments
      application.launch()

      let calls = ["GET https://www.google.com/", "GET https://api.myawesomeapp.com/path/to/resource?q=query"]
      let app = try await LaunchedApp(calls: calls, application.launchArguments)
      #expect(
        app.results.map(\.end) == [
          "200 text/plain; charset=utf-8, 28 bytes: Mock URL Responder is great!",
          #"200 application/json, 15 bytes: { "json": 123 }"#,
        ])
    }

    @Test func `several responses to one request answer in turn`() async throws {
      let resource = "https://api.myawesomeapp.com/path/to/resource"
      let launch = MockLaunch()
        .respond(to: resource, method: .get).with(json: #"{ "json": 123 }"#).times(2)
        .respond(to: resource, method: .get).withDroppedConnection().once()

      let app = try await LaunchedApp(calls: Array(repeating: "GET " + resource, count: 4), launch.arguments)
      let body = #"200 application/json, 15 bytes: { "json": 123 }"#
      #expect(app.results.map(\.end) == [body, body, "NSURLErrorDomain -1005", "MockSpec 1"])
    }
  }

  /// The app's side, which nothing calls: it changes the shared session.
  enum NetworkMocks {
    static let mocks = try! MockInterceptor.fromLaunch()

    static func setUp() throws {
      try mocks?.installInSharedSession()
    }
  }
#endif
