import MockSpec

/// What a session must contain, in the simplest form.
struct ModelSession {
  struct Spec {
    let name: String
    let text: String
    let format: String
    /// The requests as they were compiled last.
    var requests: [ModelRequest]
    let order: Int
    var hasErrors = false

    var usesFile: Bool { requests.contains(where: \.usesFile) }
  }

  struct StoredCall {
    let number: Int
    let path: String
    let request: String?
    let response: String?
    /// As in the answers of the control API.
    let outcome: String
  }

  struct Choice: Equatable {
    var response: String
    var reason: Decision.Reason
    var step: Int?
  }

  var project: ModelProject
  private(set) var selections: [String: String] = [:]
  private(set) var enabled: [String: Bool] = [:]
  var scene: String?
  private(set) var counters: [String: Int] = [:]
  private(set) var specs: [String: Spec] = [:]
  private(set) var calls: [StoredCall] = []
  private(set) var nextCall = 1
  private(set) var counts: [String: Int] = [:]
  private(set) var count = 0
  private(set) var unmatched = 0

  init(_ project: ModelProject) { self.project = project }

  // MARK: - Requests

  /// All requests, in the order in which equal ones are tried.
  var requests: [ModelRequest] {
    let added = specs.values.sorted { $0.order > $1.order }.flatMap(\.requests)
    let names = Set(added.map(\.name))
    return added + project.requests.filter { !names.contains($0.name) }
  }

  func request(_ name: String) -> ModelRequest? { requests.first { $0.name == name } }
  func isEnabled(_ request: ModelRequest) -> Bool { enabled[request.name] ?? request.isEnabled }
  func spec(of request: String) -> String? {
    specs.values.first { $0.requests.contains { $0.name == request } }?.name
  }

  /// Returns the response with which a request answers next; `nil` if its sequence has ended.
  func choice(_ request: ModelRequest, _ override: String? = nil) -> Choice? {
    if let override { return Choice(response: override, reason: .header) }
    let usual = Choice(response: request.defaultResponse ?? request.responses[0], reason: .default)
    if let selected = selections[request.name] {
      return request.responses.contains(selected) ? Choice(response: selected, reason: .selection) : usual
    }
    if let scene, let selected = project.scenes[scene]?[request.name], request.responses.contains(selected) {
      return Choice(response: selected, reason: .scene)
    }
    if request.sequence.isEmpty { return usual }
    return request.response(after: counters[request.name] ?? 0).map {
      Choice(response: $0.name, reason: .sequence, step: $0.number)
    }
  }

  /// Returns the request that answers a call, and its response.
  func answer(_ path: String, _ overrides: [String: String] = [:]) -> (request: ModelRequest, choice: Choice)? {
    for request in requests where request.path == path && isEnabled(request) {
      if let choice = choice(request, overrides[request.name]) { return (request, choice) }
    }
    return nil
  }

  // MARK: - Calls

  /// Makes a call, and returns what answers it.
  mutating func call(_ path: String, _ overrides: [String: String]) -> (request: ModelRequest, choice: Choice)? {
    let answer = answer(path, overrides)
    if answer?.choice.step != nil { counters[answer!.request.name, default: 0] += 1 }
    if let name = answer?.request.name { counts[name, default: 0] += 1 } else { unmatched += 1 }
    store(path, answer?.request.name, answer?.choice.response, answer == nil ? "unmatched" : "reply")
    return answer
  }

  mutating func reject(_ path: String) { store(path, nil, nil, "rejected") }

  private mutating func store(_ path: String, _ request: String?, _ response: String?, _ outcome: String) {
    calls.append(StoredCall(number: nextCall, path: path, request: request, response: response, outcome: outcome))
    if calls.count > 1000 { calls.removeFirst() }
    nextCall += 1
    count += 1
  }

  mutating func clearCalls() { (calls, counts, count, unmatched) = ([], [:], 0, 0) }

  /// Returns whether the journal can be filtered by the name of a request.
  func hasName(_ request: String) -> Bool { counts[request] != nil || self.request(request) != nil }

  // MARK: - Changes

  mutating func select(_ response: String?, for request: String) { selections[request] = response }
  mutating func setEnabled(_ isEnabled: Bool, for request: String) { enabled[request] = isEnabled }

  mutating func activate(_ scene: String) {
    self.scene = scene
    for request in project.scenes[scene]!.keys { selections[request] = nil }
  }

  mutating func reset() { (selections, enabled, scene, counters) = ([:], [:], nil, [:]) }

  /// Returns the requests of a spec, compiled for the present project; `nil` if they aren't valid.
  private func compiled(_ requests: [ModelRequest]) -> [ModelRequest]? {
    if requests.contains(where: \.usesFile), project.version.file == nil { return nil }
    return requests.map { request in
      var request = request
      request.project = project.version
      return request
    }
  }

  /// Adds or replaces a spec.
  ///
  /// - Returns: The status.
  mutating func put(_ name: String, _ text: String, _ format: String, _ requests: [ModelRequest]) -> Int {
    guard let requests = compiled(requests) else { return 422 }
    let others = specs.values.filter { $0.name != name }.flatMap(\.requests).map(\.name)
    guard !requests.contains(where: { others.contains($0.name) }) else { return 409 }
    let isNew = specs[name] == nil
    change { session in
      let order = (session.specs.values.map(\.order).max() ?? 0) + 1
      session.specs[name] = Spec(name: name, text: text, format: format, requests: requests, order: order)
    }
    return isNew ? 201 : 200
  }

  mutating func removeSpec(_ name: String) { change { $0.specs[name] = nil } }

  /// Changes specs. Requests that don't exist any more lose what was changed for them.
  private mutating func change(_ body: (inout ModelSession) -> Void) {
    let old = requests
    body(&self)
    let names = Set(requests.map(\.name))
    for request in old where !names.contains(request.name) {
      selections[request.name] = nil
      enabled[request.name] = nil
    }
    restartChangedSequences(since: old)
  }

  /// Replaces the project. Names stay selected, enabled and disabled, even if they don't exist any more.
  mutating func reload(_ project: ModelProject) {
    let old = requests
    self.project = project
    for spec in specs.values {
      if let requests = compiled(spec.requests) {
        specs[spec.name]!.requests = requests
        specs[spec.name]!.hasErrors = false
      } else {
        specs[spec.name]!.hasErrors = true
      }
    }
    restartChangedSequences(since: old)
  }

  private mutating func restartChangedSequences(since old: [ModelRequest]) {
    counters = counters.filter { name, _ in
      guard let before = old.first(where: { $0.name == name }), let now = request(name) else { return false }
      return now.hasSameSequence(as: before)
    }
  }
}

/// The sessions of an engine, besides the default one.
struct ModelSessions {
  struct Entry {
    var session: ModelSession
    let begun: Duration
    var used: Duration
  }

  static let idleTime = Duration.seconds(600)

  let limit: Int
  var entries: [String: Entry] = [:]
  private var ended: [String: Duration] = [:]
  private var endings: [(id: String, time: Duration)] = []

  init(limit: Int) { self.limit = limit }

  /// Uses a session, which is begun if there is none and `begins`.
  ///
  /// - Returns: The status of the refusal; `nil` if it can be used.
  mutating func use(
    _ id: String, _ project: ModelProject, now: Duration, begins: Bool = true, restarts: Bool = false
  ) -> Int? {
    if entries[id] != nil {
      entries[id]!.used = now
      return nil
    }
    if let end = ended[id], now - end < Self.idleTime, !restarts { return 410 }
    guard begins else { return 404 }
    if entries.count == limit {
      let idle = entries.min { $0.value.used < $1.value.used }!
      guard now - idle.value.used >= Self.idleTime else { return 503 }
      entries[idle.key] = nil
    }
    ended[id] = nil
    entries[id] = Entry(session: ModelSession(project), begun: now, used: now)
    return nil
  }

  mutating func end(_ id: String, now: Duration) -> Bool {
    guard entries.removeValue(forKey: id) != nil else { return false }
    ended[id] = now
    endings.append((id, now))
    if endings.count > limit {
      let forgotten = endings.removeFirst()
      if ended[forgotten.id] == forgotten.time { ended[forgotten.id] = nil }
    }
    return true
  }
}
