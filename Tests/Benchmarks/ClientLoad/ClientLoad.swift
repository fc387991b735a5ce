import AllocationCount
import Foundation
import TestSupport

/// Makes many concurrent calls to a server whose token expires, cancels a part of them at random moments, and prints the
/// resident and the allocated bytes of the process after each round:
///
///     ClientLoad URL client|bare CALLS CANCELLED ROUNDS
///
/// The calls are those of a `ServiceClient`, or of a bare URLSession that does the same. CANCELLED is a percentage.
@main
struct ClientLoad {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let url = URL(string: arguments[1]), let calls = Int(arguments[3]),
      let cancelled = Int(arguments[4]), let rounds = Int(arguments[5])
    else { throw LoadError("usage: ClientLoad URL client|bare CALLS CANCELLED ROUNDS") }
    let caller: any Caller = arguments[2] == "client" ? ClientCaller(url) : BareCaller(url)
    for round in 0..<rounds {
      try await run(calls, cancelling: cancelled, by: caller, seed: round)
      print("\(try residentBytes()) \(allocated_bytes())")
      fflush(nil)
    }
  }

  private static func run(_ count: Int, cancelling cancelled: Int, by caller: any Caller, seed: Int) async throws {
    var dice = SeededGenerator(seed: seed)
    try await withThrowingDiscardingTaskGroup { group in
      for number in 0..<count {
        let delay = Int.random(in: 0..<100, using: &dice) < cancelled ? Int.random(in: 0..<2_000, using: &dice) : nil
        group.addTask {
          let call = Task { try await caller.text(of: number) }
          if let delay {
            for _ in 0..<delay { await Task.yield() }
            call.cancel()
          }
          do {
            let text = try await call.value
            guard text == "/\(number)" else { throw LoadError("call \(number) is answered with '\(text)'") }
          } catch is CancellationError where delay != nil {}
        }
      }
    }
  }

  private static func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(pages[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// Makes the calls.
protocol Caller: Sendable {
  /// - Throws: `CancellationError` if the task is cancelled.
  func text(of number: Int) async throws -> String
}

struct LoadError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
