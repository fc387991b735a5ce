/// The results of several rounds of one measurement.
struct Spread {
  private(set) var values: [Double]

  init(_ values: [Double] = []) { self.values = values }

  mutating func add(_ value: Double) { values.append(value) }

  var median: Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  var mean: Double { values.reduce(0, +) / Double(values.count) }

  /// The smallest value that a part of the values, such as 0.99, doesn't exceed.
  func percentile(_ part: Double) -> Double {
    values.sorted()[max(0, Int((Double(values.count) * part).rounded(.up)) - 1)]
  }

  /// Median and range, such as `12.3 ms (11.9–14.0)`. The median determines the unit.
  func seconds() -> String {
    let (unit, scale) = median.unitOfSeconds
    return text(unit: unit, scale: scale)
  }

  /// Median and range, such as `145,000/s (144,100–146,200)`.
  func perSecond() -> String { text(unit: "/s", scale: 1) }

  private func text(unit: String, scale: Double) -> String {
    let gap = unit.hasPrefix("/") ? "" : " "
    let range = (values.min()! * scale).brief + "–" + (values.max()! * scale).brief
    return "\((median * scale).brief)\(gap)\(unit) (\(range))"
  }

  /// The median of the ratios of paired rounds, which other work on the machine affects less than the times. If one side
  /// has fewer rounds, they are the first ones.
  static func / (left: Spread, right: Spread) -> Double {
    Spread(zip(left.values, right.values).map { $0 / $1 }).median
  }
}

extension Double {
  /// At least three digits: `1.23`, `45.6`, `145,000`.
  var brief: String {
    switch self {
    case 100...: Int(rounded()).grouped
    case 10...: formatted(decimals: 1)
    default: formatted(decimals: 2)
    }
  }

  /// A number of seconds, such as `12.3 ms`.
  var seconds: String {
    let (unit, scale) = unitOfSeconds
    return "\((self * scale).brief) \(unit)"
  }

  /// The unit for a number of seconds, and how many of it a second has.
  fileprivate var unitOfSeconds: (name: String, perSecond: Double) {
    switch self {
    case 1...: ("s", 1)
    case 1e-3..<1: ("ms", 1e3)
    case 1e-6..<1e-3: ("µs", 1e6)
    default: ("ns", 1e9)
    }
  }

  /// Such as `×1.25`; empty if it was divided by 0.
  var ratio: String { isFinite ? "×" + brief : "" }

  func formatted(decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((self * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

extension Int {
  /// Such as `145,000`.
  var grouped: String {
    self < 1000 ? "\(self)" : (self / 1000).grouped + "," + String(1000 + self % 1000).dropFirst()
  }
}
