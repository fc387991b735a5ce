import Foundation
import MockSpec
import MockSpecClient
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Marks the requests of a client for its interceptor.
struct StubMiddleware: Middleware {
  let mocks: MockInterceptor
  let scene: String?
  private let stub: @Sendable (any RemoteService) -> CallStub

  init<Service: RemoteService>(mocks: MockInterceptor, scene: String?, stub: @escaping @Sendable (Service) -> CallStub)
  {
    (self.mocks, self.scene) = (mocks, scene)
    self.stub = { service in
      // For a call of `AnyService`, middleware gets the wrapped call.
      guard let service = service as? Service ?? AnyService(service) as? Service else {
        preconditionFailure("a client has calls of its service")
      }
      return stub(service)
    }
  }

  func prepare(_ request: inout PreparedRequest, for call: ServiceCall) async throws {
    let service = call.service
    let stub = call.options.stub ?? stub(service)
    let override = CallOverride(try source(stub, for: service), scene: scene, delay: stub.delay)
    request.mark = StubMark(
      stub: stub, scene: scene, requestName: service.requestName,
      sample: call.options.sharesEqualRequests && stub.usesSample ? try? service.sample : nil,
      override: mocks.taskOverride(override))
  }

  private func source(_ stub: CallStub, for service: any RemoteService) throws -> CallOverride.Source {
    switch stub.source {
    case .never: return .outcome(.passThrough)
    case .specs:
      return .mocks {
        do {
          return try service.sample.map { .reply(try reply($0)) }
        } catch {
          return .rejected("the sample of a call of \(type(of: service)): \(error)", status: 500)
        }
      }
    case .response(let response, let request):
      guard let request = request ?? service.requestName else {
        throw StubError(
          "a call of \(type(of: service)) has no 'requestName', in which the response '\(response)' is looked up")
      }
      return .response(ResponseSelection(request: request, response: response))
    case .reply(let response): return .outcome(.reply(try reply(response)))
    case .error(let failure): return .outcome(.failure(failure))
    case .sample:
      guard let sample = try service.sample else { throw StubError("a call of \(type(of: service)) has no 'sample'") }
      return .outcome(.reply(try reply(sample)))
    }
  }
}

extension CallStub {
  fileprivate var usesSample: Bool { source == .specs || source == .sample }
}

/// Returns a reply in the engine's form.
private func reply(_ response: SampleResponse) throws(StubError) -> Reply {
  guard 200...599 ~= response.status else {
    throw StubError("expected a status from 200 to 599, found \(response.status)")
  }
  return Reply(status: response.status, fields: response.headers, body: Array(response.body), isShared: false)
}

/// The mark of a request. Requests that are answered in the same way have equal marks.
private struct StubMark: TaskMark {
  let stub: CallStub
  let scene: String?
  let requestName: String?
  /// The sample that may be the reply, if the request is shared.
  let sample: SampleResponse?
  let override: TaskOverride

  func apply(to task: URLSessionTask, isRedirected: Bool) { override.apply(to: task, isRedirected: isRedirected) }

  static func == (left: StubMark, right: StubMark) -> Bool {
    (left.stub, left.scene, left.requestName, left.sample)
      == (right.stub, right.scene, right.requestName, right.sample)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(stub)
    hasher.combine(scene)
    hasher.combine(requestName)
    hasher.combine(sample)
  }
}

/// The error of a stub that can't be used for a call. The call fails with it before anything is sent.
public struct StubError: Error, Sendable, CustomStringConvertible {
  /// A description of the error, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
