package import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// Answers the calls of the sessions whose configuration has this environment's protocol class, and no others.
///
/// Sessions don't retain it. A call after its end fails with ``MockSpecError/ended``; decisions made before are still
/// performed.
package final class InterceptionEnvironment: Sendable {
  /// Decides a call as one of several environments that are asked in turn.
  ///
  /// - Parameters:
  ///   - isLast: Whether no other environment is asked next.
  ///   - othersHave: Returns whether another of the environments has a choice of the call's `Mockspec-Response` or
  ///     `Mockspec-Scene` field.
  ///   - override: The call's own override.
  /// - Returns: `nil` if no mock matches, and another environment is asked next.
  package typealias ChainDecision =
    @Sendable (
      _ call: MockCall, _ isLast: Bool, _ othersHave: @escaping (CallChoice) -> Bool, _ override: CallOverride?
    ) -> Decision?

  /// Starts deciding a call that ``ChainDecision`` leaves undecided, and returns a function that cancels this.
  ///
  /// - Parameters:
  ///   - othersHave: Can be called on any thread.
  ///   - completion: Called at most once, on any thread, and not on URLSession's own queue if it takes long.
  package typealias Question =
    @Sendable (
      _ call: MockCall, _ isLast: Bool, _ othersHave: @escaping @Sendable (CallChoice) -> Bool,
      _ override: CallOverride?, _ completion: @escaping @Sendable (LaterDecision) -> Void
    ) -> @Sendable () -> Void

  private let decide: ChainDecision
  private let ask: Question?
  private let hasChoice: @Sendable (CallChoice) -> Bool
  /// Whether a mock is for a scheme, in lower case.
  let namesScheme: @Sendable (String) -> Bool
  private let timeout: @Sendable () -> Duration
  private let mockClass = EnvironmentClass()
  /// The classes of chains that begin with this environment. Sessions can still use classes whose other members have
  /// ended.
  private let chains = Mutex<[EnvironmentClass]>([])
  private let onUnmatched: (@Sendable (MockCall, Explanation) -> Void)?
  private let forwarding = ForwardingSession()
  let overrides = TaskOverrideTable()

  /// Creates an environment with a protocol class of its own.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time of a hang, of forwarding, and of silence when a call passes through.
  ///   - namesScheme: Returns whether a mock is for a scheme, in lower case. If not, URLSession refuses the call unless
  ///     it knows the scheme.
  ///   - onUnmatched: Called before an unmatched call fails, on URLSession's own queue, or where `ask` completes. It must not
  ///     block or call a session.
  ///   - hasChoice: Returns whether there are the request and the response of a choice, or its scene.
  ///   - ask: Called for calls that `decide` leaves undecided even if no other environment is asked next.
  ///   - decide: Called once per call, on the same queue.
  package init(
    timeout: @escaping @Sendable () -> Duration,
    namesScheme: @escaping @Sendable (String) -> Bool,
    onUnmatched: (@Sendable (MockCall, Explanation) -> Void)?,
    hasChoice: @escaping @Sendable (CallChoice) -> Bool,
    ask: Question? = nil,
    decide: @escaping ChainDecision
  ) {
    self.decide = decide
    self.ask = ask
    self.hasChoice = hasChoice
    self.namesScheme = namesScheme
    self.timeout = timeout
    self.onUnmatched = onUnmatched
    ProtocolClassTable.assign(mockClass.type, to: [self])
  }

  /// Creates an environment that decides every call.
  package convenience init(
    timeout: @escaping @Sendable () -> Duration = { .seconds(15) },
    namesScheme: @escaping @Sendable (String) -> Bool = { _ in false },
    onUnmatched: (@Sendable (MockCall, Explanation) -> Void)? = nil,
    decide: @escaping @Sendable (MockCall) -> Decision
  ) {
    self.init(
      timeout: timeout, namesScheme: namesScheme, onUnmatched: onUnmatched, hasChoice: { _ in false },
      decide: { call, _, _, _ in decide(call) })
  }

  /// The class for `URLSessionConfiguration.protocolClasses`, which no other current environment has.
  package var protocolClass: AnyClass { mockClass.type }

  /// Returns an ephemeral configuration without a cache, which would take longer than the mock itself.
  package func sessionConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.protocolClasses = [protocolClass]
    return configuration
  }

  /// Replaces a configuration by a copy in which this environment is asked before others that are installed.
  package func install(in configuration: inout URLSessionConfiguration) { change(&configuration, isInstalling: true) }

  /// Replaces a configuration by a copy without this environment.
  package func uninstall(from configuration: inout URLSessionConfiguration) {
    change(&configuration, isInstalling: false)
  }

  private func change(_ configuration: inout URLSessionConfiguration, isInstalling: Bool) {
    // On Linux, the original can be that of a live session.
    guard let copy = configuration.copy() as? URLSessionConfiguration else {
      preconditionFailure("a copy of a configuration is a configuration")
    }
    copy.protocolClasses = classes(copy.protocolClasses ?? [], isInstalling: isInstalling)
    configuration = copy
  }

  /// Returns the classes of a session with or without this environment. All environments of a session share one class.
  func classes(_ present: [AnyClass], isInstalling: Bool) -> [AnyClass] {
    var members: [InterceptionEnvironment] = []
    var others: [AnyClass] = []
    var place = 0
    for type in present {
      let environments = (type as? MockURLProtocol.Type).map(ProtocolClassTable.environments(of:)) ?? []
      // The class of ended environments stays, so that their calls still fail.
      if environments.isEmpty { others.append(type) } else if members.isEmpty { place = others.count }
      members += environments.compactMap { $0 === self ? nil : $0 }
    }
    if isInstalling { (members, place) = ([self] + members, 0) }
    if let first = members.first { others.insert(first.chainClass(of: members), at: place) }
    return others
  }

  /// Returns the class of environments that are asked in turn, of which this one is the first.
  private func chainClass(of members: [InterceptionEnvironment]) -> AnyClass {
    if members.count == 1 { return protocolClass }
    return chains.withLock { chains in
      let known = chains.first { ProtocolClassTable.environments(of: $0.type).elementsEqual(members) { $0 === $1 } }
      if let known { return known.type }
      let new = EnvironmentClass()
      ProtocolClassTable.assign(new.type, to: members)
      chains.append(new)
      return new.type
    }
  }

  /// Decides how a load ends by asking environments in turn.
  ///
  /// - Parameters:
  ///   - chain: The environments; `nil` for ended ones.
  ///   - start: The index of the first one that is asked.
  ///   - key: The key of the call's override in its environment.
  static func outcome(
    of call: MockCall, url: URL, in chain: [InterceptionEnvironment?], from start: Int = 0,
    override key: CallOverrideKey?
  ) -> DelayedOutcome {
    for index in chain.indices[start...] {
      guard let environment = chain[index] else { break }
      let outcome = environment.outcome(of: call, url: url, at: index, in: chain, override: key)
      if let outcome { return outcome }
    }
    return DelayedOutcome(outcome: .failure(MockSpecError.ended(url: url)))
  }

  /// - Returns: `nil` if no mock matches, and another environment is asked next.
  private func outcome(
    of call: MockCall, url: URL, at index: Int, in chain: [InterceptionEnvironment?],
    override key: CallOverrideKey?
  ) -> DelayedOutcome? {
    let override = key.flatMap { overrides[$0] }
    let isLast = index == chain.count - 1
    let othersHave = { @Sendable (choice: CallChoice) in
      chain.contains { $0 !== self && $0?.hasChoice(choice) == true }
    }
    if let decision = decide(call, isLast, othersHave, override) {
      let limit = override?.isLive == true ? { @Sendable in ForwardingSession.longestTime } : timeout
      return delayedOutcome(of: decision, for: call, url: url, timeout: limit)
    }
    guard let ask else { return nil }
    let later = PendingOutcome(isBodySent: false) { completion in
      ask(call, isLast, othersHave, override) { result in
        switch result {
        case .decided(let decision, let timeout):
          completion(self.delayedOutcome(of: decision, for: call, url: url, timeout: { timeout }), false)
        case .unmatched:
          completion(Self.outcome(of: call, url: url, in: chain, from: index + 1, override: key), false)
        case .failed(let code, let message):
          completion(DelayedOutcome(outcome: .failure(MockSpecError(code, message, url: url))), false)
        }
      }
    }
    return DelayedOutcome(outcome: .later(later))
  }

  private func delayedOutcome(
    of decision: Decision, for call: MockCall, url: URL, timeout: @escaping @Sendable () -> Duration
  ) -> DelayedOutcome {
    var delay = decision.delay
    if case .fault(.hang, _) = decision.outcome { delay += timeout() }
    return DelayedOutcome(outcome: outcome(of: decision, for: call, url: url, timeout), delay: delay)
  }

  /// Returns the outcome of a load for a decision, after any delay.
  private func outcome(
    of decision: Decision, for call: MockCall, url: URL, _ timeout: @escaping @Sendable () -> Duration
  ) -> LoadOutcome {
    switch decision.outcome {
    case .reply(let reply): return LoadOutcome(decision.delivery(of: reply, .unlimited), of: reply, url: url)
    case .fault(let fault, let reply):
      return LoadOutcome(decision.delivery(of: reply, brokenBy: fault, .unlimited), of: reply, url: url)
    case .failure(let failure): return LoadOutcome(failure, url: url)
    case .closure(let closure):
      return .later(
        PendingOutcome(isBodySent: true) { completion in
          let running = closure.start { outcome, mayWait in
            var finished = decision
            finished.outcome = outcome
            completion(DelayedOutcome(outcome: self.outcome(of: finished, for: call, url: url, timeout)), mayWait)
          }
          return { running.cancel() }
        })
    case .closureFailure(let failure): return LoadOutcome(failure, url: url)
    case .passThrough:
      return .forward(nil, limit: timeout(), in: forwarding)
    case .forward(let origin):
      guard let elsewhere = URLRequest(call, to: origin) else { return .urlError(.badURL, url: url) }
      return .forward(elsewhere, limit: timeout(), in: forwarding)
    case .unmatched(let explanation):
      onUnmatched?(call, explanation)
      return .failure(MockSpecError.unmatched(explanation, url: url))
    case .templateFailure(let message): return .failure(MockSpecError(.template, message, url: url))
    case .rejected(let message, _): return .failure(MockSpecError(.rejected, message, url: url))
    }
  }
}
