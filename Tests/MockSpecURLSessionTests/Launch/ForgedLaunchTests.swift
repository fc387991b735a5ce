import Foundation
import MockSpec
import TestSupport
import Testing

@testable import MockSpecURLSession

/// Launch arguments that were changed at random: they are read, or are an error, and the program never stops.
struct ForgedLaunchTests {
  static let launch = MockLaunch()
    .respond(to: "api.example.com/login", method: .post).with(status: 401, headers: ["X-A": "1"]).times(2)
    .respond(to: "api.example.com/login", method: .post).with(text: String(repeating: "ä", count: 60_000)).always()
    .respond(to: "/items").when(query: ["page": 1]).with(error: .timedOut, delay: .seconds(1)).once()

  static func forged(_ arguments: [String], _ generator: inout SeededGenerator) -> [String] {
    var arguments = arguments
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let index = Int.random(in: 0..<arguments.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: arguments.swapAt(index, Int.random(in: 0..<arguments.count, using: &generator))
      case 1: arguments.insert(arguments[index], at: index)
      case 2 where arguments.count > 1: arguments.remove(at: index)
      default:
        // Near the start, where a change isn't one of a body.
        var text = Array(arguments[index].utf8)
        let start = Int.random(in: 0..<min(400, text.count), using: &generator)
        let end = min(text.count, start + Int.random(in: 0...3, using: &generator))
        let bytes = generator.some(0...3) { $0.pick(Array(#"{}[]",:0129 -/ax\"#.utf8)) }
        text.replaceSubrange(start..<end, with: bytes)
        arguments[index] = String(decoding: text, as: UTF8.self)
      }
    }
    return arguments
  }

  @Test(arguments: 0..<8)
  func `forged arguments are read or refused`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let arguments = try Self.launch.arguments
    #expect(arguments.count == 4)
    for _ in 0..<25 {
      let forged = Self.forged(arguments, &generator)
      do {
        let settings = try LaunchSettings(environment: [:], arguments: ["app"] + forged)
        _ = try MockInterceptor.from(settings)
      } catch let error as MockLaunchError {
        #expect(error.description.hasPrefix("-mockspec-"))
      } catch let error as SpecError {
        #expect(error.diagnostics.allSatisfy { $0.file.hasPrefix("-mockspec-mocks (argument ") })
      }
    }
  }
}
