import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads stubs of WireMock: a file with one, a list of them, or `mappings`.
struct WireMockReader {
  private let file: InputFile
  private var losses = LossList()
  private var requests: [ImportedRequest] = []
  private var states: [SpecDraft.State] = []

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    var reader = WireMockReader(file: file)
    let stubs = file.root.value("mappings")?.elements.map(\.self) ?? Array(file.root.elements)
    for stub in stubs.isEmpty && file.root.kind == .mapping && file.root.value("mappings") == nil ? [file.root] : stubs
    {
      reader.read(stub, &names)
    }
    let title = file.title ?? file.name.replacing(".json", with: "")
    project.specs.append(
      ImportedSpec(title: title, source: file.name, states: reader.states, requests: reader.requests))
    project.losses += reader.losses
  }

  private init(file: InputFile) { self.file = file }

  private static let known: Set = [
    "id", "uuid", "name", "priority", "request", "response", "persistent", "metadata", "scenarioName",
    "requiredScenarioState", "newScenarioState", "insertionIndex",
  ]

  private mutating func read(_ stub: Node, _ names: inout ImportedNames) {
    losses.beginRequest()
    guard let request = stub.member("request"), let response = stub.member("response"), request.kind == .mapping,
      response.kind == .mapping
    else { return losses.refuse("a stub has 'request' and 'response'", at: stub) }
    guard let url = WireMockURL(request, &losses) else { return }
    var match = WireMockMatch(url)
    guard match.read(request, &losses) else { return }
    for (key, value) in stub.entries where !Self.known.contains(key.text) && value.kind != .null && !value.isEmpty {
      losses.approximate("'\(key.text)' isn't supported, and is left out", at: key)
    }
    let title = stub.member("name")?.string.flatMap { ImportedNames.name($0) } ?? match.matches.title
    guard
      let answer = WireMockResponse(
        response, path: match.matches[0].path.value, name: title, in: file.stubFolder, &losses)
    else { return }
    add(stub, title, match, answer, &names)
  }

  private mutating func add(
    _ stub: Node, _ title: String, _ match: WireMockMatch, _ answer: WireMockResponse, _ names: inout ImportedNames
  ) {
    var response = answer.draft
    var when: [SpecDraft.State] = []
    if let scenario = stub.member("scenarioName")?.string.flatMap({ ImportedNames.name($0) }) {
      let name = { (key: String) in stub.member(key)?.string.flatMap { ImportedNames.name($0) } }
      if let state = name("requiredScenarioState") { when = [SpecDraft.State(name: scenario, values: [state])] }
      if let state = name("newScenarioState") { response.changes = [SpecDraft.State(name: scenario, values: [state])] }
      declare(scenario, when.flatMap(\.values) + response.changes.flatMap(\.values))
    }
    let priority = 5 - min(max(stub.member("priority")?.number ?? 5, -1_000_000), 1_000_000)
    var samples: [Sample] = []
    if let call = match.sample.call { samples = [Sample(call: call, states: when, answer: answer.answer)] }
    // Of two stubs of equal priority, WireMock tries the one that was added last.
    let turn = ImportedRequest.Turn(priority: priority, position: -Self.position(of: stub))
    // A chain of states over one pattern is one request.
    if let state = when.first,
      let index = requests.firstIndex(where: { request in
        request.turn?.priority == priority && request.draft.match == match.matches[0]
          && request.draft.otherMatches == Array(match.matches.dropFirst()) && request.draft.when.isEmpty
          && request.draft.responses.allSatisfy {
            $0.when.count == 1 && $0.when[0].name == state.name && $0.when[0].values != state.values
          }
      })
    {
      var used = ImportedNames()
      for response in requests[index].draft.responses { _ = used.unique(response.name) }
      response.name = used.unique(response.name)
      response.when = when
      requests[index].draft.responses.append(response)
      requests[index].samples += samples
      requests[index].exactness.append(losses.isExact)
      return
    }
    response.when = when
    var draft = SpecDraft.Request(name: names.unique(title), match: match.matches[0], responses: [response])
    draft.otherMatches = Array(match.matches.dropFirst())
    requests.append(
      ImportedRequest(
        draft: draft, source: LossList.range(of: stub), exactness: [losses.isExact], samples: samples, turn: turn))
  }

  /// A number that is larger for stubs that WireMock reads later.
  private static func position(of stub: Node) -> Int { stub.range.bytes.lowerBound }

  private mutating func declare(_ name: String, _ values: [String]) {
    if !states.contains(where: { $0.name == name }) { states.append(SpecDraft.State(name: name, values: ["Started"])) }
    let index = states.firstIndex { $0.name == name } ?? 0
    for value in values where !states[index].values.contains(value) { states[index].values.append(value) }
  }
}
