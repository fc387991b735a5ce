import Foundation
import HTTPTypes
import Logging
import MockSpec
import MockSpecClient
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The samples of the article "ServiceClients", which run with mocks.
@Suite(.timeLimit(.minutes(5)))
struct ServiceClientSampleTests {
  struct Item: Codable, Equatable {
    var id: Int
    var name: String
  }

  struct Tokens: Decodable {
    var access: String
  }

  enum Shop: RemoteService {
    case items(page: Int)
    case item(id: Int)
    case add(Item)
    case upload(photo: URL, id: Int)
    case download(id: Int, to: URL)

    var baseURL: URL { URL(string: "https://shop.example.com/v1")! }

    var path: RequestPath {
      switch self {
      case .items, .add: "/items"
      case .item(let id): "/items/\(id)"
      case .upload(_, let id), .download(let id, _): "/items/\(id)/photo"
      }
    }

    var method: HTTPRequest.Method {
      switch self {
      case .add: .post
      case .upload: .put
      default: .get
      }
    }

    var content: RequestContent {
      switch self {
      case .items(let page): .query(["page": page, "tags": ["new", "sale"]])
      case .add(let item): .json(item)
      case .upload(let photo, _): .file(photo, contentType: "image/jpeg")
      default: .none
      }
    }

    var destination: ResponseDestination {
      switch self {
      case .download(_, let file): .file(file)
      default: .memory
      }
    }
  }

  enum Login: RemoteService {
    case refresh

    var baseURL: URL { URL(string: "https://login.example.com")! }
    var path: RequestPath { "/refresh" }
    var method: HTTPRequest.Method { .post }
  }

  /// Content of requests, as values.
  static func contents(_ photo: URL, _ user: Item) -> [RequestContent] {
    [
      .json(user),
      .form(["name": "Ada", "remember": true]).with(query: ["next": "/home"]),
      .multipart([.text("title", "Holiday"), .file("photo", photo, contentType: "image/jpeg")]),
      .encoded(user, contentType: "application/x-plist", with: PropertyListEncoder().encode),
    ]
  }

  @Test func `calls are made, decoded and saved`() async throws {
    let folder = try TemporaryFolder(["photo.jpg": "a photo"])
    let photo = URL(filePath: folder["photo.jpg"])
    let saved = URL(filePath: folder.path).appendingPathComponent("saved.jpg")

    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Items", .get, "https://shop.example.com/v1/items") {
        MockedResponse("Two", json: #"{"data": {"items": [{"id": 7, "name": "Lamp"}, {"id": 8, "name": "Vase"}]}}"#)
      },
      MockedRequest("Item", .get, "https://shop.example.com/v1/items/{id}") {
        MockedResponse("Found", json: #"{"id": 7, "name": "Lamp"}"#)
        MockedResponse("Missing", status: 404, text: "no such item")
        MockedResponse("Offline", error: .notConnectedToInternet)
        MockedResponse("Wrong", json: #"{"id": "seven", "name": "Lamp"}"#)
      },
      MockedRequest("Add", .post, "https://shop.example.com/v1/items") {
        MockedResponse("Added", status: 201, headers: ["Location": "/v1/items/7"], text: "added")
      },
      MockedRequest("Photo", [.get, .put], "https://shop.example.com/v1/items/{id}/photo") {
        MockedResponse("Stored", text: "stored")
      })
    let shop = ServiceClient<Shop>(configuration: mocks.sessionConfiguration())
    let notes = Notes()
    func print(_ items: Any...) { notes.add(items.map { "\($0)" }.joined(separator: " ")) }

    let items = try await shop.value(of: .items(page: 1), as: [Item].self, at: "data.items")
    let lamp: Item = try await shop.value(of: .item(id: 7))
    let added = try await shop.response(of: .add(lamp))
    print(added.status, added.headers[.location] ?? "", try added.text())

    #expect(items == [Item(id: 7, name: "Lamp"), Item(id: 8, name: "Vase")] && lamp == items[0])

    for response in ["Missing", "Offline", "Wrong"] {
      try mocks.select(response, for: "Item")
      do {
        let item = try await shop.value(of: .item(id: 7), as: Item.self)
        print(item.name)
      } catch {
        switch error.reason {
        case .status(404): print("no such item")
        case .transport(let error) where error.code == .notConnectedToInternet: print("offline")
        case .decoding(let failure): print(failure.path, failure.message)
        default: print(error)
        }
      }
    }

    let upload = shop.start(.upload(photo: photo, id: 7))
    for await progress in upload.progress {
      print(progress.uploadFraction ?? 0)
    }
    let response = try await upload.response

    #expect(try response.text() == "stored")
    #expect(try mocks.calls(to: "Photo").last?.call.body == Array("a photo".utf8))

    let download = try await shop.response(of: .download(id: 7, to: saved))
    #expect(download.file == saved)
    #expect(try Data(contentsOf: saved) == Data("stored".utf8))

    var count = 0
    for try await chunk in try await shop.bytes(of: .items(page: 1)) { count += chunk.count }
    #expect(count == 75)

    let (answered, answer) = AsyncStream.makeStream(of: String.self)
    let label: @Sendable (String) -> Void = { answer.yield($0) }
    try mocks.select("Found", for: "Item")

    let call = shop.start(.item(id: 7), as: Item.self, queue: .main) { result in
      switch result {
      case .success(let item): label(item.name)
      case .failure(let error): label(error.isCancelled ? "cancelled" : "\(error)")
      }
    }

    for await text in answered {
      #expect(text == "Lamp")
      break
    }
    call.cancel()
    #expect(
      notes.all.filter { Double($0) == nil } == [
        "201 /v1/items/7 added", "no such item", "offline", "id expected Int",
      ])
  }

  @Test func `middleware refreshes, repeats, logs, traces and reports`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Refresh", .post, "https://login.example.com/refresh") {
        MockedResponse("New", json: #"{"access": "new"}"#)
      },
      MockedRequest("Item", .get, "https://shop.example.com/v1/items/{id}", sequence: ["Busy", "Found"]) {
        MockedResponse("Busy", status: 503, headers: ["Retry-After": "0"])
        MockedResponse("Found") { call in
          guard call.fields[.authorization] == "Bearer new" else { return MockReply(status: 401) }
          return MockReply(json: #"{"id": 7, "name": "Lamp"}"#)
        }
      })
    let configuration = mocks.sessionConfiguration()
    let login = ServiceClient<Login>(configuration: configuration)
    let shown = Notes()

    let activity = ActivityMiddleware { activity, call in
      shown.add("\(activity) \(call.service)")
    }
    var policy = RetryMiddleware.Policy()
    policy.limit = 2
    let retries = RetryMiddleware(policy)
    let tokens = AccessTokenMiddleware(.bearer("old")) { refused in
      let new = try await login.value(of: .refresh, as: Tokens.self)
      return .bearer(new.access)
    }
    let logging = LoggingMiddleware(Logger(label: "shop"))
    let shop = ServiceClient<Shop>(
      configuration: configuration, middleware: [activity, logging, TracingMiddleware(), retries, tokens])

    let item = try await TracingMiddleware.$trace.withValue("0af7651916cd43dd8448eb211c80319c") {
      try await shop.value(of: .item(id: 7), as: Item.self)
    }

    #expect(item.name == "Lamp")
    #expect(shown.all == ["began item(id: 7)", "ended item(id: 7)"])
    let calls = try mocks.calls(to: "Item")
    #expect(calls.map(\.responseName) == ["Busy", "Found", "Found"])
    for call in calls {
      let parent = try #require(call.fields[HTTPField.Name("traceparent")!])
      #expect(parent.wholeMatch(of: /00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01/) != nil, "\(parent)")
    }
    #expect(Set(calls.map { $0.fields[HTTPField.Name("traceparent")!] }).count == calls.count)
  }

  struct TracingMiddleware: Middleware {
    @TaskLocal static var trace: String?

    func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
      guard let trace = Self.trace else { return }
      let span = String(UInt64.random(in: 1 ... .max) | 1 << 63, radix: 16)
      request.request.setValue("00-\(trace)-\(span)-01", forHTTPHeaderField: "traceparent")
    }
  }

  @Test func `equal requests are shared`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Item", .get, "https://shop.example.com/v1/items/{id}") {
        MockedResponse("Found", json: #"{"id": 7, "name": "Lamp"}"#)
      })
    let shop = ServiceClient<Shop>(configuration: mocks.sessionConfiguration())

    var options = shop.options
    options.sharesEqualRequests = true
    async let first = shop.value(of: .item(id: 7), as: Item.self, options: options)
    async let second = shop.value(of: .item(id: 7), as: Item.self, options: options)
    let items = try await [first, second]

    #expect(items[0] == items[1])
  }

  static func short() async throws {
    let shop = ServiceClient<Shop>()

    let item = try await shop.value(of: .item(id: 7), as: Item.self)

    let client = ServiceClient<AnyService>()
    let other = try await client.response(of: AnyService(Shop.item(id: 7)))

    _ = (item, other)
  }
}

#if canImport(Combine)
  import Combine

  // Combine isn't on Linux. This was compiled with OpenCombine.
  extension ServiceClient {
    func publisher(of call: Service) -> some Publisher<ServiceResponse, ServiceError> {
      Deferred {
        var running: RunningCall?
        return Future<ServiceResponse, ServiceError> { promise in
          nonisolated(unsafe) let promise = promise
          running = self.start(call) { result in promise(result) }
        }
        .handleEvents(receiveCancel: { running?.cancel() })
      }
    }
  }
#endif

#if canImport(RxSwift)
  import RxSwift

  // RxSwift isn't a dependency of this package. This was compiled with its version 6.10.
  extension ServiceClient {
    func single(of call: Service) -> Single<ServiceResponse> {
      Single.create { observer in
        nonisolated(unsafe) let observer = observer
        let running = self.start(call) { result in observer(result.mapError { $0 }) }
        return Disposables.create { running.cancel() }
      }
    }
  }
#endif
