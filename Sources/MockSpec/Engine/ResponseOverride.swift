import HTTPTypes

/// What a call chooses in one of its control fields.
package enum CallChoice {
  /// A response, in `Mockspec-Response`.
  case response(ResponseSelection)
  /// A scene, in `Mockspec-Scene`.
  case scene(String)
}

/// The responses that a call selects for itself.
///
///     Mockspec-Response: Login=Offline, Item%20details=Busy
///     Mockspec-Scene: Airplane%20mode
struct ResponseOverride {
  /// The reason why a field is invalid.
  struct Refusal: Error {
    let message: String
  }

  /// The index of the selected response for each request that `Mockspec-Response` names.
  private(set) var responses: [String: Int] = [:]
  /// The responses of the scene that `Mockspec-Scene` names, by request.
  private var scene: [String: String] = [:]
  /// The states that the call's scene sets. They hold for this call only.
  private(set) var states: [String: String] = [:]

  /// Returns the index of the response that the call's scene selects for a request.
  func sceneIndex(for set: ResponseSet) -> Int? { scene[set.name].flatMap { set.index(of: $0) } }

  /// Returns what a call selects.
  ///
  /// - Parameter namesResponses: Whether the call can have the fields.
  static func read(
    _ call: MockCall, _ namesResponses: Bool, in sets: ResponseSets,
    ignoring othersHave: (CallChoice) -> Bool = { _ in false }
  ) -> Result<ResponseOverride, Refusal> {
    namesResponses ? read(call.ownFields, in: sets, ignoring: othersHave) : .success(ResponseOverride())
  }

  /// Returns what the fields of a call select.
  ///
  /// - Parameter othersHave: Returns whether a choice that `sets` doesn't have is ignored, since it is for another
  ///   session.
  static func read(
    _ fields: HTTPFields, in sets: ResponseSets, ignoring othersHave: (CallChoice) -> Bool = { _ in false }
  ) -> Result<ResponseOverride, Refusal> {
    var override = ResponseOverride()
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    if fields.contains(where: { $0.name == .mockspecScene }) {
      let scene = PercentText.decode(fields[.mockspecScene] ?? "")
      do throws(UnknownNameError) {
        override.scene = try sets.require(scene: scene)
        override.states = sets.sceneStates[scene] ?? [:]
      } catch {
        guard othersHave(.scene(scene)) else { return .failure(Refusal(message: "Mockspec-Scene: \(error)")) }
      }
    }
    guard fields.contains(where: { $0.name == .mockspecResponse }) else { return .success(override) }
    let selections: [ResponseSelection]
    do throws(ResponseSelectionError) {
      selections = try ResponseSelection.list(fields[values: .mockspecResponse].joined(separator: ","))
    } catch {
      return .failure(Refusal(message: "Mockspec-Response: \(error)"))
    }
    for selection in selections {
      do throws(UnknownNameError) {
        override.responses[selection.request] = try sets.require(selection).index
      } catch {
        guard othersHave(.response(selection)) else {
          return .failure(Refusal(message: "Mockspec-Response: \(error)"))
        }
      }
    }
    return .success(override)
  }
}

extension MockSession {
  /// Returns whether a call is refused for the responses that it selects, such as for a name that doesn't exist.
  ///
  /// - Parameter othersHave: See ``decideAndStore(_:ignoring:)``.
  package func refuses(_ call: MockCall, ignoring othersHave: (CallChoice) -> Bool) -> Bool {
    switch ResponseOverride.read(call.ownFields, in: sets, ignoring: othersHave) {
    case .success: false
    case .failure: true
    }
  }
}

extension ResponseSets {
  /// Returns the request with a name.
  ///
  /// - Throws: `UnknownNameError` if there is none.
  func require(_ request: String) throws(UnknownNameError) -> ResponseSet {
    if let set = self[request] { return set }
    throw UnknownNameError("no request is named '\(request)'", request, known: names)
  }

  /// Returns the responses of a scene, by request.
  ///
  /// - Throws: `UnknownNameError` if there is no such scene.
  func require(scene: String) throws(UnknownNameError) -> [String: String] {
    if let selections = scenes[scene] { return selections }
    throw UnknownNameError("no scene is named '\(scene)'", scene, known: scenes.keys.sorted())
  }

  /// Returns the request of a selection, and the index of its response.
  ///
  /// - Throws: `UnknownNameError` if there is no such request or response.
  func require(_ selection: ResponseSelection) throws(UnknownNameError) -> (set: ResponseSet, index: Int) {
    let set = try require(selection.request)
    if let index = set.index(of: selection.response) { return (set, index) }
    throw UnknownNameError(
      "request '\(selection.request)' has no response '\(selection.response)'", selection.response,
      known: set.responses.map(\.name))
  }
}
