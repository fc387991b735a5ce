import HTTPTypes

/// `Mockspec-Response: Login=Offline, Item%20details=Busy`: picks responses for one request alone.
enum ResponseOverride {
  struct Refusal: Error {
    let message: String
  }

  private static let name = HTTPField.Name("Mockspec-Response")!

  /// Request → index of its response.
  static func read(_ fields: HTTPFields, in sets: ResponseSets) -> Result<[String: Int], Refusal> {
    // Asked of the fields one by one: looking up by name would first build an index of them, for every request.
    guard fields.contains(where: { $0.name == name }) else { return .success([:]) }
    var overrides: [String: Int] = [:]
    for pair in fields[values: name].joined(separator: ",").split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { trimmed($0) }
      guard parts.count == 2 else {
        return .failure(Refusal(message: "Mockspec-Response: expected 'request=response', found '\(trimmed(pair))'"))
      }
      guard let set = sets[parts[0]] else {
        let error = UnknownNameError("no request is named '\(parts[0])'", parts[0], known: sets.names)
        return .failure(Refusal(message: "Mockspec-Response: \(error)"))
      }
      guard let index = set.index(of: parts[1]) else {
        let error = UnknownNameError(
          "request '\(parts[0])' has no response '\(parts[1])'", parts[1], known: set.responses.map(\.name))
        return .failure(Refusal(message: "Mockspec-Response: \(error)"))
      }
      overrides[parts[0]] = index
    }
    return .success(overrides)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return PercentText.decode(text)
  }
}
