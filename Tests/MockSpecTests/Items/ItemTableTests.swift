import TestSupport
import Testing

@testable import MockSpec

struct ItemTableTests {
  /// What a table does, as simply as possible.
  private struct Model {
    var file: [Item]
    var created: [Item] = []
    var highest = 0

    var items: [Item] { file + created }

    subscript(id: String) -> Item? { items.first { $0.id.text == id } }

    mutating func replace(with item: Item) {
      if let index = file.firstIndex(where: { $0.id == item.id }) { file[index] = item }
      if let index = created.firstIndex(where: { $0.id == item.id }) { created[index] = item }
    }

    mutating func delete(_ id: ExactText) {
      file.removeAll { $0.id == id }
      created.removeAll { $0.id == id }
    }

    func sorted(descending: Bool) -> [Item] {
      let values = items.map(\.value)
      return items.indices.sorted { left, right in
        values[left] == values[right] ? left < right : (values[left] < values[right]) != descending
      }.map { items[$0] }
    }
  }

  private static func item(_ id: String, _ value: Int) -> Item {
    Item(id: ExactText(id), json: Array(#"{"id":"\#(id)","v":\#(value)}"#.utf8))
  }

  @Test(arguments: 0..<TestScale.count(10, long: 200)) func `a table has what a list has after the same changes`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    func value() -> Int { Int.random(in: 0..<5, using: &generator) }
    let first = (1...Int.random(in: 1...60, using: &generator)).map { Self.item("\($0)", value()) }
    var table = ItemTable(InitialItems(first))
    var model = Model(file: first, highest: first.count)
    for step in 0..<100 {
      let (copy, before) = (table, model.items)
      let id =
        Bool.random(using: &generator)
        ? "\(Int.random(in: 1...80, using: &generator))" : "x\(Int.random(in: 1...20, using: &generator))"
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let next = table.nextCounter()
        #expect(next.text == "\(model.highest + 1)")
        model.highest += 1
        table.create(Self.item(next.text, step % 7))
        model.created.append(Self.item(next.text, step % 7))
      case 1 where model[id] == nil:
        if let number = Int(id) { model.highest = max(model.highest, number) }
        table.create(Self.item(id, value()))
        model.created.append(table[ExactText(id)]!)
      case 2 where model[id] != nil:
        table.replace(with: Self.item(id, value()))
        model.replace(with: table[ExactText(id)]!)
      case 3 where model[id] != nil:
        table.delete(ExactText(id))
        model.delete(ExactText(id))
      default: break
      }
      #expect(copy.items == before)
      #expect(table.items == model.items && table[ExactText(id)] == model[id])
      for isDescending in [false, true] where step.isMultiple(of: 5) {
        let order = ItemOrder(parts: [.init(path: MemberPath("v"), isDescending: isDescending)])
        let ordered = table.ordered(by: order)
        #expect(ordered.items == model.sorted(descending: isDescending) && ordered.count == model.items.count)
      }
      #expect(table.changes.size == table.changes.all.reduce(0) { $0 + $1.size })
    }
  }

  @Test func `changes apply by id to the items of another version of the file`() {
    let old = InitialItems(["a", "b", "c", "d"].map { Self.item($0, 0) })
    var table = ItemTable(old)
    table.replace(with: Self.item("a", 1))
    table.delete(ExactText("b"))
    table.replace(with: Self.item("c", 1))
    table.create(Self.item("n", 1))
    table.create(Self.item("m", 1))
    let new = InitialItems(["m", "b", "d", "a", "e"].map { Self.item($0, 2) })
    let reloaded = ItemTable(new, table.changes)
    #expect(reloaded.items.map(\.id.text) == ["d", "a", "e", "c", "n", "m"])
    #expect(reloaded.items.map(\.value) == [2, 1, 2, 1, 1, 1])
    #expect(ItemTable(old, reloaded.changes).items == table.items)
  }

  @Test func `a session takes the memory of what it changes`() {
    let initial = InitialItems((1...10_000).map { Self.item("\($0)", $0) })
    var table = ItemTable(initial)
    #expect(table.changes.size == 0)
    for _ in 0..<10 { table.create(Self.item(table.nextCounter().text, 0)) }
    #expect(table.changes.size <= 16 << 10)
  }

  @Test func `few orders are kept`() {
    let initial = InitialItems((1...10).map { Self.item("\($0)", -$0) })
    for name in (0..<100).map({ "a\($0)" }) + ["v"] {
      let places = initial.places(in: ItemOrder(parts: [.init(path: MemberPath(name), isDescending: false)]))
      #expect(places == (name == "v" ? (0..<10).reversed() : Array(0..<10)))
    }
    #expect(initial.orderCount == 8)
  }
}

extension Item {
  fileprivate var value: Int { Int(String(decoding: MemberPath("v").value(in: json)!, as: UTF8.self))! }
}
