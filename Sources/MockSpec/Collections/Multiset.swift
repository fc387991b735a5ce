/// A set that counts how often each element was inserted.
struct Multiset<Element: Hashable & Sendable>: Sendable {
  private var counts: [Element: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  func contains(_ element: Element) -> Bool { counts[element] != nil }

  mutating func insert(_ element: Element) { counts[element, default: 0] += 1 }

  mutating func remove(_ element: Element) {
    guard let count = counts[element] else { return }
    counts[element] = count > 1 ? count - 1 : nil
  }
}
