import MockSpec
import NIOCore

// The connections of a proxy.
extension ConnectionHandler {
  /// Returns a call as the engine sees it: inside a tunnel, with the tunnel's scheme, host and port.
  ///
  /// - Throws: `Refusal` if the proxy doesn't accept the call.
  func admitted(_ call: MockCall, by proxy: ProxyContext) throws(Refusal) -> MockCall {
    if ControlPath.contains(call.path) {
      throw Refusal(status: 403, "the control API can't be called through the proxy")
    }
    if let tunnel { return try admitted(call, inside: tunnel) }
    guard call.target == .absoluteForm, let scheme = call.scheme, let host = call.host else {
      throw Refusal("this port is a proxy, and expects a URL as the target; call the mocks on the server's own port")
    }
    let port = call.port ?? Origin.defaultPort(of: scheme)
    // Patterns of hosts that pass through have no scheme, but only these two can be forwarded.
    guard scheme == "http" || scheme == "https", proxy.route(scheme, host, port) != nil else {
      throw Self.notNamed("\(scheme)://\(host):\(port)")
    }
    return call
  }

  private func admitted(_ call: MockCall, inside tunnel: TunnelTarget) throws(Refusal) -> MockCall {
    let scheme = call.target == .absoluteForm ? call.scheme : "https"
    guard scheme == "https", call.host == tunnel.host, call.port ?? Self.tunnelPort == tunnel.port else {
      throw Refusal(status: 421, "the tunnel is for \(tunnel), and the request for another host")
    }
    var call = call
    (call.target, call.scheme) = (.absoluteForm, "https")
    call.port = tunnel.port == Self.tunnelPort ? nil : tunnel.port
    return call
  }

  private static var tunnelPort: Int { Origin.defaultPort(of: "https") }

  private static func notNamed(_ origin: String) -> Refusal {
    Refusal(status: 403, "the project names no requests of \(origin), and lets none pass through")
  }

  /// Answers `CONNECT` (RFC 9110 §9.3.6).
  ///
  /// For a mocked host, this connection continues with TLS and a certificate that the authority signs. For a host that
  /// passes through, the bytes are passed on to the host.
  func connect(_ head: CallHead, by proxy: ProxyContext, _ context: ChannelHandlerContext) {
    do throws(Refusal) {
      let target = try tunnelTarget(of: head)
      switch proxy.route("https", target.host, target.port) {
      case nil: throw Self.notNamed("https://\(target)")
      case .mocked?: terminate(target, try tls(for: target, proxy), head, context)
      case .passedThrough?: passThrough(to: target, head, context)
      }
    } catch {
      refuse(error, head, nil, context)
    }
  }

  private func tunnelTarget(of head: CallHead) throws(Refusal) -> TunnelTarget {
    if tunnel != nil { throw Refusal("a tunnel can't contain another one") }
    guard head.framing == .none, head.version == .http11 else {
      throw Refusal("CONNECT needs HTTP/1.1, and can't have a body")
    }
    guard let authority = Authority(head.target[...]), let host = authority.host, let port = authority.port, port > 0
    else { throw Refusal("the target of CONNECT must be a host and a port, found '\(head.target)'") }
    return TunnelTarget(host: host, port: port)
  }

  private func tls(for target: TunnelTarget, _ proxy: ProxyContext) throws(Refusal) -> any TunnelTLS {
    guard let tls = proxy.tls else {
      throw Refusal(
        status: 502,
        "there is no local authority for https through the proxy; create one with: mockspec certificate \(target.host)")
    }
    if let reason = tls.refusal(of: target.host) { throw Refusal(status: 502, reason) }
    return tls
  }

  private func terminate(
    _ target: TunnelTarget, _ tls: any TunnelTLS, _ head: CallHead, _ context: ChannelHandlerContext
  ) {
    establish(head, "tunnel to the mocks", context)
    tunnel = target
    let detection = TLSDetection(tls, loop: loop, refusal: nil)
    do {
      try context.pipeline.syncOperations.addHandler(detection, position: .before(self))
      let early = scanner.takeRest()
      guard early.readableBytes > 0 else { return }
      let outer = try context.pipeline.syncOperations.context(handler: detection)
      detection.channelRead(context: outer, data: NIOAny(early))
    } catch {
      context.close(promise: nil)
    }
  }

  private func passThrough(to target: TunnelTarget, _ head: CallHead, _ context: ChannelHandlerContext) {
    let origin = Origin(scheme: "https", host: target.host, port: target.port)
    let connector = OriginConnector(
      origin, local: context.channel.localAddress, own: loop.context.ownAddresses, loop: context.eventLoop)
    let tunnel = BlindTunnel(client: context, idle: loop.context.limits.server.idleTimeout)
    phase = .answering(.tunnel(tunnel))
    tunnel.open(through: connector, within: loop.context.mocks.timeout) { [self] error in
      guard case .tunnel(let current)? = phase.work, current === tunnel else { return }
      if let error {
        phase = .reading
        refuse(Refusal(status: 502, error.reason), head, nil, context)
        output.flush(context)
        return
      }
      establish(head, "tunnel to \(target)", context)
      start(tunnel, "tunnel", head, context)
    }
  }

  /// Passes on what both sides send from now on.
  func start(_ tunnel: BlindTunnel, _ name: String, _ head: CallHead, _ context: ChannelHandlerContext) {
    endTimer()
    tunnel.start(with: scanner.takeRest()) { [self] in
      answerNextCalls(context)
    } onEnd: { [self] client, server in
      let note = "\(name) ended after \(client) bytes from the client and \(server) from the server"
      report(head, status: nil, note: note, bodySize: nil, nil)
    }
    answerNextCalls(context)
  }

  private func establish(_ head: CallHead, _ note: String, _ context: ChannelHandlerContext) {
    write((ByteBuffer(staticString: "HTTP/1.1 200 Connection established\r\n\r\n"), nil), context)
    output.flush(context)
    report(head, status: 200, note: note, bodySize: nil, nil)
  }
}
