import Foundation
import MockSpec
import MockSpecServer
import MockSpecURLSession
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls of one scenario over one stack.
struct ScenarioRun: Sendable {
  private let scenario: Scenario
  private let origin: URL
  private let session: URLSession
  private let engine: ObservedEngine
  private let recorder: CallbackRecorder
  /// No call takes longer, even on a busy machine.
  private static let limit = Duration.seconds(120)

  /// Makes the calls over both stacks. The interceptor mocks the origin of the server, so that the URLs are the same.
  ///
  /// - Parameter skipsSocket: Whether the calls would never end, or stop the program, over a socket.
  /// - Returns: What is observed over a socket, with decisions made at once, and with decisions made later.
  static func observe(
    _ scenario: Scenario, skipsSocket: Bool
  ) async throws -> (socket: ObservedCalls?, mock: ObservedCalls, later: ObservedCalls) {
    let served = ObservedEngine(try FidelitySpec.sets.get())
    let server = MockServer(context: ServerContext(decide: served.decide, timeout: limit))
    let origin = URL(string: "http://127.0.0.1:\(try await server.start().port)")!
    let socket = skipsSocket ? nil : await ScenarioRun(scenario, origin, served) { _ in }.observation()
    async let stopped: Void = server.stop()
    let intercepted = ObservedEngine(try FidelitySpec.sets.get())
    let environment = InterceptionEnvironment(namesScheme: intercepted.names(scheme:), decide: intercepted.decide)
    let mock = await ScenarioRun(scenario, origin, intercepted) { environment.install(in: &$0) }.observation()
    let asked = ObservedEngine(try FidelitySpec.sets.get())
    let asking = InterceptionEnvironment(
      timeout: { limit }, namesScheme: asked.names(scheme:), onUnmatched: nil, hasChoice: { _ in false },
      ask: { request, _, _, _, completion in
        DispatchQueue.global().async {
          asked.decide(request) { completion(.decided($0, timeout: limit)) }
        }
        return {}
      },
      decide: { _, _, _, _ in nil })
    let later = await ScenarioRun(scenario, origin, asked) { asking.install(in: &$0) }.observation()
    await stopped
    return (socket, mock, later)
  }

  /// Makes the calls over a socket, and again with an interceptor that passes them on to the same server.
  static func observe(_ scenario: Scenario, _ route: Scenario.Route) async throws -> (
    socket: ObservedCalls, passed: ObservedCalls
  ) {
    let (served, passed) = (ObservedEngine(try FidelitySpec.sets.get()), ObservedEngine(try FidelitySpec.sets.get()))
    let isPassing = Atomic(false)
    let server = MockServer(
      context: ServerContext(
        decide: { (isPassing.load(ordering: .sequentiallyConsistent) ? passed : served).decide($0) },
        timeout: limit))
    let origin = URL(string: "http://127.0.0.1:\(try await server.start().port)")!
    let socket = await ScenarioRun(scenario, origin, served) { _ in }.observation()
    isPassing.store(true, ordering: .sequentiallyConsistent)
    let passing = MockEngine(try FidelitySpec.passingOn(route, to: origin))
    let environment = InterceptionEnvironment(decide: passing.decide)
    let observation = await ScenarioRun(scenario, origin, passed) { environment.install(in: &$0) }.observation()
    await server.stop()
    return (socket, observation)
  }

  private init(
    _ scenario: Scenario, _ origin: URL, _ engine: ObservedEngine, install: (inout URLSessionConfiguration) -> Void
  ) {
    self.scenario = scenario
    self.origin = origin
    self.engine = engine
    recorder = CallbackRecorder(scenario)
    var configuration = URLSessionConfiguration.ephemeral
    scenario.configure?(configuration, origin)
    install(&configuration)
    session = URLSession(
      configuration: configuration,
      delegate: scenario.form.style == .delegate || scenario.hasSessionDelegate ? recorder : nil, delegateQueue: nil)
  }

  private func observation() async -> ObservedCalls {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    if scenario.form.kind == .uploadFile { #expect(throws: Never.self) { try scenario.body?.write(to: file) } }
    defer { try? FileManager.default.removeItem(at: file) }
    var task: URLSessionTask?
    var hangs = false
    for _ in 1...scenario.calls where !hangs {
      if scenario.form.style == .async {
        Task { await callAsync(file) }
      } else {
        task = makeTask(file)
        start(task!)
      }
      hangs = !(await recorder.ended.occurs(within: Self.limit))
    }
    // The task's state is set after the completion handler has returned, which runs on the same queue as this.
    let isQuiet = Signal()
    session.delegateQueue.addOperation { isQuiet.send() }
    _ = await isQuiet.occurs(within: hangs ? .seconds(1) : Self.limit)

    var observation = recorder.observation
    if hangs { observation["hangs"] = "yes" }
    if let task { observation.note(task: task) }
    observation.note(cookies: session.configuration.httpCookieStorage?.cookies ?? [])
    // Whether a call that is cancelled at once was made before, the system decides.
    if !scenario.isDecidedByChance { observation.note(journal: engine.calls) }
    // Cancelling a call that hangs may stop the program.
    if !hangs { session.finishTasksAndInvalidate() }
    return observation
  }

  private var request: URLRequest {
    let target = scenario.target.replacing("PORT", with: "\(origin.port!)").replacing(
      "ORIGIN", with: "127.0.0.1:\(origin.port!)")
    var request = URLRequest(url: URL(string: target.hasPrefix("/") ? origin.absoluteString + target : target)!)
    request.httpMethod = scenario.method
    for (name, value) in scenario.fields { request.setValue(value, forHTTPHeaderField: name) }
    if let timeout = scenario.timeout { request.timeoutInterval = timeout }
    guard !scenario.form.isUpload, let body = scenario.body else { return request }
    if scenario.payload == .stream { request.httpBodyStream = InputStream(data: body) } else { request.httpBody = body }
    return request
  }

  private func start(_ task: URLSessionTask) {
    if scenario.cancellation == .onRequest { engine.onArrival { [weak task] in task?.cancel() } }
    if scenario.suspension == .onRequest {
      engine.onArrival { [weak task] in
        task?.suspend()
        task?.resume()
      }
    }
    if scenario.cancellation == .beforeResume { task.cancel() }
    if scenario.suspension == .beforeStart {
      task.suspend()
      task.resume()
    }
    task.resume()
    if scenario.cancellation == .afterResume { task.cancel() }
  }

  private func makeTask(_ file: URL) -> URLSessionTask {
    let isDelegate = scenario.form.style == .delegate
    let recorder = recorder
    let complete = { @Sendable in recorder.complete($0, $1, $2) }
    switch scenario.form.kind {
    case .data:
      return isDelegate ? session.dataTask(with: request) : session.dataTask(with: request, completionHandler: complete)
    case .uploadData:
      let body = scenario.body ?? Data()
      return isDelegate
        ? session.uploadTask(with: request, from: body)
        : session.uploadTask(with: request, from: body, completionHandler: complete)
    case .uploadFile:
      return isDelegate
        ? session.uploadTask(with: request, fromFile: file)
        : session.uploadTask(with: request, fromFile: file, completionHandler: complete)
    case .uploadStream:
      return session.uploadTask(withStreamedRequest: request)
    case .download:
      return isDelegate
        ? session.downloadTask(with: request)
        : session.downloadTask(with: request) { complete($0.flatMap { try? Data(contentsOf: $0) }, $1, $2) }
    }
  }

  private func callAsync(_ file: URL) async {
    let delegate = scenario.hasTaskDelegate ? recorder : nil
    do {
      let (body, response) =
        switch scenario.form.kind {
        case .data: try await session.data(for: request, delegate: delegate)
        case .uploadData: try await session.upload(for: request, from: scenario.body ?? Data(), delegate: delegate)
        case .uploadFile, .uploadStream: try await session.upload(for: request, fromFile: file, delegate: delegate)
        case .download: try await download(delegate)
        }
      recorder.complete(body, response, nil)
    } catch {
      recorder.complete(nil, nil, error)
    }
  }

  private func download(_ delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse) {
    let (file, response) = try await session.download(for: request, delegate: delegate)
    defer { try? FileManager.default.removeItem(at: file) }
    return (try Data(contentsOf: file), response)
  }
}

/// An engine that reports each request.
private final class ObservedEngine: Sendable {
  private let engine: MockEngine
  private let handler = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ sets: ResponseSets) { engine = MockEngine(sets) }

  var calls: [CallRecord] { engine.session.calls }

  /// Sets what is called, on another queue than the request's, when the next request has arrived.
  func onArrival(_ handler: @escaping @Sendable () -> Void) { self.handler.withLock { $0 = handler } }

  func names(scheme: String) -> Bool { engine.sets.names(scheme: scheme) }

  func decide(_ call: MockCall) -> Decision {
    var decision: Decision?
    decide(call) { decision = $0 }
    return decision!
  }

  /// Delivers a decision before it reports the request.
  func decide(_ call: MockCall, deliver: (Decision) -> Void) {
    deliver(engine.decide(call))
    if let handler = handler.withLock({ $0.take() }) { DispatchQueue.global().async(execute: handler) }
  }
}
