import TestSupport

/// The model of a request in a random project or in a random spec.
struct ModelRequest: Sendable {
  struct Step: Sendable, Equatable {
    let response: String
    let times: Int
  }

  let name: String
  let path: String
  let responses: [String]
  let defaultResponse: String?
  let sequence: [Step]
  let after: String
  let isEnabled: Bool
  /// Whether the first response has the project's file as its body.
  let usesFile: Bool
  /// A number that no other request has, as a part of its bodies.
  let tag: Int
  /// The project for which it was compiled.
  var project = Version(number: 0, header: "", file: nil)

  /// What a compiled request contains of its project.
  struct Version: Sendable {
    let number: Int
    let header: String
    /// The text of the file; `nil` if the project doesn't use it.
    let file: String?
  }

  var length: Int { sequence.reduce(0) { $0 + $1.times } }

  func hasSameSequence(as other: ModelRequest) -> Bool { sequence == other.sequence && after == other.after }

  /// Returns the response of a sequence after a number of answers, with its number; `nil` if it falls through.
  func response(after answered: Int) -> (name: String, number: Int)? {
    let all = sequence.flatMap { Array(repeating: $0.response, count: $0.times) }
    if answered < all.count { return (all[answered], answered + 1) }
    switch after {
    case "restart": return (all[answered % all.count], answered % all.count + 1)
    case "stay": return (all[all.count - 1], all.count)
    default: return nil
    }
  }

  func body(of response: String) -> String {
    usesFile && response == responses[0] ? project.file ?? "" : "\(tag) \(response)"
  }

  var json: String {
    let responses = responses.map { response in
      usesFile && response == self.responses[0]
        ? #""\#(response)": {"file": "body.txt"}"# : #""\#(response)": {"text": "\#(tag) \#(response)"}"#
    }
    var members = [#""match": "GET \#(path)""#, #""responses": {\#(responses.joined(separator: ", "))}"#]
    if let defaultResponse { members.append(#""default": "\#(defaultResponse)""#) }
    if !isEnabled { members.append(#""enabled": false"#) }
    if !sequence.isEmpty {
      let steps = sequence.map { #"{"response": "\#($0.response)", "times": \#($0.times)}"# }
      members.append(#""sequence": [\#(steps.joined(separator: ", "))], "afterSequence": "\#(after)""#)
    }
    return #""\#(name)": {\#(members.joined(separator: ", "))}"#
  }

  static func spec(_ requests: [ModelRequest]) -> String {
    #"{"mockspec": 1, "requests": {\#(requests.map(\.json).joined(separator: ", "))}}"#
  }

  static let names = ["Login", "Items", "Cart", "Más / 100%"]
  static let paths = ["/p0", "/p1", "/p2"]
  static let responses = ["A", "B", "C d"]

  static func random(_ name: String, tag: Int, _ dice: inout SeededGenerator) -> ModelRequest {
    let responses = Array(responses.shuffled(using: &dice).prefix(Int.random(in: 1...3, using: &dice)))
    let hasSequence = dice.once(in: 3)
    return ModelRequest(
      name: name, path: dice.pick(paths), responses: responses,
      defaultResponse: dice.once(in: 3) ? dice.pick(responses) : nil,
      sequence: hasSequence
        ? dice.some(1...3) { Step(response: $0.pick(responses), times: Int.random(in: 1...3, using: &$0)) } : [],
      after: dice.pick(["stay", "restart", "fallThrough"]), isEnabled: !dice.once(in: 6), usesFile: dice.once(in: 5),
      tag: tag)
  }
}

/// A random project.
struct ModelProject: Sendable {
  let requests: [ModelRequest]
  let scenes: [String: [String: String]]
  let version: ModelRequest.Version

  static func random(number: Int, tag: Int, _ dice: inout SeededGenerator) -> ModelProject {
    let names = ModelRequest.names.shuffled(using: &dice).prefix(Int.random(in: 1...4, using: &dice))
    var requests = names.enumerated().map { ModelRequest.random($1, tag: tag + $0, &dice) }
    let file = requests.contains(where: \.usesFile) ? "file \(number)" : nil
    let version = ModelRequest.Version(number: number, header: dice.pick(["p", "q"]), file: file)
    for index in requests.indices { requests[index].project = version }
    var scenes: [String: [String: String]] = [:]
    for scene in ["Evening", "Air plane"] where !dice.once(in: 4) {
      let selected = requests.filter { _ in dice.once(in: 2) } + [dice.pick(requests)]
      scenes[scene] = Dictionary(selected.map { ($0.name, dice.pick($0.responses)) }) { first, _ in first }
    }
    return ModelProject(requests: requests, scenes: scenes, version: version)
  }

  var files: [String: String] {
    let scenes = scenes.sorted { $0.key < $1.key }.map { scene in
      let pairs = scene.value.sorted { $0.key < $1.key }.map { #""\#($0.key)": "\#($0.value)""# }
      return #""\#(scene.key)": {\#(pairs.joined(separator: ", "))}"#
    }
    return [
      "mockspec.json": """
      {"mockspec": 1, "defaults": {"headers": {"X-Project": "\(version.header)"}}, "scenes": {\(scenes.joined(separator: ", "))}}
      """,
      "a.mock.json": ModelRequest.spec(requests), "body.txt": version.file ?? "",
    ]
  }
}
