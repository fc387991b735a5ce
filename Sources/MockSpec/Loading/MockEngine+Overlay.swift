// Requests built in code.
extension MockEngine {
  /// Adds requests built in code: either all of them or, if one is invalid, none.
  ///
  /// Of equally specific requests, those built in code are tried before those of files, and the one that was added last
  /// is tried first. A request overrides a loaded one with the same name until it is removed. Added requests stay when
  /// files are reloaded. Selections, scenes and `Mockspec-Response` apply to them as to others.
  ///
  /// - Parameter requests: The requests.
  /// - Throws: `MockedRequestError` if a request isn't valid, or if another request built in code has its name.
  public func add(_ requests: [MockedRequest]) throws(MockedRequestError) {
    var sets: [ResponseSet] = []
    for request in requests { sets.append(try request.responseSet()) }
    try changeOverlay { additions throws(MockedRequestError) in
      for (request, set) in zip(requests, sets) {
        if additions.contains(where: { $0.set.name == request.name }) {
          throw MockedRequestError(request, ["another request built in code has this name; remove it first"])
        }
        additions.append(.init(set: set, number: (additions.last?.number ?? 0) + 1))
      }
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
    try changeOverlay { additions throws(UnknownNameError) in
      guard let place = additions.firstIndex(where: { $0.set.name == request }) else {
        throw UnknownNameError(
          "no request built in code is named '\(request)'", request, known: additions.map(\.set.name))
      }
      additions.remove(at: place)
    }
  }

  /// Removes all requests built in code.
  public func removeAll() {
    changeOverlay { $0 = [] }
  }
}
