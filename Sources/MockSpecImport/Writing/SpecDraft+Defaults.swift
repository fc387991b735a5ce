import MockSpec

extension SpecDraft {
  /// Moves what all requests have in common to the defaults.
  mutating func takeOutDefaults() {
    // A collection inherits them, too.
    guard requests.count > 1, collections.isEmpty else { return }
    takeOut(\.scheme)
    takeOut(\.host)
    takeOut(\.port)
    takeOut(\.exactQuery)
    takeOutBasePath()
    takeOutHeaders()
  }

  private var matches: [MatchDraft] { requests.flatMap { [$0.match] + $0.otherMatches } }

  private mutating func change(_ body: (inout MatchDraft) -> Void) {
    for index in requests.indices {
      body(&requests[index].match)
      for other in requests[index].otherMatches.indices { body(&requests[index].otherMatches[other]) }
    }
  }

  private mutating func takeOut<Value: Hashable>(_ part: WritableKeyPath<MatchDraft, Setting<Value>>) {
    let values = Set(matches.map { $0[keyPath: part] })
    guard values.count == 1, let value = values.first, value != .inherited else { return }
    defaults.match[keyPath: part] = value
    change { $0[keyPath: part] = .inherited }
  }

  /// Takes out the literal segments with which all paths begin, but never the whole of a path.
  private mutating func takeOutBasePath() {
    guard requests.count > 2 else { return }
    let paths = matches.map { match in
      match.path.value.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropFirst() }
    }
    guard let first = paths[0], paths.allSatisfy({ $0 != nil }) else { return }
    var shared = Array(first.dropLast())
    for case let path? in paths {
      let same = zip(shared, path.dropLast()).prefix { $0 == $1 }.count
      shared.removeLast(shared.count - same)
    }
    shared = Array(shared.prefix { !$0.isEmpty && !$0.contains("*") && !$0.hasPrefix("{") })
    if shared.isEmpty { return }
    let base = "/" + shared.joined(separator: "/")
    defaults.basePath = .set(base)
    change { match in if let path = match.path.value { match.path = .set(String(path.dropFirst(base.count))) } }
  }

  /// Headers that aren't taken out: one depends on the body, and the others look like keys of the defaults.
  private static let kept: Set = ["content-type", "status", "delay", "throttle", "template", "match", "headers"]

  /// Takes out the headers that all answers have with the same values.
  private mutating func takeOutHeaders() {
    var replies: [Reply] = []
    for response in requests.flatMap(\.responses) {
      if case .reply(let reply) = response.outcome { replies.append(reply) }
    }
    guard replies.count > 2 else { return }
    let shared = replies[0].headers.filter { header in
      !Self.kept.contains(header.name.lowercased()) && replies.allSatisfy { $0.headers.contains(header) }
    }
    if shared.isEmpty { return }
    defaults.headers = shared
    for index in requests.indices {
      for place in requests[index].responses.indices {
        guard case .reply(var reply) = requests[index].responses[place].outcome else { continue }
        reply.headers.removeAll(where: shared.contains)
        requests[index].responses[place].outcome = .reply(reply)
      }
    }
  }
}
