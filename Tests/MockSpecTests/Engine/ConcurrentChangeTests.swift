import TestSupport
import Testing

@testable import MockSpec

/// Changes of settings, requests and the project on several threads, while calls are decided.
struct ConcurrentChangeTests {
  private static let tasks = 4
  private static let rounds = 50

  @Test func `no change is lost, and each call gets the answer of some snapshot`() async throws {
    let always = "Always: {match: GET /always, responses: {R: {}}}"
    let projects = try ["First", "Second"].map {
      try Specs.load("requests: {\(always), \($0): {match: GET /loaded, responses: {R: {}}}}")
    }
    let engine = MockEngine(projects[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          for round in 0..<Self.rounds {
            try engine.session.updateSettings { $0.redact.append("X-\(task)-\(round)") }
            await Task.yield()
          }
        }
        group.addTask {
          for round in 0..<Self.rounds {
            let name = "\(task)-\(round)"
            try engine.session.add(MockedRequest(name, "GET /code/\(name)") { MockedResponse("R") })
            #expect(engine.answer("GET /code/\(name)") == "\(name): R")
            if !round.isMultiple(of: 2) {
              try engine.session.remove(name)
              #expect(engine.answer("GET /code/\(name)") == "unmatched")
            }
            await Task.yield()
          }
        }
        group.addTask {
          for round in 0..<Self.rounds {
            engine.replace(with: projects[round % 2])
            await Task.yield()
          }
        }
        group.addTask {
          for _ in 0..<(4 * Self.rounds) {
            #expect(engine.answer("GET /always") == "Always: R")
            #expect(["First: R", "Second: R"].contains(engine.answer("GET /loaded")))
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(engine.session.settings.redact.count == Self.tasks * Self.rounds)
    #expect(engine.session.sets.overlay.sets.count == Self.tasks * Self.rounds / 2)
    #expect(engine.session.sets.settings.redaction.isSecret("x-0-0"))
  }

  @Test func `items aren't stored for a collection that a reload removes or changes at the same time`() async throws {
    let collection = "collections: {users: {path: /users, items: []"
    let projects = try ["requests: {}", collection + ", idName: name}}", collection + "}}"].map { try Specs.load($0) }
    let session = MockEngine(projects[2]).session
    for round in 0..<300 {
      _ = session.replace(with: projects[2])
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? session.setItems(#"[{"id": 1, "name": "a"}]"#, of: "users") }
        group.addTask { _ = session.replace(with: projects[round % 2]) }
      }
      let keys = session.store.values.items.keys.map { "\($0.collection) \($0.idName)" }
      #expect(keys.isEmpty || round % 2 == 1 && keys == ["users name"])
      #expect(session.itemBudget.size == session.store.values.itemSize)
    }
  }
}
