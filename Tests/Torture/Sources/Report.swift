import Serving

/// What a run has done.
struct Report {
  var settles: [Duration] = []
  var first = Resources.none
  var last = Resources.none
  var time = Duration.zero
  private var base = Resources.none
  private var count = 0

  /// Notes what the server uses at a settle, and compares it with what it used at the first ones.
  mutating func note(_ resources: Resources, _ oracle: Oracle) {
    count += 1
    if count <= 5 { return base.formMaximum(with: resources) }
    if let growth = resources.growth(beyond: base) { oracle.fail("the server has grown: \(growth)") }
  }

  func print(_ run: Run, reloads: (server: Int, interceptor: Int)) {
    let log = run.shared.log
    let oracle = run.shared.oracle
    for kind in Kind.allCases {
      let count = log.counts[kind] ?? 0
      if let reason = run.skipped[kind] {
        row(kind.rawValue, "skipped: \(reason)")
      } else if count > 0 || run.options.kinds.contains(kind) {
        row(kind.rawValue, "\(count)")
      }
    }
    row("operations", "\(log.count) in \(time), seed \(run.options.seed)")
    let times = settles.sorted()
    if let longest = times.last { row("settles", "\(times.count), p50 \(times[times.count / 2]), longest \(longest)") }
    for (engine, reloads) in zip(Engine.allCases, [reloads.server, reloads.interceptor]) {
      let late = oracle.late[engine.rawValue]
      row("\(engine)", "\(oracle.answers[engine.rawValue]) answers, \(reloads) reloads, \(late) 404s counted apart")
    }
    row("server at the start", "\(first)")
    row("server at the end", "\(last)")
    guard let failure = oracle.failure else { return }
    Swift.print("\nLast operations:")
    for line in log.lines { Swift.print(line) }
    Swift.print("\nLast lines of the server:")
    for line in run.served.server.lastLines { Swift.print(line) }
    Swift.print("\nFAILED after \(log.count) operations, seed \(run.options.seed): \(failure)")
    Swift.print("The tree is in \(run.shared.base)")
  }

  private func row(_ name: String, _ text: String) {
    Swift.print(name.padding(to: 32) + text)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
