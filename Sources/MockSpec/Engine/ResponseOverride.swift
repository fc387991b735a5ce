import HTTPTypes

/// The responses that a call selects for itself.
///
///     Mockspec-Response: Login=Offline, Item%20details=Busy
///     Mockspec-Scene: Airplane%20mode
struct ResponseOverride {
  /// The reason why a field is invalid.
  struct Refusal: Error {
    let message: String
  }

  private static let name = HTTPField.Name("Mockspec-Response")!
  private static let sceneName = HTTPField.Name("Mockspec-Scene")!

  /// The index of the selected response for each request that `Mockspec-Response` names.
  private(set) var responses: [String: Int] = [:]
  /// The scene that `Mockspec-Scene` names, and its responses.
  private(set) var scene: (name: String, responses: [String: String])?

  /// Returns what the fields of a call select.
  ///
  /// - Parameter isElsewhere: Returns whether a selection that `sets` doesn't have is ignored, since it is for another
  ///   session.
  static func read(
    _ fields: HTTPFields, in sets: ResponseSets, ignoring isElsewhere: (ResponseSelection) -> Bool = { _ in false }
  ) -> Result<ResponseOverride, Refusal> {
    var override = ResponseOverride()
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    if fields.contains(where: { $0.name == sceneName }) {
      let scene = PercentText.decode(fields[sceneName] ?? "")
      do throws(UnknownNameError) { override.scene = (scene, try sets.require(scene: scene)) } catch {
        return .failure(Refusal(message: "Mockspec-Scene: \(error)"))
      }
    }
    guard fields.contains(where: { $0.name == name }) else { return .success(override) }
    let selections: [ResponseSelection]
    do throws(ResponseSelectionError) {
      selections = try ResponseSelection.list(fields[values: name].joined(separator: ","))
    } catch {
      return .failure(Refusal(message: "Mockspec-Response: \(error)"))
    }
    for selection in selections {
      do throws(UnknownNameError) {
        override.responses[selection.request] = try sets.require(selection).index
      } catch {
        guard isElsewhere(selection) else { return .failure(Refusal(message: "Mockspec-Response: \(error)")) }
      }
    }
    return .success(override)
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
