import TestSupport
import Testing

@testable import MockSpec

struct ChunkedArrayTests {
  @Test(arguments: 0..<8) func `any edits have the result that they have in an array`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var expected = Array(0..<[0, 1, 4, 5, 30].randomElement(using: &generator)!)
    var list = ChunkedArray(expected, chunkSize: 4)
    for step in 0..<400 {
      let (copy, before) = (list, expected)
      switch Int.random(in: 0..<(seed % 2 == 0 ? 4 : 7), using: &generator) {
      case 0 where !expected.isEmpty:
        let index = Int.random(in: expected.indices, using: &generator)
        expected[index] = step
        list[index] = step
      case 1...2 where !expected.isEmpty:
        let index = Int.random(in: expected.indices, using: &generator)
        expected.remove(at: index)
        list.remove(at: index)
      case 3:
        expected.append(step)
        list.append(step)
      default:
        // Most in one place, whose part grows.
        let index = Int.random(in: 0...9, using: &generator) == 0 ? expected.count / 2 : expected.count / 3
        expected.insert(step, at: index)
        list.insert(step, at: index)
      }
      #expect(copy.elementsEqual(before))
      #expect(list.count == expected.count && list.elementsEqual(expected))
      #expect(list.indices.map { list[$0] } == expected)
    }
  }

  @Test(arguments: 0..<20) func `what two versions don't share are their differences, in order`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let old = ChunkedArray(0..<100, chunkSize: 4)
    var new = old
    for step in 0..<Int.random(in: 0...6, using: &generator) {
      let index = Int.random(in: 0..<new.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: new.remove(at: index)
      case 1: new.insert(1000 + step, at: index)
      default:
        let moved = new[index]
        new.remove(at: index)
        new.insert(moved, at: Int.random(in: 0...new.count, using: &generator))
      }
    }
    let (oldRest, newRest) = (old.unshared(with: new), new.unshared(with: old))
    #expect(oldRest.count < 100 && newRest.count < 100)

    let oldShared = oldRest.filter(newRest.contains)
    let newShared = newRest.filter(oldRest.contains)
    #expect(oldRest == old.filter { oldRest.contains($0) } && newRest == new.filter { newRest.contains($0) })
    #expect(Set(oldRest).subtracting(newRest) == Set(old).subtracting(new))
    #expect(Set(newRest).subtracting(oldRest) == Set(new).subtracting(old))
    // Those that keep their order among those that are left keep it among all.
    #expect((oldShared == newShared) == (Array(old).filter(Set(new).contains) == Array(new).filter(Set(old).contains)))
  }

  @Test func `all elements can be removed`() {
    var list = ChunkedArray(0..<600, chunkSize: 256)
    while let last = list.last {
      #expect(last == 599)
      list.remove(at: 0)
    }
    #expect(list.isEmpty && list.first == nil)
    list.append(1)
    #expect(Array(list) == [1])
  }
}
