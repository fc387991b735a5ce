import Foundation
import HTTPTypes
import Testing

@testable import MockSpec

/// The memory that several journals share.
struct JournalBudgetTests {
  static let decision = Decision(outcome: .passThrough, snapshot: 1)

  static func append(_ journal: Journal, _ bytes: Int = 1000) {
    journal.append(MockCall("PUT /a", body: String(repeating: "x", count: bytes)), decision, Redaction())
  }

  @Test func `the journal with the most bytes drops its oldest calls`() {
    let budget = JournalBudget(limit: 100_000)
    let (quiet, loud) = (Journal(budget: budget), Journal(budget: budget))
    for _ in 0..<20 { Self.append(quiet) }
    for _ in 0..<1000 { Self.append(loud) }
    #expect(quiet.calls.map(\.number) == Array(1...20))
    #expect(loud.calls.last?.number == 1000)
    #expect(loud.calls.map(\.number) == Array((1001 - loud.calls.count)...1000))
    #expect(quiet.bytes + loud.bytes <= 100_000)
    #expect(quiet.bytes + loud.bytes > 90_000)
    #expect(loud.count == 1000)
  }

  @Test func `the allocations of fields are counted`() throws {
    var fields = HTTPFields()
    for number in 10..<26 {
      fields.append(HTTPField(name: HTTPField.Name("X-Custom-Header-\(number)")!, value: "a value of many words"))
    }
    let (bare, full) = (Journal(), Journal())
    bare.append(MockCall("GET /a"), Self.decision, Redaction())
    full.append(MockCall("GET /a", fields), Self.decision, Redaction())
    // Two forms of the name and the value, each with a header of 32 bytes.
    #expect(full.bytes - bare.bytes >= 16 * (MemoryLayout<HTTPField>.stride + 3 * (32 + 18)))
  }

  @Test func `journals that are equally loud share equally`() {
    let budget = JournalBudget(limit: 100_000)
    let journals = (0..<4).map { _ in Journal(budget: budget) }
    for _ in 0..<200 { for journal in journals { Self.append(journal) } }
    #expect(journals.allSatisfy { $0.bytes > 20_000 && $0.bytes <= 26_500 })
  }

  @Test func `a call that was just stored is kept, and others aren't for its sake`() {
    let budget = JournalBudget(limit: 10_000)
    let (first, second) = (Journal(budget: budget), Journal(budget: budget))
    Self.append(first)
    Self.append(second, 20_000)
    #expect(first.calls.count == 1 && second.calls.count == 1)
    Self.append(first)
    #expect(first.calls.count == 2 && second.calls.isEmpty)
  }

  @Test func `a journal that is cleared or gone makes room`() {
    let budget = JournalBudget(limit: 15_000)
    let stays = Journal(budget: budget)
    for _ in 0..<5 {
      let goes = Journal(budget: budget)
      for _ in 0..<7 { Self.append(goes) }
    }
    for _ in 0..<5 {
      for _ in 0..<7 { Self.append(stays) }
      #expect(stays.calls.count == 7)
      stays.clear()
    }
    #expect(!budget.isExceeded)
  }

  @Test func `journals without calls aren't visited`() {
    let budget = JournalBudget(limit: 1)
    let journals = (0..<100).map { _ in Journal(budget: budget) }
    for _ in 0..<2 {
      for journal in journals {
        Self.append(journal)
        #expect(budget.holderCount == 1 && journal.calls.count == 1)
      }
    }
    journals.last?.clear()
    #expect(budget.holderCount == 0 && !budget.isExceeded)
  }

  @Test(arguments: [
    ([10, 20, 30], 60, Int.max), ([10, 20, 30], 50, 20), ([30, 10, 20], 29, 9), ([0, 0, 100], 40, 40), ([5], 0, 0),
    ([], 0, .max),
  ])
  func `the largest are reduced to one size`(sizes: [Int], total: Int, level: Int) {
    #expect(JournalBudget.level(of: sizes, total: total) == level)
  }

  @Test func `the budget is kept on many threads`() throws {
    let engine = MockEngine(
      try Specs.load(JournalTests.spec), limits: .init(journalBytes: 200_000), environment: .system)
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      for _ in 0..<200 {
        _ = engine.decide(MockCall("GET /a", SessionTests.fields("s\(number % 20)"), body: "body"))
      }
    }
    let sessions = try engine.sessions.map { try engine.session($0.id) }
    #expect(sessions.reduce(0) { $0 + $1.journal.bytes } <= 200_000)
    #expect(try sessions.allSatisfy { try $0.count(of: "A") == 400 && !$0.calls.isEmpty })
    #expect(sessions.allSatisfy { $0.calls.map(\.number) == Array((401 - $0.calls.count)..<401) })
  }
}
