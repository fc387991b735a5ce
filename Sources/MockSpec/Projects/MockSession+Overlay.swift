import Synchronization

// Requests built in code.
extension MockSession {
  /// Adds requests built in code: either all of them or, if one is invalid, none.
  ///
  /// Of equally specific requests, those built in code are tried before those of files, and the one that was added last
  /// is tried first. A request overrides a loaded one with the same name until it is removed. Added requests stay when
  /// files are reloaded. Selections, scenes, `Mockspec-Response` and `Mockspec-Scene` apply to them as to others.
  ///
  /// - Parameter requests: The requests.
  /// - Throws: `MockedRequestError` if a request isn't valid, if no spec declares a state or a value that it names, or if
  ///   another request built in code has its name.
  public func add(_ requests: [MockedRequest]) throws(MockedRequestError) { try add(requests, knowsStates: true) }

  /// Does the same as `add`.
  ///
  /// - Parameter knowsStates: Whether the project declares all states. Otherwise, a server does, and they aren't checked.
  package func add(_ requests: [MockedRequest], knowsStates: Bool) throws(MockedRequestError) {
    var checked: [MockedRequest.Checked] = []
    for request in requests { checked.append(try request.checked()) }
    try changeOverlay { overlay, project throws(MockedRequestError) in
      var names: Set<String> = []
      for request in requests where overlay[request.name] != nil || !names.insert(request.name).inserted {
        throw MockedRequestError(request, ["another request that was added has this name; remove it first"])
      }
      if knowsStates {
        // Most requests use none.
        lazy var states = project.usableStates(beside: overlay)
        for request in checked { try request.check(states) }
      }
      return overlay.adding(checked.flatMap(\.sets), over: project.sets)
    }
  }

  /// Adds requests built in code: either all of them or, if one is invalid, none.
  ///
  /// - Parameter requests: The requests.
  /// - Throws: `MockedRequestError` if a request isn't valid, or if another request built in code has its name.
  public func add(_ requests: MockedRequest...) throws(MockedRequestError) { try add(requests) }

  /// Removes a request built in code. A loaded request with the same name answers again.
  ///
  /// - Parameter request: The name of the request.
  /// - Throws: `UnknownNameError` if no request built in code has this name.
  public func remove(_ request: String) throws(UnknownNameError) {
    try changeOverlay { overlay, _ throws(UnknownNameError) in
      let runtime = runtimeRequests
      guard !runtime.contains(request), overlay[request] != nil else {
        let known = overlay.sets.map(\.name).filter { !runtime.contains($0) }
        throw UnknownNameError("no request built in code is named '\(request)'", request, known: known)
      }
      return overlay.removing([request])
    }
  }

  /// Removes all requests built in code.
  public func removeAll() {
    changeOverlay { overlay, _ in
      let runtime = runtimeRequests
      if runtime.isEmpty { return Overlay.empty }
      return overlay.removing(overlay.sets.map(\.name).filter { !runtime.contains($0) })
    }
  }

  /// The names of the requests that were added at run time.
  private var runtimeRequests: Set<String> { runtime.withLock { Set($0.values.flatMap(\.requests)) } }
}
