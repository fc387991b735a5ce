package import MockSpec
import NIOCore
import NIOPosix
import Synchronization

/// Sends the calls that mocks make, with the checks of calls that are forwarded.
package struct OriginSender: CallbackSender {
  private let own: OwnAddresses
  private let tls: any ClientTLS
  private let pseudonym: String

  /// - Parameters:
  ///   - own: The addresses of all servers of this program, to which nothing is sent.
  ///   - tls: TLS for the scheme `https`.
  ///   - pseudonym: This server's name in `Via` (RFC 9110 §7.6.3).
  package init(own: OwnAddresses, tls: any ClientTLS, pseudonym: String) {
    (self.own, self.tls, self.pseudonym) = (own, tls, pseudonym)
  }

  package func send(_ call: OutgoingCall, to url: CallbackURL, timeout: Duration) async throws -> Int {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: Int.self)
    let attempt = Attempt()
    return try await withTaskCancellationHandler {
      loop.execute {
        let forwarded = ForwardedCall(
          MockCall(call, to: url), to: url.origin, by: pseudonym, own: own, tls: tls, loop: loop,
          entersLoopback: url.origin.namesLoopback)
        guard attempt.begin(NIOLoopBound(forwarded, eventLoop: loop)) else { return }
        // The rest of the answer is read, so that the connection ends in order.
        forwarded.start(from: nil, timeout: timeout, takesMore: { true }) { event in
          switch event {
          case .informational, .body: break
          case .head(let status, _): promise.succeed(status)
          case .end: promise.fail(CallbackFailure(ForwardingError.closedEarly.reason))
          case .failure(let error): promise.fail(CallbackFailure(error.reason))
          }
        }
      }
      return try await promise.futureResult.get()
    } onCancel: {
      loop.execute {
        attempt.cancel()?.value.cancel()
        promise.fail(CancellationError())
      }
    }
  }

  /// The state of one call, which can be cancelled before it begins.
  private final class Attempt: Sendable {
    private let state = Mutex<(call: NIOLoopBound<ForwardedCall>?, isCancelled: Bool)>((nil, false))

    /// - Returns: Whether the call isn't cancelled.
    func begin(_ call: NIOLoopBound<ForwardedCall>) -> Bool {
      state.withLock { state in
        if !state.isCancelled { state.call = call }
        return !state.isCancelled
      }
    }

    func cancel() -> NIOLoopBound<ForwardedCall>? {
      state.withLock { state in
        state.isCancelled = true
        return state.call.take()
      }
    }
  }
}

extension Origin {
  /// Whether the host is an address of this machine, or the name that means one.
  fileprivate var namesLoopback: Bool {
    if host == "localhost" { return true }
    guard let address = try? SocketAddress(ipAddress: host.withoutBrackets, port: 0) else { return false }
    return address.isLoopback && !address.isUnspecified
  }
}

extension MockCall {
  fileprivate init(_ call: OutgoingCall, to url: CallbackURL) {
    let parts = url.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: call.method, target: .originForm, scheme: url.origin.scheme, host: url.origin.host, port: url.origin.port,
      path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil, fields: call.fields, body: call.body)
  }
}
