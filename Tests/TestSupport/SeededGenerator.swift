/// A random number generator that gives the same numbers for the same seed, on all platforms.
///
/// SplitMix64 (Steele, Lea, Flood, 2014). A test that uses it takes its seed as an argument or prints it on failure, so
/// that the failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns true with a probability of 1 in `count`.
  package mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a random element of a list that isn't empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &self)! }

  /// Returns a list whose length is a random number of `range`.
  package mutating func some<Element>(
    _ range: ClosedRange<Int>, _ make: (inout SeededGenerator) -> Element
  ) -> [Element] {
    (0..<Int.random(in: range, using: &self)).map { _ in make(&self) }
  }
}
