import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import Synchronization

extension MockControl {
  /// A method of a resource.
  struct Route: Sendable {
    let method: String
    /// The path below the prefix, with parameters in braces.
    let path: String
    /// The names that the query can have.
    var query: Set<String> = []
    /// The types that the body can have; empty if there is none.
    var types: [String] = []
    /// The maximum size of the body in bytes.
    var bodyLimit = 1 << 20
    /// Whether it has no data and needs no token, such as a file of the panel.
    var isPage = false
    /// Whether it belongs to the session of the call.
    var isOfSession = true
    let handle: @Sendable (MockControl, ControlCall) throws(ControlProblem) -> ControlOutcome
  }

  static let routes: [Route] =
    [
      Route(method: "GET", path: "/state") { control, call throws(ControlProblem) in control.state(call) },
      Route(method: "GET", path: "/requests/{name}") { control, call throws(ControlProblem) in
        try control.request(call)
      },
      Route(method: "PUT", path: "/requests/{name}/selection", types: json) { control, call throws(ControlProblem) in
        let response = try ControlBody(call.received, names: ["response"]).text("response")
        return try control.request(call) { session throws(UnknownNameError) in
          try session.select(response, for: call.name)
        }
      },
      Route(method: "DELETE", path: "/requests/{name}/selection") { control, call throws(ControlProblem) in
        try control.request(call) { session throws(UnknownNameError) in try session.deselect(call.name) }
      },
      Route(method: "PUT", path: "/requests/{name}/enabled", types: json) { control, call throws(ControlProblem) in
        let isEnabled = try ControlBody(call.received, names: ["enabled"]).flag("enabled")
        return try control.request(call) { session throws(UnknownNameError) in
          try session.setEnabled(isEnabled, for: call.name)
        }
      },
      Route(method: "PUT", path: "/scene", types: json) { _, call throws(ControlProblem) in
        let scene = try ControlBody(call.received, names: ["scene"]).text("scene")
        do throws(UnknownNameError) {
          try call.session.activate(scene: scene)
        } catch {
          throw ControlProblem(error)
        }
        return .reply(.json { $0.member("scene", scene) })
      },
      Route(method: "DELETE", path: "/scene") { _, call throws(ControlProblem) in
        call.session.deactivateScene()
        return .reply(.done)
      },
      Route(method: "PUT", path: "/states/{name}", types: json) { _, call throws(ControlProblem) in
        let value = try ControlBody(call.received, names: ["value"]).text("value")
        do throws(UnknownNameError) {
          try call.session.setState(call.name, to: value)
        } catch {
          throw ControlProblem(error)
        }
        return .reply(.json { $0.members(["name": call.name, "value": value]) })
      },
      Route(method: "GET", path: "/collections/{name}", query: ["page", "limit"]) {
        control, call throws(ControlProblem) in
        try control.items(call)
      },
      Route(method: "PUT", path: "/collections/{name}", types: specTypes, bodyLimit: BodyLimit.bytes) {
        control, call throws(ControlProblem) in
        try control.putItems(call)
      },
      Route(method: "DELETE", path: "/collections/{name}") { control, call throws(ControlProblem) in
        try control.deleteItems(call)
      },
      Route(method: "DELETE", path: "/selections") { _, call throws(ControlProblem) in
        call.session.reset()
        return .reply(.done)
      },
      Route(method: "GET", path: "/specs") { control, call throws(ControlProblem) in control.specs(call) },
      Route(method: "GET", path: "/specs/{name}") { control, call throws(ControlProblem) in try control.spec(call) },
      Route(method: "PUT", path: "/specs/{name}", query: ["dryRun"], types: specTypes) {
        control, call throws(ControlProblem) in
        try control.putSpec(call)
      },
      Route(method: "DELETE", path: "/specs/{name}") { control, call throws(ControlProblem) in
        try control.deleteSpec(call)
      },
      Route(method: "GET", path: "/calls", query: filters.union(["since", "limit", "bodies"])) {
        _, call throws(ControlProblem) in
        try call.journal()
      },
      Route(method: "DELETE", path: "/calls") { _, call throws(ControlProblem) in
        call.session.clearCalls()
        return .reply(.done)
      },
      Route(method: "GET", path: "/callbacks") { _, call throws(ControlProblem) in
        .reply(.json { $0.member("callbacks", call.session.callbackRecords) { $0.write($1) } })
      },
      Route(method: "GET", path: "/calls/wait", query: filters.union(["count", "timeout"])) {
        control, call throws(ControlProblem) in
        try call.awaitedCalls(control)
      },
      Route(method: "GET", path: "/calls/{number}") { _, call throws(ControlProblem) in try call.detail() },
      Route(method: "GET", path: "/sockets") { _, call throws(ControlProblem) in call.sockets() },
      Route(method: "POST", path: "/sockets/{id}/messages", types: json) { _, call throws(ControlProblem) in
        try call.sendMessage()
      },
      Route(method: "POST", path: "/verify", types: json) { _, call throws(ControlProblem) in
        try Verification(call).outcome(in: call.session)
      },
      Route(method: "POST", path: "/explain", types: json) { control, call throws(ControlProblem) in
        try call.explanation(control)
      },
      Route(method: "POST", path: "/decisions", types: json, bodyLimit: BodyLimit.bytes) {
        control, call throws(ControlProblem) in
        try control.decision(call)
      },
      Route(method: "GET", path: "/events", query: ["limit", "timeout", "bodies"]) {
        control, call throws(ControlProblem) in
        try control.events(call)
      },
      Route(method: "GET", path: "/sessions", isOfSession: false) { control, _ throws(ControlProblem) in
        .reply(.json { $0.member("sessions", control.engine.sessions) { $0.write($1) } })
      },
      Route(method: "POST", path: "/sessions", types: json, isOfSession: false) {
        control, call throws(ControlProblem) in
        try control.beginSession(call)
      },
      Route(method: "DELETE", path: "/sessions/{id}", isOfSession: false) { control, call throws(ControlProblem) in
        let isEnded = control.engine.endSession(try SessionID(controlled: call.name))
        guard isEnded else { throw ControlProblem(.unknownName, "no session has the ID '\(call.name)'") }
        return .reply(.done)
      },
      Route(method: "GET", path: "/health", isOfSession: false) { control, _ throws(ControlProblem) in
        .reply(
          .json { json in
            json.member("status", "ok")
            json.member("version", control.options.version)
            json.member("heldFiles", control.engine.sets.heldFiles) { $0.write($1) }
          })
      },
      // It needs no token: programs check it before they send one.
      Route(method: "GET", path: "/nonce", isPage: true, isOfSession: false) { control, _ throws(ControlProblem) in
        .reply(.json { $0.member("nonce", control.options.nonce) })
      },
      Route(method: "GET", path: "/metrics", isOfSession: false) { control, _ throws(ControlProblem) in
        guard !control.metrics.isEmpty else {
          throw ControlProblem(.unknownResource, "calls are counted by servers only, and there is none")
        }
        return .later { await .metrics(control.metrics.metrics()) }
      },
      Route(method: "GET", path: "/openapi.json", isOfSession: false) { _, _ throws(ControlProblem) in
        .reply(.json(text: PackageResources.openapi_json))
      },
    ] + [proxyRoute] + panel

  private static let json = ["application/json"]
  private static let filters: Set = ["request", "response", "unmatched", "trace"]

  /// Finds the resource of a call, checks whether the call is allowed, and runs the resource's function.
  func route(_ received: MockCall, _ sharesPort: Bool) throws(ControlProblem) -> ControlOutcome {
    let (route, names) = try find(received, sharesPort)
    guard received.body.count <= route.bodyLimit else { throw ControlProblem(bodyLimit: route.bodyLimit) }
    var call = ControlCall(received: received, session: engine.session, names: names)
    if route.isOfSession {
      do throws(SessionError) {
        call.sessionID = try engine.sessionID(steeredBy: received)
        // A session that was never begun has nothing to remove: its ID is misspelt.
        call.session =
          if route.method == "DELETE", let id = call.sessionID { try engine.begunSession(id) } else {
            try engine.session(call.sessionID)
          }
      } catch {
        throw ControlProblem(error)
      }
    }
    return try route.handle(self, call)
  }

  /// Finds the resource of a call with the parameters of its path, and checks everything except the body and the session.
  ///
  /// - Throws: `ControlProblem` if the call isn't allowed.
  func find(_ call: MockCall, _ sharesPort: Bool) throws(ControlProblem) -> (route: Route, names: [String]) {
    let segments = call.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    let found = Self.routes.compactMap { route in route.names(in: segments).map { (route, $0) } }
    // More specific paths come first: `/calls/wait` is also `/calls/{number}`.
    let method = call.method == "HEAD" ? "GET" : call.method
    let match = found.first { $0.0.method == method }
    let access = ControlGuard(options: options)
    try access.check(call, isPage: match?.0.isPage ?? false)
    if sharesPort {
      let port = ports.withLock { $0.panel }
      if let port, match?.0.path == "/" || access.isNavigation(call) { return (.redirection(toPort: port), []) }
      if let port, let path = match?.0.path, Self.panel.contains(where: { $0.path == path }) {
        throw ControlProblem(.forbidden, "the panel has port \(port)")
      }
      try access.checkShared(
        call, isPage: match?.0.isPage ?? false, panelPort: port, reachesOthers: engine.reachesOthers)
    }
    guard !found.isEmpty else {
      throw ControlProblem(
        .unknownResource, "no resource is '\(call.path)'; GET /\(Self.prefix)/openapi.json lists all of them")
    }
    guard let match else {
      let methods = Set(found.map(\.0.method)).sorted().joined(separator: ", ")
      throw ControlProblem(
        .methodNotAllowed, "'\(call.path)' has \(methods), not \(call.method)",
        fields: [.allow: methods.contains("GET") ? "\(methods), HEAD" : methods])
    }
    try match.0.check(call)
    return match
  }

  /// Answers with the request that the path names.
  ///
  /// - Parameter change: Changes the session before the request is written.
  private func request(
    _ call: ControlCall, after change: (MockSession) throws(UnknownNameError) -> Void = { _ in }
  ) throws(ControlProblem) -> ControlOutcome {
    do throws(UnknownNameError) {
      try change(call.session)
      let status = try call.session.status(of: call.name)
      let session = call.session
      return .reply(
        .json {
          $0.write(
            status, selected: session.selections.responses[status.name],
            calls: (try? session.count(of: status.name)) ?? 0)
        })
    } catch {
      throw ControlProblem(error)
    }
  }
}

extension MockControl.Route {
  /// Returns the values of the path's parameters; `nil` if the path isn't this one.
  ///
  /// - Parameter segments: The segments after the prefix, percent-encoded.
  fileprivate func names(in segments: ArraySlice<Substring>) -> [String]? {
    let pattern = path.split(separator: "/")
    guard pattern.count == segments.count || (path == "/" && segments.allSatisfy(\.isEmpty)) else { return nil }
    var names: [String] = []
    for (part, segment) in zip(pattern, segments) {
      if part.hasPrefix("{") {
        guard !segment.isEmpty else { return nil }
        names.append(PercentText.decode(segment))
      } else if part != segment {
        return nil
      }
    }
    return names
  }

  /// Checks the names of the query and the type of the body.
  fileprivate func check(_ call: MockCall) throws(ControlProblem) {
    for (name, _) in call.queryParameters where !query.contains(name) {
      let near = Suggestion.nearest(to: name, among: query.sorted()).map { "; did you mean '\($0)'?" } ?? ""
      throw ControlProblem(.badRequest, "unknown query parameter '\(name)'\(near)")
    }
    if types.isEmpty { return }
    let type = call.contentType
    guard let type, types.contains(type) else {
      throw ControlProblem(
        .unsupportedType,
        "expected 'Content-Type: \(types.joined(separator: "' or '"))', found \(type.map { "'\($0)'" } ?? "none")")
    }
  }
}
