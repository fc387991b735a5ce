/// Measures the time since its creation.
struct Stopwatch {
  private let start = ContinuousClock.now

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let watch = Stopwatch()
    try work()
    return watch.seconds
  }
}

/// Uses a value, so that the optimizer keeps its computation.
@inline(never)
func keep<Value>(_ value: Value) {}
