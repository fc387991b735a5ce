/// Random numbers that a seed determines: SplitMix64 (Steele, Lea and Flood, 2014). They are the same on every machine and
/// in every version of Swift, unlike the choices that the standard library makes with a generator.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Returns a number from 0 to below a count, which is at least 1.
  mutating func next(below count: UInt64) -> UInt64 { next().multipliedFullWidth(by: count).high }

  mutating func next(below count: Int) -> Int { Int(next(below: UInt64(count))) }

  /// Returns one of several elements. There must be at least one.
  mutating func element<Element>(of elements: [Element]) -> Element { elements[next(below: elements.count)] }

  /// Returns a value with all bits changed, different for each value.
  static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
