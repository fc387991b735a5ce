import Foundation
import MockSpec
import MockSpecClientMocks
import MockSpecControl
import MockSpecServer
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the calls of a test are answered, from the same specs.
enum Place: String, Sendable, CaseIterable {
  case inProcess, connected
  /// A client without mocks calls a server.
  case server

  /// Those with an interceptor.
  static let stubbed: [Place] = [.inProcess, .connected]
}

/// The shop at a place.
struct OpenShop: Sendable {
  /// `nil` for a client without mocks.
  let interceptor: MockInterceptor?
  /// What decides.
  let session: MockSession
  private let baseURL: URL?
  private let folder: TemporaryFolder

  static func open<Value>(_ place: Place, _ body: (OpenShop) async throws -> Value) async throws -> Value {
    let folder = try TemporaryFolder(["shop.mock.yaml": Shop.spec, "mockspec.yaml": Shop.project])
    if place == .inProcess {
      let mocks = try await MockInterceptor(specs: .path(folder.path), watch: false)
      return try await body(OpenShop(interceptor: mocks, session: mocks.session, baseURL: nil, folder: folder))
    }
    let engine = MockEngine(try ResponseSets.load([folder.path]))
    let server = MockServer(engine: engine, port: 0, control: place == .connected ? MockControl(engine) : nil)
    let url = try URL(string: await server.start().url)!
    let shop =
      place == .connected
      ? OpenShop(
        interceptor: try MockInterceptor(server: url), session: engine.session, baseURL: nil, folder: folder)
      : OpenShop(
        interceptor: nil, session: engine.session, baseURL: url.appendingPathComponent("v1"), folder: folder)
    do {
      let value = try await body(shop)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Returns the call as it is made here.
  func callAsFunction(_ call: Shop) -> Shop {
    var call = call
    if let baseURL { call.baseURL = baseURL }
    return call
  }

  func client(
    scene: MockSceneName? = nil, middleware: [any Middleware] = [], options: CallOptions = CallOptions(),
    stub: @escaping @Sendable (Shop) -> CallStub = { _ in .specs }
  ) -> ServiceClient<Shop> {
    ServiceClient(
      mocks: interceptor, scene: scene, configuration: .test, middleware: middleware, options: options, stub: stub)
  }
}

extension CallOptions {
  init(stub: CallStub) {
    self.init()
    self.stub = stub
  }
}

extension OpenShop {
  /// Waits until a request was called.
  func waitForCall(to request: String) async throws {
    let (_, count) = await CallWait(session, CallFilter(request: request), count: 1).calls(within: .seconds(3600))
    guard count > 0 else { throw CancellationError() }
  }
}

extension ServiceClient<Shop> {
  /// The error with which a call fails; `nil` if it succeeds.
  func failure(of call: Shop, _ stub: CallStub? = nil) async -> ServiceError? {
    var options = options
    if let stub { options.stub = stub }
    do throws(ServiceError) {
      _ = try await response(of: call, options: options)
      return nil
    } catch { return error }
  }
}

extension ServiceError {
  /// The error of the transport; `nil` for any other.
  var transportError: URLError? {
    if case .transport(let error) = reason { error } else { nil }
  }
}
