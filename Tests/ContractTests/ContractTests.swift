import Testing

/// One spec proven equal in all its engines: every rule runs against the engine, the interceptor and the live server.
struct ContractTests {
  @Test(arguments: Subject.allCases, ContractCase.all)
  func `a spec means the same everywhere`(subject: Subject, contract: ContractCase) async throws {
    try await subject.perform(contract.spec, files: contract.files) { ask in
      for (index, exchange) in contract.exchanges.enumerated() {
        let answer = try await ask(exchange)
        #expect(
          answer.limited(to: exchange.answer) == exchange.answer,
          "exchange \(index + 1): \(exchange.method) \(exchange.path)")
      }
    }
  }
}
