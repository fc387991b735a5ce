import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Random projects with states, sequences and selections, against a plain model of the rules.
struct StateModelTests {
  @Test(arguments: 0..<TestScale.count(6, long: 100))
  func `random calls of random sessions get what the model says, also over reloads`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let requests = StateModel.requests(&generator)
    let spec = StateModel.spec(requests)
    let engine = try Specs.engine(spec)
    var models: [StateModel] = Array(repeating: StateModel(requests: requests), count: 10)
    for number in 0..<TestScale.count(1000, long: 10_000) {
      let index = Int.random(in: models.indices, using: &generator)
      let session = try engine.session(SessionID("m\(index)"))
      switch Int.random(in: 0..<30, using: &generator) {
      case 0:
        session.reset()
        models[index] = StateModel(requests: requests)
      case 1:
        let (state, value) = (
          "s\(Int.random(in: 0..<3, using: &generator))", "v\(Int.random(in: 0..<3, using: &generator))"
        )
        try session.setState(state, to: value)
        models[index].states[state] = value
      case 2:
        let request = requests.randomElement(using: &generator)!
        let response = Int.random(in: request.responses.indices, using: &generator)
        try session.select("R\(response)", for: request.name)
        models[index].selections[request.name] = response
      case 3:
        let request = requests.randomElement(using: &generator)!
        try session.deselect(request.name)
        models[index].selections[request.name] = nil
      case 4:
        // The same specs, in a new version.
        #expect(engine.replace(with: try Specs.load(spec)) == [])
      default:
        let answer = engine.answer("GET /a", [.init("Mockspec-Session")!: "m\(index)"])
        try #require(answer == models[index].call(), "call \(number) of seed \(seed)\n\(spec)")
        #expect(
          session.states == ["s0", "s1", "s2"].reduce(into: [:]) { $0[$1] = models[index].states[$1, default: "v0"] })
      }
    }
  }
}
