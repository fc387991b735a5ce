import Foundation
import HTTPTypes
import MockSpec
import MockSpecClientMocks
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs of a client and of a call.
@Suite(.timeLimit(.minutes(20)))
struct StubTests {
  @Test(arguments: Place.stubbed)
  func `a stub of a call overrides that of the client, which overrides the specs`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client { $0.requestName == "Zen" ? .reply(status: 201, text: "from the client") : .specs }
      #expect(try await client.response(of: .zen).status == 201)
      #expect(try await client.response(of: .user).status == 200)
      func answer(_ call: Shop, _ stub: CallStub) async throws -> String {
        try await client.response(of: call, options: CallOptions(stub: stub)).text()
      }
      #expect(try await answer(.zen, .specs) == "keep it simple")
      #expect(try await answer(.zen, .immediate) == "keep it simple")
      #expect(try await answer(.zen, .after(.milliseconds(1))) == "keep it simple")
      #expect(try await answer(.zen, .reply(text: "from the call")) == "from the call")
      #expect(try await answer(.zen, .response("Slow").after(.zero)) == "late")
      #expect(
        try await answer(Shop("/zen"), .select(MockSelection("Slow", for: "Zen")).after(.zero))
          == "late")
      var busy = Shop.zen
      busy.acceptedStatus = .any
      let response = try await client.response(of: busy, options: CallOptions(stub: .response("Busy")))
      #expect(response.status == 503)
      #expect(response.headers[.retryAfter] == "1")
      // Nothing of a stub is selected, sent or shown.
      #expect(response.request.allHTTPHeaderFields?.keys.contains { $0.lowercased().hasPrefix("mockspec") } != true)
      #expect(shop.session.selections.responses.isEmpty)
      #expect(try await client.response(of: .zen).status == 201)
    }
  }

  @Test(arguments: Place.stubbed)
  func `errors in code`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      func failure(_ stub: CallStub) async -> URLError? { await client.failure(of: .zen, stub)?.transportError }
      #expect(await failure(.error(.notConnectedToInternet))?.code == .notConnectedToInternet)
      #expect(await failure(.error(.urlError(.timedOut)).after(.milliseconds(1)))?.code == .timedOut)
      let custom = await failure(.error(.custom(domain: "Shop", code: 7, message: "closed")))
      let underlying = custom?.userInfo[NSUnderlyingErrorKey] as? NSError
      #expect(underlying?.domain == "Shop")
      #expect(underlying?.code == 7)
      #expect(shop.interceptor?.calls.count == 3)
    }
  }

  @Test(arguments: Place.stubbed)
  func `names that don't exist are errors with a suggestion, and nothing is consumed`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      let response = await client.failure(of: .steps, .response("Tow"))
      #expect(response?.mockErrorCode == .rejected)
      #expect(response?.description.contains("request 'Steps' has no response 'Tow': did you mean 'Two'?") == true)
      let request = await client.failure(of: Shop("/steps", "Stebs"), .response("Two"))
      #expect(request?.description.contains("no request is named 'Stebs': did you mean 'Steps'?") == true)
      let none = await client.failure(of: Shop("/steps"), .response("Two"))
      #expect(none?.description.contains(": StubMiddleware failed: a call of Shop has no 'requestName'") == true)
      let other = await client.failure(of: Shop("/zen", "Steps"), .response("Two"))
      #expect(other?.mockErrorCode == .rejected)
      #expect(
        other?.description.contains("request 'Zen' matches the call; 'Steps', whose response 'Two' was chosen") == true)
      let lost = await client.failure(of: Shop("/nowhere", "Zen"), .response("Busy"))
      #expect(lost?.mockErrorCode == .unmatched)
      let reply = await client.failure(of: .zen, .reply(status: 99))
      #expect(reply?.description.contains("from 200 to 599, found 99") == true)
      let sample = await client.failure(of: .zen, .sample)
      #expect(sample?.description.contains("a call of Shop has no 'sample'") == true)
      let next = try await client.response(of: .steps).text()
      #expect(next == "one")
    }
  }

  @Test(arguments: Place.stubbed)
  func `a sample answers only if no spec matches`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      var known = Shop.zen
      known.sample = SampleResponse(text: "sample")
      #expect(try await client.response(of: known).text() == "keep it simple")
      #expect(try await client.response(of: known, options: CallOptions(stub: .sample)).text() == "sample")
      var unknown = Shop("/nowhere")
      let error = await client.failure(of: unknown)
      #expect(error?.mockErrorCode == .unmatched)
      #expect(error?.description.contains("no request matches GET https://shop.example.com/v1/nowhere") == true)
      unknown.sample = try SampleResponse(status: 202, json: ["a": 1])
      let response = try await client.response(of: unknown, options: CallOptions(stub: .after(.milliseconds(1))))
      #expect(response.status == 202)
      #expect(try response.value(as: [String: Int].self) == ["a": 1])
    }
  }

  @Test(arguments: Place.stubbed)
  func `a sample doesn't hide that a call is refused`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      var call = Shop("/nowhere")
      call.sample = SampleResponse(text: "sample")
      call.headers[HTTPField.Name("Mockspec-Response")!] = "Zenn=Busy"
      let error = await shop.client().failure(of: call)
      #expect(error?.mockErrorCode == .rejected)
    }
  }

  @Test(arguments: Place.stubbed)
  func `a mock in code doesn't answer in place of a named response`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      try shop.interceptor?.add(
        MockedRequest("Own", .get, "https://shop.example.com/v1/zen") { MockedResponse("R", text: "own") })
      let error = await shop.client().failure(of: .zen, .response("Busy"))
      #expect(error?.mockErrorCode == .rejected)
      #expect(error?.description.contains("request 'Own' matches the call") == true)
    }
  }

  @Test(arguments: Place.stubbed)
  func `a mock in code answers a call that chooses for others, too`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      try shop.interceptor?.add(
        MockedRequest("Mine", "https://shop.example.com/v1/mine") { MockedResponse("R", text: "mine") })
      var call = Shop("/mine")
      for (name, value) in [("Mockspec-Response", "Zen=Busy"), ("Mockspec-Scene", "Offline")] {
        call.headers = [HTTPField.Name(name)!: value]
        #expect(try await shop.client().response(of: call).text() == "mine")
      }
    }
  }

  @Test func `calls that are never stubbed go to the network while others are stubbed`() async throws {
    try await OpenShop.open(.server) { live in
      try await OpenShop.open(.inProcess) { shop in
        let client = shop.client { $0.requestName == "Zen" ? .never : .specs }
        try shop.interceptor?.select("Busy", for: "Zen")
        try live.session.select("Gone", for: "User")
        #expect(try await client.response(of: live(.zen)).text() == "keep it simple")
        #expect(try await client.response(of: live(.user)).status == 200)
        // A redirect of the network stays there.
        let old = live(Shop("/old"))
        #expect(try await client.response(of: old, options: CallOptions(stub: .never)).text() == "keep it simple")
        let sent = live(Shop(.post, "/sent", .data(Data("body".utf8))))
        #expect(try await client.response(of: sent, options: CallOptions(stub: .never)).text().hasSuffix("[body]"))
        #expect(live.session.calls.map(\.requestName) == ["Zen", "Old", "Zen", "Sent", "Echo"])
        #expect(!live.session.calls.contains { $0.call.fields.hasControlFields })
        #expect(shop.session.calls.map(\.outcome).filter { $0 == .passThrough }.count == 5)
      }
    }
  }

  @Test(arguments: Place.stubbed)
  func `a stub without delays, and a redirect in code, which leads to the mocks`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      try shop.session.select("Slow", for: "Zen")
      #expect(try await client.response(of: .zen, options: CallOptions(stub: .immediate)).text() == "late")
      try shop.session.select("Calm", for: "Zen")
      let redirect = CallStub.reply(status: 302, headers: [.location: "/v1/zen"])
      let response = try await client.response(of: .user, options: CallOptions(stub: redirect))
      #expect(try response.text() == "keep it simple")
      #expect(response.url?.path == "/v1/zen")
    }
  }

  @Test func `a call that no mock matches goes on to another interceptor of the configuration`() async throws {
    let other = try await MockInterceptor(specs: .empty)
    try other.add(
      MockedRequest("Other", .get, "https://shop.example.com/v1/other") { MockedResponse("R", text: "other") })
    var configuration = URLSessionConfiguration.test
    other.install(in: &configuration)
    try await OpenShop.open(.inProcess) { shop in
      let client = ServiceClient(
        Shop.self, mocks: shop.interceptor, scene: "Busy hour", configuration: configuration)
      let text = try await client.response(of: Shop("/other")).text()
      #expect(text == "other")
      #expect(await client.failure(of: .zen)?.response?.status == 503)
      #expect(other.calls.count == 1)
    }
  }

  @Test(arguments: Place.stubbed)
  func `a delay of a stub ends with a cancellation and with the timeout`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client { _ in .reply(text: "late").after(.seconds(3600)) }
      let events = try #require(shop.interceptor).events
      let task = Task { try await client.response(of: .zen) }
      for await event in events {
        if case .answered = event { break }
      }
      task.cancel()
      let cancelled = await #expect(throws: ServiceError.self) { try await task.value }
      #expect(cancelled?.isCancelled == true)
      let configuration = URLSessionConfiguration.test
      configuration.timeoutIntervalForRequest = 1
      let hasty = ServiceClient(Shop.self, mocks: shop.interceptor, configuration: configuration) { _ in
        .after(.seconds(3600))
      }
      #expect(await hasty.failure(of: .zen)?.transportError?.code == .timedOut)
    }
  }

  @Test func `equal calls share a request if the same would answer them`() async throws {
    let mocks = try await MockInterceptor(specs: .empty, settings: MockSettings(delay: .zero))
    let marks = Marks()
    func mark(_ sample: String, _ stub: CallStub, scene: MockSceneName? = nil) async throws -> AnyHashable {
      let client = ServiceClient<Shop>(mocks: mocks, scene: scene, middleware: [marks])
      var call = Shop("/nowhere")
      call.sample = SampleResponse(text: sample)
      var options = CallOptions(sharesEqualRequests: true)
      options.stub = stub
      _ = try? await client.response(of: call, options: options)
      return try #require(marks.last)
    }
    for stub in [CallStub.specs, .sample, .after(.zero)] {
      #expect(try await mark("a", stub) == mark("a", stub))
      #expect(try await mark("a", stub) != mark("b", stub))
    }
    #expect(try await mark("a", .reply(text: "c")) == mark("b", .reply(text: "c")))
    #expect(try await mark("a", .reply(text: "c")) != mark("a", .reply(text: "d")))
    #expect(try await mark("a", .sample) != mark("a", .sample, scene: "Evening"))
  }

  @Test(arguments: Place.stubbed)
  func `equal calls with different stubs don't share a request`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      var options = CallOptions(sharesEqualRequests: true)
      options.stub = .response("Slow")
      let slow = client.start(.zen, options: options)
      try await shop.waitForCall(to: "Zen")
      // Each of them would wait for the one before.
      for index in 0..<4 {
        options.stub = .reply(text: "\(index)")
        let text = try await client.response(of: .zen, options: options).text()
        #expect(text == "\(index)")
      }
      slow.cancel()
    }
  }
}

/// Keeps the mark of the last request that was sent.
private final class Marks: Middleware {
  private let mark = Mutex<(any TaskMark)?>(nil)

  var last: AnyHashable? { mark.withLock { $0 }.map { AnyHashable($0) } }

  func willSend(_ request: PreparedRequest, for call: ServiceCall) async { mark.withLock { $0 = request.mark } }
}
