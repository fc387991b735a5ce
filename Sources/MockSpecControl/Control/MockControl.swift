public import MockSpec
package import MockSpecDiagnostics
import Synchronization

/// The control API of an engine: it steers a running mock, and shows what it does.
///
/// It opens no sockets and reads no files. An adapter that serves ``prefix`` passes calls to ``outcome(of:)`` and sends what
/// it returns. All methods can be called on any thread. `openapi.json` describes the resources.
public final class MockControl: Sendable {
  /// The first segment of the path of every resource. On a server, no request matches calls with it.
  public static let prefix = ControlPath.segment

  let engine: MockEngine
  /// The options, such as who may call it.
  public let options: ControlOptions
  /// The servers whose calls are counted.
  package let metrics = MetricsSources()
  let project = ProjectState()
  let listeners = Atomic(0)
  let specBudget: SpecBudget
  /// The batches of calls of the sessions that have listeners.
  let batches = Mutex<[ObjectIdentifier: WeakBatches]>([:])
  /// The proxy that `proxy.pac` names; `nil` if there is none.
  let proxy = Mutex<ProxyAddress?>(nil)
  /// The port of the mocks, and the one that only the control API has, for browsers; each `nil` if there is none or it isn't
  /// known.
  let ports = Mutex<(mocks: Int?, panel: Int?)>((nil, nil))

  /// Creates the control API of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine that is steered.
  ///   - options: The options, such as who may call it.
  public convenience init(_ engine: MockEngine, options: ControlOptions = ControlOptions()) {
    self.init(engine, options: options, specBudget: SpecBudget())
  }

  init(_ engine: MockEngine, options: ControlOptions, specBudget: SpecBudget) {
    self.engine = engine
    self.options = options
    self.specBudget = specBudget
  }

  /// Returns the outcome of a call whose path begins with ``prefix``, on a port that has only the control API.
  public func outcome(of call: MockCall) -> ControlOutcome { outcome(of: call, sharesPort: false) }

  /// Returns the outcome of a call whose path begins with ``prefix``.
  ///
  /// - Parameter sharesPort: Whether the port also has mocks. Pages of mocks and of the servers to which calls are forwarded
  ///   have the same origin there, so that browsers aren't answered, but are sent to the port for the panel.
  package func outcome(of call: MockCall, sharesPort: Bool) -> ControlOutcome {
    do throws(ControlProblem) {
      return try route(call, sharesPort)
    } catch {
      return .reply(error.reply)
    }
  }

  /// Returns whether a call is allowed, before its body is read. The session that it names isn't checked.
  ///
  /// - Parameters:
  ///   - call: The call without its body.
  ///   - sharesPort: Whether the port also has mocks.
  package func admission(of call: MockCall, sharesPort: Bool) -> ControlAdmission {
    do throws(ControlProblem) {
      return .accepted(bodyLimit: try find(call, sharesPort).route.bodyLimit)
    } catch {
      return .refused(error.reply)
    }
  }

  /// The number of clients that wait for calls or events.
  package var listenerCount: Int { listeners.load(ordering: .relaxed) }

  /// Publishes the ports of the servers.
  ///
  /// - Parameters:
  ///   - mocks: The port of the mocks, for the panel.
  ///   - panel: The port that only the control API has. Browsers that open the panel on the port of the mocks are sent there.
  package func publish(mocksPort mocks: Int, panelPort panel: Int) { ports.withLock { $0 = (mocks, panel) } }

  /// Ends all streams of events, and all waits for calls, which are answered with what there is.
  package func endStreams() { project.endStreams() }

  /// Records that another version of the project is in use.
  ///
  /// - Parameters:
  ///   - message: The changes, on one line.
  ///   - diagnostics: The warnings of the version.
  ///   - heldFiles: The files whose newest version isn't in use, since it has errors.
  package func projectReloaded(_ message: String, _ diagnostics: [Diagnostic], heldFiles: [HeldFile] = []) {
    project.reloaded(message, diagnostics, heldFiles)
  }

  /// Records that the current files aren't in use.
  ///
  /// - Parameters:
  ///   - message: The reason, on one line.
  ///   - diagnostics: Their errors.
  package func projectRejected(_ message: String, _ diagnostics: [Diagnostic]) {
    project.rejected(message, diagnostics)
  }
}
