import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads an HTTP Archive 1.2, as browsers and proxies save them.
///
/// Equal answers to a call are one response, and different ones a sequence. A body of a call is a condition only if calls
/// differ in nothing else.
enum HARReader {
  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard let log = file.root.value("log"), log.value("entries")?.kind == .sequence else {
      return project.losses.report(ImportFormat.har.mismatch(file.root))
    }
    var losses = LossList()
    var secrets = Secrets()
    var origins: [(origin: String, groups: [HARGroup])] = []
    var places: [String: (origin: Int, group: Int)] = [:]
    for entry in log.elements("entries") {
      losses.beginRequest()
      if isPreflight(entry) {
        losses.skip()
        continue
      }
      guard let exchange = HARExchange(entry, &secrets, &losses) else { continue }
      let key = exchange.origin + " " + exchange.key
      if let place = places[key] {
        origins[place.origin].groups[place.group].exchanges.append(exchange)
        continue
      }
      let origin = origins.firstIndex { $0.origin == exchange.origin } ?? origins.count
      if origin == origins.count { origins.append((exchange.origin, [])) }
      places[key] = (origin, origins[origin].groups.count)
      origins[origin].groups.append(HARGroup(exchanges: [exchange]))
    }
    secrets.report(to: &losses, at: LossList.range(of: log))
    for (origin, groups) in origins {
      let title = origin.split(separator: "/").last.map(String.init) ?? "archive"
      var spec = ImportedSpec(title: title, source: file.name)
      for group in groups { spec.requests += group.requests(&names, &losses) }
      project.specs.append(spec)
    }
    project.losses += losses
  }

  /// Whether an entry is a preflight of a browser, which the server answers itself.
  private static func isPreflight(_ entry: Node) -> Bool {
    guard let request = entry.value("request"), request.value("method")?.text.uppercased() == "OPTIONS" else {
      return false
    }
    return request.elements("headers").contains {
      $0.value("name")?.text.lowercased() == "access-control-request-method"
    }
  }
}

/// The entries of an archive that have the same method and URL.
struct HARGroup {
  var exchanges: [HARExchange]

  /// Returns the requests: one, or one for each body of a call if answers depend on it.
  func requests(_ names: inout ImportedNames, _ losses: inout LossList) -> [ImportedRequest] {
    var bodies: [[HARExchange]] = []
    var places: [[UInt8]?: Int] = [:]
    for exchange in exchanges {
      let place = places[exchange.body?.bytes] ?? bodies.count
      if place == bodies.count { bodies.append([]) }
      places[exchange.body?.bytes] = place
      bodies[place].append(exchange)
    }
    if bodies.count == 1 || Set(exchanges.map(answer)).count == 1 {
      return [request(exchanges, body: nil, &names, &losses)]
    }
    return bodies.map { request($0, body: $0[0].body, &names, &losses) }
  }

  /// A text that is equal for equal answers.
  private func answer(_ exchange: HARExchange) -> String {
    switch exchange.outcome {
    case .failure(let name): return name.rawValue
    case .reply(let status, let headers, let body, let type, let isLost):
      return
        "\(status) \(type ?? "") \(isLost) \(ContentHash(body).value) \(body.count) \(headers.first("location") ?? "")"
    }
  }

  private func request(
    _ all: [HARExchange], body: RecordedBody?, _ names: inout ImportedNames, _ losses: inout LossList
  ) -> ImportedRequest {
    // A 304 says that the client has the earlier answer.
    let full = all.filter { if case .reply(304, _, _, _, _) = $0.outcome { false } else { true } }
    let members = full.isEmpty ? all : full
    let first = members[0]
    var match = MatchDraft(
      methods: .set([first.method]), scheme: .set(first.scheme), host: .set(first.host),
      port: first.port.map(Setting.set) ?? .inherited, path: .set(first.path))
    match.query.add(first.query.filter { !first.openQuery.contains($0.name) }.map { ($0.name, [.equals($0.value)]) })
    for name in first.openQuery.sorted() {
      match.query.append(ConditionDraft(name: name, conditions: .set([.present])))
    }
    if let body { match.body = .set(body.draft) }

    var draft = SpecDraft.Request(
      name: names.unique(ImportedNames.name("\(first.method) \(first.path)") ?? first.method), match: match,
      responses: [])
    var known: [String: String] = [:]
    var used = ImportedNames()
    var steps: [String] = []
    var samples: [Sample] = []
    for exchange in members {
      let answer = answer(exchange)
      var (response, expected) = self.response(exchange, name: draft.name)
      if let name = known[answer] {
        response.name = name
      } else {
        response.name = used.unique(response.name)
        known[answer] = response.name
        draft.responses.append(response)
      }
      if let call = call(exchange) { samples.append(Sample(call: call, answer: expected)) }
      steps.append(response.name)
    }
    if draft.responses.count > 1 {
      draft.sequence = Self.sequence(steps)
      for index in samples.indices { samples[index].answer = samples[index].answer.withoutHeaders }
    } else {
      samples = Array(samples.prefix(1))
    }
    losses.skip(all.count - draft.responses.count)
    return ImportedRequest(
      draft: draft, source: LossList.range(of: first.entry), exactness: [members.allSatisfy(\.isExact)],
      samples: samples)
  }

  /// Returns steps with equal ones that follow each other joined. The last one stays.
  private static func sequence(_ steps: [String]) -> [SequenceStep] {
    var joined: [(name: String, times: Int)] = []
    for step in steps {
      if joined.last?.name == step { joined[joined.count - 1].times += 1 } else { joined.append((step, 1)) }
    }
    joined[joined.count - 1].times = 1
    return joined.map { .response($0.name, times: $0.times) }
  }

  private func response(_ exchange: HARExchange, name: String) -> (SpecDraft.Response, Sample.Answer) {
    switch exchange.outcome {
    case .failure(let error):
      return (
        SpecDraft.Response(name: ImportedNames.words(error.rawValue), outcome: .failure(.urlError(error))), .failure
      )
    case .reply(let status, let headers, let bytes, let type, let isLost):
      let body = ImportedBody.body(bytes, type: type, name: name)
      return (
        SpecDraft.Response(
          name: ImportedNames.response(status), outcome: .reply(SpecDraft.Reply(status, headers, body))),
        .reply(
          status: status, headers: headers.filter { $0.name.lowercased() == "content-type" },
          body: isLost ? .unknown : .bytes(bytes))
      )
    }
  }

  private func call(_ exchange: HARExchange) -> MockCall? {
    var sample = SampleCall()
    sample.method = exchange.method
    (sample.scheme, sample.host, sample.port) = (exchange.scheme, exchange.host, exchange.port)
    (sample.path, sample.query) = (exchange.calledPath, exchange.query)
    if let body = exchange.body {
      sample.body = body.bytes
      if !body.type.isEmpty { sample.headers = [("Content-Type", body.type)] }
    }
    return sample.call
  }
}

extension Sample.Answer {
  /// The answer without headers, in which repetitions can differ.
  fileprivate var withoutHeaders: Sample.Answer {
    guard case .reply(let status, _, let body) = self else { return self }
    return .reply(status: status, body: body)
  }
}
