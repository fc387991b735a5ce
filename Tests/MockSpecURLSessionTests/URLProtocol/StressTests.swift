import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many requests at once, with delays, failures and cancellations at random moments. `MOCKSPEC_STRESS` sets how many,
/// `MOCKSPEC_SEED` which ones.
@Suite(.timeLimit(.minutes(20)))
struct StressTests {
  static let count = ProcessInfo.processInfo.environment["MOCKSPEC_STRESS"].flatMap { Int($0) } ?? 3_000

  /// `/3/name` answers `name` after 3 ms, `/3/fail` fails then.
  let environment = InterceptionEnvironment { request in
    let parts = request.path.split(separator: "/")
    let delay = Duration.milliseconds(Int(parts[0])!)
    return parts[1] == "fail"
      ? .failure(.urlError(.badServerResponse), delay: delay) : .reply(String(parts[1]), delay: delay)
  }

  @Test func `every request ends, with its own answer or as cancelled`() async {
    let sessions = (0..<3).map { number in
      let configuration = environment.sessionConfiguration()
      if number == 0 { configuration.urlCache = .shared }
      return URLSession(configuration: configuration)
    }
    let wrong = Notes()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<64 {
        group.addTask {
          var dice = SeededGenerator(stream: worker)
          for step in 0..<(Self.count / 64) {
            let fails = Int.random(in: 0..<5, using: &dice) == 0
            let name = fails ? "fail" : "\(worker)-\(step)"
            let request = URLRequest("/\([0, 0, 1, 3, 7].randomElement(using: &dice)!)/\(name)")
            let patience = Int.random(in: 0..<4, using: &dice)
            let load = Task { [session = sessions[step % 3]] in
              if patience == 0 { withUnsafeCurrentTask { $0?.cancel() } }
              return try await session.data(for: request).0
            }
            // Any time will do; what is tested must hold for all.
            if patience == 1 {
              try? await Task.sleep(for: .microseconds(Int.random(in: 0..<4_000, using: &dice)))
              load.cancel()
            }
            let result = await load.result
            let isRight =
              switch result {
              case .success(let body): body == Data(name.utf8)
              case .failure(let error as URLError):
                error.code == .cancelled && patience < 2 || fails && error.code == .badServerResponse
              case .failure: false
              }
            if !isRight { wrong.add("\(request.url!) \(result)") }
          }
        }
      }
    }
    #expect(wrong.all == [], "MOCKSPEC_SEED=\(SeededGenerator.seed)")
    withExtendedLifetime(environment) {}
  }

  /// `/2/3/name` leads to `/1/3/name` after 3 ms, and so on, and `/0/3/name` answers `name`.
  @Test func `every redirected request ends, with its own answer or as cancelled`() async {
    let environment = InterceptionEnvironment { request in
      let parts = request.path.split(separator: "/")
      let delay = Duration.milliseconds(Int(parts[1])!)
      guard let rest = Int(parts[0]), rest > 0 else { return .reply(String(parts[2]), delay: delay) }
      return .reply(302, fields: [.location: "/\(rest - 1)/\(parts[1])/\(parts[2])"], delay: delay)
    }
    let session = URLSession(configuration: environment.sessionConfiguration())
    let wrong = Notes()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<64 {
        group.addTask {
          var dice = SeededGenerator(stream: 100 + worker)
          for step in 0..<(Self.count / 64) {
            let name = "\(worker)-\(step)"
            let delay = [0, 0, 1, 3].randomElement(using: &dice)!
            let request = URLRequest("/\(Int.random(in: 1..<5, using: &dice))/\(delay)/\(name)")
            let isCancelled = Int.random(in: 0..<4, using: &dice) == 0
            let pause = Duration.microseconds(Int.random(in: 0..<4_000, using: &dice))
            let ending: (body: Data, error: (any Error)?)
            if step.isMultiple(of: 2) {
              ending = await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request) { body, _, error in
                  continuation.resume(returning: (body ?? Data(), error))
                }
                task.delegate = TaskRecorder(redirect: { [weak task] request, answer in
                  DispatchQueue.global().async { [weak task] in
                    // URLSession on Linux traps if a task is suspended in the moment in which it ends; here it can't end.
                    task?.suspend()
                    task?.resume()
                    answer(request)
                  }
                })
                task.resume()
                if isCancelled {
                  DispatchQueue.global().asyncAfter(deadline: .now() + pause.dispatchInterval) { task.cancel() }
                }
              }
            } else {
              let load = Task { try await session.data(for: request).0 }
              if isCancelled {
                try? await Task.sleep(for: pause)
                load.cancel()
              }
              switch await load.result {
              case .success(let body): ending = (body, nil)
              case .failure(let error): ending = (Data(), error)
              }
            }
            let isRight =
              ending.error == nil
              ? ending.body == Data(name.utf8) : isCancelled && (ending.error as? URLError)?.code == .cancelled
            if !isRight { wrong.add("\(request.url!) \(ending)") }
          }
        }
      }
    }
    #expect(wrong.all == [], "MOCKSPEC_SEED=\(SeededGenerator.seed)")
    withExtendedLifetime(environment) {}
  }
}
