/// Requests built in code.
extension MockEngine {
  /// Adds requests that are built in code, all or none. Among equally specific ones, they are asked before those of files, and the latest
  /// first. One with the name of a loaded request is laid over it until it is removed. They stay when files are loaded
  /// anew, and selections, scenes and `Mockspec-Response` name them as any other.
  ///
  /// - Throws: `MockedRequestError`, with what would be right, for what a spec couldn't say either, and for a name that
  ///   another request built in code has; then nothing is added.
  public func add(_ requests: [MockedRequest]) throws(MockedRequestError) {
    var sets: [ResponseSet] = []
    for request in requests { sets.append(try request.responseSet()) }
    try changeOverlay { additions throws(MockedRequestError) in
      for (request, set) in zip(requests, sets) {
        if additions.contains(where: { $0.set.name == request.name }) {
          throw MockedRequestError(request, ["a request built in code has this name already; remove it first"])
        }
        additions.append(.init(set: set, number: (additions.last?.number ?? 0) + 1))
      }
    }
  }

  public func add(_ requests: MockedRequest...) throws(MockedRequestError) { try add(requests) }

  /// Takes a request away that was built in code; a loaded one of the same name answers again.
  ///
  /// - Throws: `UnknownNameError` if none that was built in code has this name.
  public func remove(_ request: String) throws(UnknownNameError) {
    try changeOverlay { additions throws(UnknownNameError) in
      guard let place = additions.firstIndex(where: { $0.set.name == request }) else {
        throw UnknownNameError(
          "no request built in code is named '\(request)'", request, known: additions.map(\.set.name))
      }
      additions.remove(at: place)
    }
  }

  /// Takes all requests away that were built in code.
  public func removeAll() {
    changeOverlay { $0 = [] }
  }
}
