/// Time that has passed.
struct Stopwatch {
  private let start = ContinuousClock.now

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let watch = Stopwatch()
    try work()
    return watch.seconds
  }
}

/// Makes the optimiser believe that a value is used.
@inline(never)
func keep<Value>(_ value: Value) {}
