import Foundation
import MockSpec
import MockSpecClientMocks
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Scenes of clients.
@Suite(.timeLimit(.minutes(20)))
struct SceneTests {
  @Test(arguments: Place.stubbed)
  func `two clients with two scenes never meet`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      var call = Shop.zen
      call.acceptedStatus = .any
      let clients = [shop.client(scene: "Offline"), shop.client(scene: "Busy hour"), shop.client()]
      let answers = await withTaskGroup(of: (Int, String).self) { group in
        for number in 0..<500 {
          group.addTask { [call] in
            let client = number % clients.count
            do throws(ServiceError) {
              return (client, "\(try await clients[client].response(of: call).status)")
            } catch {
              return (client, "\(error.transportError?.code.rawValue ?? 0)")
            }
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0, default: Set()].insert($1.1) }
      }
      #expect(answers == [0: ["\(URLError.Code.notConnectedToInternet.rawValue)"], 1: ["503"], 2: ["200"]])
      #expect(shop.session.selections == ([:], nil))
    }
  }

  @Test(arguments: Place.stubbed)
  func `a scene of a client precedes selections, and a named response precedes both`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client(scene: "Busy hour")
      try shop.session.select("Broken", for: "User")
      try shop.session.activate(scene: "Offline")
      var user = Shop.user
      user.acceptedStatus = .any
      #expect(try await client.response(of: user).status == 404)
      #expect(try await client.response(of: user, options: CallOptions(stub: .response("Found"))).status == 200)
      // Requests that the scene doesn't name are as the interceptor selects.
      #expect(try await client.response(of: .steps).text() == "one")
      #expect(try await client.response(of: .steps).text() == "two")
    }
  }

  @Test(arguments: Place.stubbed)
  func `a scene of a client applies after redirects, too`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client(scene: "Busy hour")
      var sent = Shop(.post, "/sent", .data(Data("body".utf8)))
      sent.acceptedStatus = .any
      let refused = try await client.response(of: sent)
      #expect(refused.status == 429)
      var old = Shop("/old")
      old.acceptedStatus = .any
      let busy = try await client.response(of: old)
      #expect(busy.status == 503)
    }
  }

  @Test(arguments: Place.stubbed)
  func `a client of several services is stubbed as they are`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = ServiceClient(AnyService.self, mocks: shop.interceptor, configuration: .test) { call in
        (call.base as? Shop)?.requestName == "Zen" ? .reply(text: "in code") : .specs
      }
      let zen = try await client.response(of: AnyService(Shop.zen)).text()
      #expect(zen == "in code")
      let steps = try await client.response(of: AnyService(Shop.steps)).text()
      #expect(steps == "one")
    }
  }

  @Test(arguments: Place.stubbed)
  func `a scene that doesn't exist is an error that consumes nothing`(place: Place) async throws {
    try await OpenShop.open(place) { shop in
      let client = shop.client(scene: "Ofline")
      var call = Shop.steps
      call.sample = SampleResponse(text: "sample")
      let error = await client.failure(of: call)
      #expect(error?.mockErrorCode == .rejected)
      #expect(error?.description.contains("no scene is named 'Ofline': did you mean 'Offline'?") == true)
      let next = try await shop.client().response(of: call).text()
      #expect(next == "one")
    }
  }

  @Test func `a scene is looked up again when the specs are reloaded`() async throws {
    let folder = try TemporaryFolder(["shop.mock.yaml": Shop.spec, "mockspec.yaml": Shop.project])
    let mocks = try await MockInterceptor(specs: .path(folder.path), watch: true)
    let client = ServiceClient(Shop.self, mocks: mocks, scene: "Busy hour", configuration: .test)
    var call = Shop.zen
    call.acceptedStatus = .any
    #expect(try await client.response(of: call).status == 503)
    let events = mocks.events
    try folder.save(Shop.project.replacing("Zen: Busy", with: "Zen: Calm"), to: "mockspec.yaml")
    for await event in events {
      if case .reloaded = event { break }
    }
    #expect(try await client.response(of: call).status == 200)
  }
}
