import Foundation
import Testing

/// The control API against a model of its state, with random calls.
///
/// `MOCKSPEC_MODEL_CALLS` sets the number of calls of the control API, and `MOCKSPEC_SEED` the seed. With 50,000 calls or
/// more, the memory of the process is measured, so run no other test at the same time.
struct ModelTests {
  @Test func `random calls of the control API change what the model expects`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let calls = environment["MOCKSPEC_MODEL_CALLS"].flatMap { Int($0) } ?? 1000
    let seed = environment["MOCKSPEC_SEED"].flatMap { UInt64($0) } ?? 1
    let run = try ModelRun(seed: seed)
    do {
      try await run.perform(calls / 2)
      try await run.clear()
      let half = Memory.used
      try await run.perform(calls / 2)
      try await run.clear()
      guard calls >= 50_000 else { return }
      #if os(Linux)
        _ = try #require(half, "malloc_info is missing")
      #endif
      guard let half, let end = Memory.used else { return }
      print("\(run.count) calls, seed \(seed); in use: \(half >> 10) KB after half of them, \(end >> 10) KB at the end")
      for (answer, count) in run.answers.sorted(by: { $0.key < $1.key }) { print("  \(answer): \(count)") }
      #expect(end < half + 256 << 10)
    } catch let error as ModelRun.Difference {
      Issue.record("seed \(seed): \(error)")
    }
  }
}

/// The memory of this process.
private enum Memory {
  /// The number of bytes that are allocated; `nil` if it isn't known.
  static var used: Int? {
    #if os(Linux)
      // Swift's Glibc doesn't have malloc.h.
      typealias Info = @convention(c) (Int32, OpaquePointer) -> Int32
      var (text, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
      guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &size) else { return nil }
      _ = unsafeBitCast(symbol, to: Info.self)(0, OpaquePointer(file))
      fclose(file)
      defer { free(text) }
      guard let text else { return nil }
      // The last lines are the sums of all arenas.
      var sizes: [String: Int] = [:]
      for match in String(cString: text).matches(of: #/<(?:total|system) type="(\w+)"(?: count="\d+")? size="(\d+)"/>/#)
      {
        sizes[String(match.1)] = Int(match.2)
      }
      return sizes["current"].map { $0 + (sizes["mmap"] ?? 0) - (sizes["fast"] ?? 0) - (sizes["rest"] ?? 0) }
    #else
      return nil
    #endif
  }
}
