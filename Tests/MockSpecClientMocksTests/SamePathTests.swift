import Foundation
import HTTPTypes
import MockSpec
import MockSpecClientMocks
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same calls stubbed in process, stubbed by a server, and live.
@Suite(.timeLimit(.minutes(20)))
struct SamePathTests {
  struct User: Decodable, Equatable {
    let name: String
    let age: Int
  }

  @Test(arguments: Place.allCases)
  func `calls with every kind of content`(place: Place) async throws {
    let folder = try TemporaryFolder(["body.txt": "from a file"])
    let file = URL(filePath: folder["body.txt"])
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      func answer(_ call: Shop) async throws -> String { try await client.response(of: shop(call)).text() }
      let path: RequestPath = "/echo"
      #expect(try await answer(Shop(.get, path)) == "GET []\n[][]\n[]")
      #expect(try await answer(Shop(.get, path, .query(["a": "ä b", "b": 2]))) == "GET []\n[ä b][2]\n[]")
      let data = try await answer(Shop(.post, path, .data(Data("raw".utf8))))
      #expect(data == "POST [application/octet-stream]\n[][]\n[raw]")
      let json = try await answer(Shop(.put, path, .json(["name": "Ada"])))
      #expect(json == "PUT [application/json]\n[][]\n[{\"name\":\"Ada\"}]")
      let form = try await answer(Shop(.post, path, .form(["x": "1 2"])))
      #expect(form == "POST [application/x-www-form-urlencoded]\n[][]\n[x=1+2]")
      let both = try await answer(Shop(.patch, path, .json(["x": 1]).with(query: ["a": "q"])))
      #expect(both == "PATCH [application/json]\n[q][]\n[{\"x\":1}]")
      #expect(try await answer(Shop(.delete, path, .parameters(["a": 1]))) == "DELETE []\n[1][]\n[]")
      let upload = try await answer(Shop(.post, path, .file(file, contentType: "text/plain")))
      #expect(upload == "POST [text/plain]\n[][]\n[from a file]")
      let parts = RequestContent.multipart([.text("t", "x"), .file("f", file)], boundary: "B")
      let multipart = try await answer(Shop(.post, path, parts))
      #expect(multipart.hasPrefix("POST [multipart/form-data; boundary=B]\n[][]\n[--B\r\n"))
      #expect(multipart.contains("from a file\r\n--B--"))
    }
  }

  @Test(arguments: Place.allCases)
  func `decoding, statuses and selections`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      #expect(try await client.value(of: shop(.user), as: User.self, at: "data") == User(name: "Ada", age: 36))
      try shop.session.select("Gone", for: "User")
      let refused = await client.failure(of: shop(.user))
      #expect(refused?.response?.status == 404)
      #expect(refused?.response?.headers[.contentType] == "application/json")
      guard case .status(404)? = refused?.reason else { return #expect(Bool(false), "\(refused as Any)") }
      // An empty set of statuses accepts none, stubbed or not.
      var strict = shop(.zen)
      strict.acceptedStatus = .only([])
      let none = await client.failure(of: strict)
      guard case .status(200)? = none?.reason else { return #expect(Bool(false), "\(none as Any)") }
      var lenient = shop(.user)
      lenient.acceptedStatus = .any
      #expect(try await client.response(of: lenient).status == 404)
      try shop.session.select("Broken", for: "User")
      let broken = await #expect(throws: ServiceError.self) {
        try await client.value(of: shop(.user), as: User.self)
      }
      guard case .decoding? = broken?.reason else { return #expect(Bool(false), "\(broken as Any)") }
      #expect(broken?.response?.body == Data("{".utf8))
      try shop.session.select("Offline", for: "Zen")
      let offline = await client.failure(of: shop(.zen))?.transportError
      // Over a socket, the connection breaks.
      #expect(offline != nil)
      if shop.interceptor != nil { #expect(offline?.code == .notConnectedToInternet) }
    }
  }

  @Test(arguments: Place.allCases)
  func `redirects, HEAD, progress, chunks and downloads`(place: Place) async throws {
    let folder = try TemporaryFolder()
    try await OpenShop.open(place) { shop in
      let client = shop.client()
      let moved = try await client.response(of: shop(Shop("/old")))
      #expect(try moved.text() == "keep it simple")
      #expect(moved.url?.path == "/v1/zen")
      let sent = try await client.response(of: shop(Shop(.post, "/sent", .data(Data("body".utf8)))))
      #expect(try sent.text().hasPrefix("POST"))
      #expect(try sent.text().hasSuffix("[body]"))
      #expect(try await client.response(of: shop(Shop(.head, "/zen"))).body.isEmpty)
      let large = shop(Shop("/large"))
      let call = client.start(large)
      var received: Int64 = 0
      for await progress in call.progress { received = progress.receivedBytes }
      #expect(received == 200_000)
      #expect(try await call.response.body.count == 200_000)
      var count = 0
      for try await chunk in try await client.bytes(of: large) { count += chunk.count }
      #expect(count == 200_000)
      var download = large
      download.destination = .file(URL(filePath: folder["large.txt"]))
      #expect(try await client.response(of: download).file != nil)
      #expect(try folder.read("large.txt").utf8.count == 200_000)
    }
  }

  @Test(arguments: Place.allCases)
  func `a call is cancelled during a delay`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      try shop.session.select("Slow", for: "Zen")
      let client = shop.client()
      let task = Task { try await client.response(of: shop(.zen)) }
      try await shop.waitForCall(to: "Zen")
      task.cancel()
      let error = await #expect(throws: ServiceError.self) { try await task.value }
      #expect(error?.isCancelled == true)
    }
  }
}
