import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// Clients that create items and set states while each reload edits the specs: nothing is lost that a notice doesn't name.
struct ReloadedClientsTests {
  private static let clients = 4

  /// Every version has the collection and the state `kept`, with other items and another initial value. `gone` is missing in
  /// some versions, and `shrunk` has fewer values.
  private static func spec(_ version: Int) -> String {
    let values = ["a", "b", "c"]
    let rotated = (0..<3).map { values[($0 + version) % 3] }
    let isWhole = version % 3 != 0
    let sets = values.map { value in
      let shrunk = isWhole || value != "c" ? ", shrunk: \(value)" : ""
      return "  Set \(value): {match: PUT /states/\(value), responses: {R: {set: {kept: \(value)\(shrunk)}}}}"
    }
    let reads = values.map { "\($0.uppercased()): {when: {kept: \($0)}, text: \($0)}" }
    let added = (0..<version % 5).map { ", {id: x\($0), v: 0}" }.joined()
    return """
      collections:
        kept: {path: /kept, items: [{id: file, v: \(version)}\(added)]}
      \(isWhole ? "  gone: {path: /gone, items: []}" : "")
      states: {kept: [\(rotated.joined(separator: ", "))], shrunk: [a, b\(isWhole ? ", c" : "")]}
      requests:
      \(sets.joined(separator: "\n"))
        Kept: {match: GET /states/kept, responses: {\(reads.joined(separator: ", "))}}
      """
  }

  /// One of several clients that share the items of the default session. Each has the states of a session of its own.
  private struct Client {
    let engine: MockEngine
    let number: Int
    var dice: SeededGenerator
    var count = 0
    /// The present items, by id.
    var items: [String: String] = [:]
    var deleted = 0
    /// The items that were created in `gone`.
    var created = 0
    var state: String?

    private func answer(_ line: String, _ body: String = "", _ session: String? = nil) -> (status: Int, body: String) {
      var fields = HTTPFields()
      if let session { fields[.init("Mockspec-Session")!] = session }
      guard case .reply(let reply) = engine.decide(MockCall(line, fields, body: body)).outcome else { return (0, line) }
      return (reply.status, String(decoding: reply.body, as: UTF8.self))
    }

    mutating func call() {
      count += 1
      let known = items.keys.sorted().randomElement(using: &dice)
      switch Int.random(in: 0..<7, using: &dice) {
      case 0:
        let made = answer("POST /kept", #"{"v":"\#(number).\#(count)"}"#)
        guard made.status == 201, let id = made.body.firstMatch(of: /"id":(\d+)/) else {
          Issue.record("POST /kept: \(made)")
          return
        }
        #expect(items.updateValue(made.body, forKey: String(id.1)) == nil, "the id \(id.1) was given twice")
      case 1:
        guard let known else { return }
        let changed = answer("PATCH /kept/\(known)", #"{"w":\#(count)}"#)
        #expect(changed.status == 200)
        items[known] = changed.body
      case 2:
        guard let known, items.count > 3 else { return }
        #expect(answer("DELETE /kept/\(known)").status == 204)
        items[known] = nil
        deleted += 1
      case 3:
        guard let known else { return }
        #expect(answer("GET /kept/\(known)") == (200, items[known]!))
      case 4:
        let value = dice.pick(["a", "b", "c"])
        #expect(answer("PUT /states/\(value)", "", "c\(number)").status == 200)
        state = value
      case 5:
        guard let state else { return }
        #expect(answer("GET /states/kept", "", "c\(number)") == (200, state))
      default:
        if answer("POST /gone", "{}").status == 201 { created += 1 }
      }
    }
  }

  @Test func `nothing is lost over reloads during calls`() throws {
    let engine = MockEngine(try Self.sets(1))
    let reloads = TestScale.count(40, long: 4000)
    let isDone = Atomic(false)
    let notices = Mutex<[String]>([])
    let clients = Mutex<[Client]>([])
    concurrently(Self.clients + 1) { thread in
      if thread == Self.clients {
        for version in 2...reloads { Self.reload(engine, version, notices) }
        return isDone.store(true, ordering: .releasing)
      }
      var client = Client(engine: engine, number: thread, dice: SeededGenerator(seed: thread))
      while !isDone.load(ordering: .acquiring) { client.call() }
      clients.withLock { $0.append(client) }
    }
    // A version with all names.
    Self.reload(engine, 3 * reloads + 1, notices)
    let all = clients.withLock { $0 }
    let found = notices.withLock { $0 }

    let items = Dictionary(uniqueKeysWithValues: all.flatMap(\.items))
    let listed = CollectionTests.answer(engine.session, "GET /kept").matches(of: /{"id":(\d+)[^}]*}/)
    #expect(Set(listed.map { String($0.0) }) == Set(items.values))
    #expect(listed.count == items.count && all.contains { $0.deleted > 0 })
    #expect(!found.contains { $0.contains("'kept'") }, "\(found)")
    let gone = CollectionTests.answer(engine.session, "GET /gone").matches(of: /"id":/).count
    let created = all.reduce(0) { $0 + $1.created }
    #expect(gone <= created && (gone == created || found.contains { $0.contains("'gone'") }))
    for client in all where client.state != nil {
      let states = try engine.session(SessionID("c\(client.number)")).states
      #expect(states["kept"] == client.state)
      // A notice about several sessions names one of them.
      let isNamed = found.contains {
        $0.contains("'shrunk'") && ($0.contains("c\(client.number)") || $0.contains(" others)"))
      }
      #expect(states["shrunk"] == client.state || isNamed, "\(states), \(client.state ?? "")")
    }
    #expect(engine.session.itemBudget.size == engine.session.store.values.itemSize)
    engine.session.reset()
    #expect(engine.session.itemBudget.size == 0)
  }

  private static func sets(_ version: Int) throws -> ResponseSets {
    let project = try SpecLoader(.inline("mockspec: 1\n" + spec(version))).load(number: version)
    return try #require(project.sets, "\(project.diagnostics)")
  }

  private static func reload(_ engine: MockEngine, _ version: Int, _ notices: borrowing Mutex<[String]>) {
    do {
      let found = engine.replace(with: try sets(version))
      notices.withLock { $0 += found }
    } catch {
      Issue.record(error)
    }
  }
}
