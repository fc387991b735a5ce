import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// What a call asks of a list: a page, an order, and values of members.
struct ItemQuery: Sendable {
  /// The names of the query's parameters. All other names are those of members.
  struct Names: Sendable, Equatable {
    var page = "page"
    var limit = "limit"
    var sort = "sort"
  }

  /// A member with the values that it can have, as JSON.
  private struct Filter {
    let path: MemberPath
    private var values: Set<[UInt8]> = []
    /// Numbers are equal by value.
    private var numbers: Set<DecimalNumber> = []

    init(path: MemberPath) { self.path = path }

    mutating func add(_ value: String) {
      // A value of the query is a text and, quoted or not, JSON.
      var text = JSONText()
      text.string(value)
      values.formUnion([Array(value.utf8), text.bytes])
      if DecimalText.isJSON(value), let number = DecimalNumber(value) { numbers.insert(number) }
    }

    func includes(_ item: Item) -> Bool {
      guard let value = path.value(in: item.json) else { return false }
      if values.count == 2 ? values.contains(where: value.elementsEqual) : values.contains(Array(value)) { return true }
      guard !numbers.isEmpty, case .number(let number) = ItemValue(value) else { return false }
      return numbers.contains(number)
    }
  }

  /// The maximum number of members with values.
  private static let filterLimit = 32

  private(set) var page = 1
  private(set) var limit: Int?
  private(set) var order = ItemOrder()
  private var filters: [(name: ExactText, filter: Filter)] = []

  /// A page of all items, in their order.
  init(page: Int, limit: Int?) { (self.page, self.limit) = (page, limit) }

  /// - Parameter pairs: The names and values of the query.
  init(_ pairs: some Sequence<(name: String, value: String)>, _ names: Names) throws(Problem) {
    var known: Set<ExactText> = []
    for (name, value) in pairs {
      let name = ExactText(name)
      let isOption = [names.page, names.limit, names.sort].map(ExactText.init).contains(name)
      if isOption, !known.insert(name).inserted {
        throw Problem(.malformed, "the parameter '\(Excerpt.of(name.text))' occurs twice")
      }
      switch name {
      case ExactText(names.page): page = try Self.number(value, of: name)
      case ExactText(names.limit): limit = try Self.number(value, of: name)
      case ExactText(names.sort): order = try Self.order(value, of: name)
      default: try filter(name, value)
      }
    }
  }

  private static func number(_ text: String, of name: ExactText) throws(Problem) -> Int {
    guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), text.utf8.count <= 9, let number = Int(text), number > 0
    else {
      throw Problem(
        .malformed,
        "the parameter '\(Excerpt.of(name.text))' is '\(Excerpt.of(text))': expected a whole number from 1 to 999999999"
      )
    }
    return number
  }

  private static func order(_ text: String, of name: ExactText) throws(Problem) -> ItemOrder {
    let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let parts = names.map { name in
      let isDescending = name.first == UInt8(ascii: "-")
      return ItemOrder.Part(
        path: MemberPath(String(decoding: isDescending ? name.dropFirst() : name, as: UTF8.self)),
        isDescending: isDescending)
    }
    guard parts.count <= ItemOrder.limit else {
      throw Problem(.malformed, "the parameter '\(Excerpt.of(name.text))' has more than \(ItemOrder.limit) names")
    }
    return ItemOrder(parts: parts)
  }

  private mutating func filter(_ name: ExactText, _ value: String) throws(Problem) {
    if let index = filters.firstIndex(where: { $0.name == name }) { return filters[index].filter.add(value) }
    guard filters.count < Self.filterLimit else {
      throw Problem(.malformed, "the query has more than \(Self.filterLimit) names of members")
    }
    var filter = Filter(path: MemberPath(name.text))
    filter.add(value)
    filters.append((name, filter))
  }

  /// Returns the page of a table's items.
  func page(of table: ItemTable) -> ItemPage {
    let ordered = table.ordered(by: order)
    let (start, isBeyond) = (page - 1).multipliedReportingOverflow(by: limit ?? ordered.count)
    let range =
      isBeyond || start >= ordered.count ? 0..<0 : start..<(start + min(limit ?? ordered.count, ordered.count))
    var items: [Item] = []
    var total = 0
    for number in ordered {
      if !filters.isEmpty {
        let item = ordered[number]
        guard filters.allSatisfy({ $0.filter.includes(item) }) else { continue }
      } else if total >= range.upperBound {
        total = ordered.count
        break
      }
      if range.contains(total) { items.append(ordered[number]) }
      total += 1
    }
    return ItemPage(items: items, total: total, number: page, limit: limit)
  }
}
