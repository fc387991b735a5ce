package import MockSpec
import NIOCore
import NIOPosix

/// Sends the calls that mocks make, with the checks of calls that are forwarded.
package struct OriginSender: CallbackSender {
  private let own: OwnAddresses
  private let tls: any ClientTLS
  private let pseudonym: String

  /// - Parameters:
  ///   - own: The addresses of all servers of this program, to which nothing is sent.
  ///   - tls: TLS for the scheme `https`.
  ///   - pseudonym: This server's name in `Via`, by which its control API recognizes a call that leads back to it.
  package init(own: OwnAddresses, tls: any ClientTLS, pseudonym: String) {
    (self.own, self.tls, self.pseudonym) = (own, tls, pseudonym)
  }

  package func send(_ call: OutgoingCall, to url: CallbackURL, timeout: Duration) async throws -> Int {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: Int.self)
    let attempt = NIOLoopBoundBox.makeBoxSendingValue(Attempt(), eventLoop: loop)
    return try await withTaskCancellationHandler {
      loop.execute {
        if attempt.value.isCancelled { return }
        let forwarded = ForwardedCall(
          MockCall(call, to: url), to: url.origin, by: pseudonym, own: own, tls: tls, loop: loop,
          entersLoopback: url.origin.namesLoopback)
        attempt.value.call = forwarded
        // The whole answer is read, so that it can be cancelled until its end.
        forwarded.start(from: nil, timeout: timeout, takesMore: { true }) { event in
          switch event {
          // It asks for no other protocol.
          case .informational, .body, .switched: break
          case .head(let status, _): attempt.value.status = status
          case .end: promise.succeed(attempt.value.status)
          case .failure(let error): promise.fail(CallbackFailure(error.reason, isRefusal: error.isRefusal))
          }
        }
      }
      return try await promise.futureResult.get()
    } onCancel: {
      loop.execute {
        attempt.value.isCancelled = true
        attempt.value.call?.cancel()
        promise.fail(CancellationError())
      }
    }
  }

  private struct Attempt {
    var call: ForwardedCall?
    var status = 0
    /// Whether it is cancelled, maybe before it begins.
    var isCancelled = false
  }
}

extension Origin {
  /// Whether the host is a loopback address, or `localhost`.
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
