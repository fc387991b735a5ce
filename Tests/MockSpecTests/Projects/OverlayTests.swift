import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// Requests built in code, which override loaded ones.
struct OverlayTests {
  static let spec = """
    requests:
      Login: {match: POST /login, responses: {Success: {}, Offline: {error: notConnectedToInternet}}}
      Item: {match: 'GET /items/{id}', responses: {Found: {}}}
      Any: {match: /**, responses: {R: {}}}
    """

  static func request(_ name: String, _ match: String, _ responses: String...) -> MockedRequest {
    MockedRequest(name, match) {
      for response in responses { MockedResponse(response) }
    }
  }

  @Test func `among equally specific requests, those built in code are asked first, and the latest before them`() throws
  {
    let engine = try Specs.engine(Self.spec)
    try engine.session.add(Self.request("Mine", "GET /items/{id}", "R"))
    #expect(engine.answer("GET /items/1") == "Mine: R")
    try engine.session.add(Self.request("Latest", "GET /items/{id}", "R"))
    #expect(engine.answer("GET /items/1") == "Latest: R")
    #expect(engine.answer("POST /login") == "Login: Success")
    try engine.session.remove("Latest")
    #expect(engine.answer("GET /items/1") == "Mine: R")
    try engine.session.remove("Mine")
    #expect(engine.answer("GET /items/1") == "Item: Found")
  }

  @Test func `a more specific request is asked before a less specific one, wherever it comes from`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.add(
      Self.request("Broad", "GET /items/**", "R"), Self.request("Narrow", "GET /items/1", "R"),
      Self.request("First", "GET /**", "R"))
    #expect(engine.answer("GET /items/1") == "Narrow: R")
    #expect(engine.answer("GET /items/2") == "Item: Found")
    #expect(engine.answer("GET /items/2/x") == "Broad: R")
    #expect(engine.answer("GET /x") == "First: R")
    #expect(engine.answer("PUT /x") == "Any: R")
  }

  @Test(arguments: 0..<TestScale.count(2, long: 10))
  func `after any additions, removals and reloads, requests are asked as if they had been added at once`(seed: Int)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let matches = ["GET /items/{id}", "GET /items/1", "POST /login", "GET /**", "/items/**", "GET /items/{id}?q=1"]
    let loaded = try Specs.load(Self.spec)
    let other = try Specs.load("requests: {B: {match: GET /b, responses: {R: {}}}}")
    let engine = MockEngine(loaded)
    var present: [MockedRequest] = []
    var now = loaded
    for step in 0..<30 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where !present.isEmpty:
        try engine.session.remove(present.remove(at: Int.random(in: present.indices, using: &generator)).name)
      case 1:
        now = now === loaded ? other : loaded
        engine.replace(with: now)
      default:
        let new = (0..<Int.random(in: 1...3, using: &generator)).map { index in
          let name = index == 0 && !present.contains { $0.name == "Login" } ? "Login" : "\(step) \(index)"
          return Self.request(name, matches.randomElement(using: &generator)!, "R")
        }
        try engine.session.add(new)
        present += new
      }
      let expected = MockEngine(now)
      try expected.session.add(present)
      for path in ["/items/1", "/items/2", "/items/2/x", "/login", "/b", "/nothing"] {
        let path = CallPath(path)
        let found = [engine, expected].map { $0.session.sets.candidates(for: path).map(\.set.name) }
        #expect(found[0] == found[1])
      }
      #expect(engine.session.sets.names == expected.session.sets.names)
      let similar = [engine, expected].map { engine in
        engine.session.explain(MockCall("PUT /item/1")).candidates.map(\.requestName)
      }
      #expect(similar[0] == similar[1])
    }
  }

  @Test func `one of the same name is laid over, whatever it matches, and comes back`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.add(Self.request("Login", "POST /session", "Mine"))
    #expect(engine.answer("POST /session") == "Login: Mine")
    #expect(engine.answer("POST /login") == "Any: R")
    engine.session.removeAll()
    #expect(engine.answer("POST /login") == "Login: Success")
    #expect(engine.answer("POST /session") == "Any: R")
  }

  @Test func `a name that is taken, or isn't there, is an error that says so, and nothing is added`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.add(Self.request("Mine", "GET /mine", "R"))
    let error = #expect(throws: MockedRequestError.self) {
      try engine.session.add(Self.request("Other", "GET /other", "R"), Self.request("Mine", "GET /x", "R"))
    }
    #expect(error?.problems == ["another request that was added has this name; remove it first"])
    #expect(engine.answer("GET /other") == "Any: R")
    let unknown = #expect(throws: UnknownNameError.self) { try engine.session.remove("Mien") }
    #expect(unknown?.description == "no request built in code is named 'Mien': did you mean 'Mine'?")
    #expect(throws: UnknownNameError.self) { try engine.session.remove("Login") }
  }

  @Test func `selections, scenes and sequences work by name`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nscenes: {Bad day: {Login: Offline}}\n",
      "a.mock.yaml": "mockspec: 1\n" + Self.spec,
    ])
    let engine = MockEngine(try #require(Specs.load(folder, ".").sets))
    try engine.session.add(
      MockedRequest("Login", "POST /login", default: "Success", sequence: ["Busy", "Busy"], afterSequence: .restart) {
        MockedResponse("Offline", error: .urlError(.notConnectedToInternet))
        MockedResponse("Success")
        MockedResponse("Busy", status: 503)
      })
    #expect(engine.answer("POST /login") == "Login: Busy")
    #expect(engine.session.calls.last?.step == .init(number: 1, count: 2))
    try engine.session.select("Success", for: "Login")
    #expect(engine.answer("POST /login") == "Login: Success")
    try engine.session.activate(scene: "Bad day")
    #expect(engine.answer("POST /login") == "Login: Offline")
    #expect(engine.answer("POST /login", [.init("Mockspec-Response")!: "Login=Busy"]) == "Login: Busy")
    let unknown = #expect(throws: UnknownNameError.self) { try engine.session.select("Bsuy", for: "Login") }
    #expect(unknown?.description == "request 'Login' has no response 'Bsuy': did you mean 'Busy'?")
  }

  @Test func `a selection ends with its request, and a counter with its sequence`() throws {
    let engine = try Specs.engine("requests: {}")
    let request = MockedRequest("A", "GET /a", sequence: ["One", "Two"]) {
      MockedResponse("One")
      MockedResponse("Two")
    }
    try engine.session.add(request)
    #expect(engine.answer("GET /a") == "A: One")
    try engine.session.select("Two", for: "A")
    try engine.session.remove("A")
    try engine.session.add(request)
    #expect(engine.answer("GET /a") == "A: One")
  }

  @Test func `a reload keeps what was built in code`() throws {
    let engine = try Specs.engine(Self.spec)
    try engine.session.add(Self.request("Login", "POST /login", "Mine"), Self.request("Mine", "GET /items/1", "R"))
    engine.replace(with: try Specs.load("requests: {Item: {match: 'GET /items/1', responses: {New: {}}}}"))
    #expect(engine.answer("POST /login") == "Login: Mine")
    #expect(engine.answer("GET /items/1") == "Mine: R")
    engine.session.removeAll()
    #expect(engine.answer("GET /items/1") == "Item: New")
    #expect(engine.answer("POST /login") == "unmatched")
  }

  @Test func `a closure as a matcher is asked only if all else holds, and explains itself`() throws {
    let engine = try Specs.engine("requests: {Plain: {match: GET /a, responses: {R: {}}}}")
    let asked = Mutex<[String]>([])
    try engine.session.add(
      MockedRequest(
        "Picky", .get, "/a",
        where: { call in
          asked.withLock { $0.append(call.query ?? "") }
          return call.query == "x=1"
        }
      ) { MockedResponse("R") })
    #expect(engine.answer("GET /a?x=1") == "Picky: R")
    #expect(engine.answer("GET /a?x=2") == "Plain: R")
    #expect(engine.answer("PUT /a") == "unmatched")
    #expect(engine.answer("GET /b") == "unmatched")
    #expect(asked.withLock { $0 } == ["x=1", "x=2"])

    engine.replace(with: try Specs.load("requests: {}"))
    guard case .unmatched(let unmatched) = engine.decide(MockCall("GET /a")).outcome else {
      Issue.record("something matched")
      return
    }
    let failed = unmatched.candidates.flatMap(\.failed)
    #expect(failed.map(\.kind) == [.predicate])
    #expect(failed.allSatisfy { $0.place.file == "MockSpecTests/OverlayTests.swift" })
  }

  @Test func `each request sees all that was added together, or nothing of it`() async throws {
    let engine = try Specs.engine(Self.spec)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<TestScale.count(300, long: 1_000) {
            // 'Broad' and 'Narrow' are added together. Removal starts with 'Broad'.
            let answer = engine.answer("GET /pair/1")
            #expect(answer == "Any: R" || answer == "Narrow: R")
            await Task.yield()
          }
        }
      }
      for number in 0..<64 {
        group.addTask {
          let own = "Own \(number)"
          for _ in 0..<20 {
            try engine.session.add(Self.request(own, "GET /own/\(number)", "R"))
            #expect(engine.answer("GET /own/\(number)") == "\(own): R")
            // Only one task at a time has added the pair.
            let pair = [Self.request("Broad", "GET /pair/*", "R"), Self.request("Narrow", "GET /pair/1", "R")]
            if (try? engine.session.add(pair)) != nil {
              try engine.session.remove("Broad")
              try engine.session.remove("Narrow")
            }
            try engine.session.remove(own)
            #expect(engine.answer("GET /own/\(number)") == "Any: R")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(engine.session.sets.overlay.isEmpty)
  }

  @Test func `adding requests one by one indexes each a few times`() throws {
    let engine = try Specs.engine("requests: {}")
    let count = 256
    var indexedCount = 0
    var all: [SetIndex] = []
    for number in 0..<count {
      try engine.session.add(Self.request("R\(number)", "GET /r/\(number)", "R"))
      for index in engine.session.sets.overlay.parts.map(\.index) where !all.contains(where: { $0 === index }) {
        indexedCount += index.sets.count
        all.append(index)
      }
    }
    #expect(indexedCount <= count * 9)
    #expect(engine.session.sets.names.count == count)
    #expect((0..<count).allSatisfy { engine.answer("GET /r/\($0)") == "R\($0): R" })
  }

  @Test func `the index of the loaded requests is shared`() throws {
    let requests = (0..<2000).map { "R\($0): {match: 'GET /r/\($0)', responses: {R: {}}}" }.joined(separator: ", ")
    let engine = try Specs.engine("requests: {\(requests)}")
    for number in 0..<50 { try engine.session.add(Self.request("Mine \(number)", "GET /r/\(number * 7)", "R")) }
    for number in 0..<2000 {
      let isMine = number.isMultiple(of: 7) && number < 350
      #expect(engine.answer("GET /r/\(number)") == (isMine ? "Mine \(number / 7): R" : "R\(number): R"))
    }
  }
}

/// Invalid requests, with the messages for specs.
struct MockedRequestErrorTests {
  static func problems(_ request: MockedRequest) throws -> [String] {
    let engine = try Specs.engine("requests: {}")
    let error = #expect(throws: MockedRequestError.self) { try engine.session.add(request) }
    return error?.problems ?? []
  }

  @Test func `paths, statuses, headers and bodies are checked as in a spec`() throws {
    #expect(
      try Self.problems(MockedRequest("A", "GET /a{b}") { MockedResponse("R") }) == [
        "found '{' inside the segment 'a{b}', but a wildcard must be a whole segment: "
          + "write '*' or '{b}' as a segment of its own, or '%7B' for the literal character"
      ])
    #expect(
      try Self.problems(MockedRequest("A", "GET /__mockspec/a") { MockedResponse("R") }) == [
        "the path's first segment is '__mockspec', so no call reaches it on a server: "
          + "rename the segment; paths below '/__mockspec/' are those of the control API"
      ])
    let found = try Self.problems(
      MockedRequest("A", "GET /a") {
        MockedResponse("One", status: 99)
        MockedResponse("Two", headers: ["X Two": "2"])
        MockedResponse("Three", headers: ["X-Three": "a\nb"])
        MockedResponse("Four", json: "{")
        MockedResponse("Six", delay: .seconds(-1))
      })
    #expect(
      found.map { $0.split(separator: ":")[0] } == [
        "response 'One'", "response 'Two'", "response 'Three'", "response 'Four'", "response 'Six'",
      ])
    #expect(found[0].contains("found 99"))
  }

  @Test func `origins, and the replies of faults, are checked`() throws {
    let found = try Self.problems(
      MockedRequest("A", "GET /a") {
        MockedResponse("R", forward: "localhost:8000")
        MockedResponse("S", fault: .truncatedBody, MockReply(status: 99, json: "{"))
      })
    #expect(found.map { $0.prefix(12) } == ["response 'R'", "response 'S'", "response 'S'"])
  }

  @Test func `names are checked, too`() throws {
    let unknown = try Self.problems(
      MockedRequest("A", "GET /a", default: "Tow", sequence: ["One", "Thre"]) {
        MockedResponse("One")
        MockedResponse("Two")
      })
    #expect(
      unknown == [
        "request 'A' has no response 'Tow': did you mean 'Two'?",
        "request 'A' has no response 'Thre': known names: One, Two",
      ])
    #expect(try Self.problems(MockedRequest("A", "GET /a") {}).count == 1)
    #expect(try Self.problems(MockedRequest("", "GET /a") { MockedResponse("R") }).count == 1)
    #expect(
      try Self.problems(
        MockedRequest("A", "GET /a") {
          MockedResponse("R")
          MockedResponse("R")
        }
      ).count == 1)
  }

  @Test func `an error says where the request stands in the program`() throws {
    let engine = try Specs.engine("requests: {}")
    let line = #line + 1
    let request = MockedRequest("A", "a") { MockedResponse("R") }
    let error = #expect(throws: MockedRequestError.self) { try engine.session.add(request) }
    #expect(
      error?.description.hasPrefix("MockSpecTests/OverlayTests.swift:\(line):") == true, "\(String(describing: error))")
  }
}
