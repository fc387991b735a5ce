import HTTPTypes

/// Reads the field with which a call selects responses for itself.
///
///     Mockspec-Response: Login=Offline, Item%20details=Busy
enum ResponseOverride {
  /// The reason why the field is invalid.
  struct Refusal: Error {
    let message: String
  }

  private static let name = HTTPField.Name("Mockspec-Response")!

  /// Returns the index of the selected response for each request that the field names.
  ///
  /// - Parameter isElsewhere: Returns whether a selection that `sets` doesn't have is ignored, since it is for another
  ///   session.
  static func read(
    _ fields: HTTPFields, in sets: ResponseSets, ignoring isElsewhere: (ResponseSelection) -> Bool = { _ in false }
  ) -> Result<[String: Int], Refusal> {
    // Compares the fields one by one, since a look-up by name builds an index of the fields first.
    guard fields.contains(where: { $0.name == name }) else { return .success([:]) }
    let selections: [ResponseSelection]
    do throws(ResponseSelectionError) {
      selections = try ResponseSelection.list(fields[values: name].joined(separator: ","))
    } catch {
      return .failure(Refusal(message: "Mockspec-Response: \(error)"))
    }
    var overrides: [String: Int] = [:]
    for selection in selections {
      do throws(UnknownNameError) {
        overrides[selection.request] = try sets.require(selection).index
      } catch {
        guard isElsewhere(selection) else { return .failure(Refusal(message: "Mockspec-Response: \(error)")) }
      }
    }
    return .success(overrides)
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
