import MockSpecDocument

// The table of filters. `SpecLanguage.md` has a row with an example for each of them, which is a test.
extension TemplateFilter {
  static let all: [TemplateFilter] = [
    TemplateFilter(
      "default: VALUE", .init(kinds: [.value]), .unknown, alias: ["ifempty", "fallback", "or", "coalesce"], nil),
    TemplateFilter(
      "number", .init(), .json, alias: ["int", "integer", "float", "tonumber", "toint", "parseint", "num"],
      { value, _ throws(FilterFailure) in
        let text = trimmed(try text(value))
        guard DecimalText.isJSON(text) else { throw .unsuitable }
        return .literal(text)
      }),
    TemplateFilter(
      "boolean", .init(), .json, alias: ["bool", "toboolean", "tobool"],
      { value, _ throws(FilterFailure) in
        let text = try text(value)
        guard text == "true" || text == "false" else { throw .unsuitable }
        return .literal(text)
      }),
    TemplateFilter(
      "json", .init(), .json, alias: ["tojson", "dump", "stringify", "jsonstringify", "jsonify"],
      { value, _ throws(FilterFailure) in .text(try json(value)) }),
    TemplateFilter(
      "upper", .init(), .same, alias: ["upcase", "uppercase", "touppercase", "toupper", "strupper"],
      { value, _ throws(FilterFailure) in .text(try text(value).uppercased()) }),
    TemplateFilter(
      "lower", .init(), .same, alias: ["downcase", "lowercase", "tolowercase", "tolower", "strlower"],
      { value, _ throws(FilterFailure) in .text(try text(value).lowercased()) }),
    TemplateFilter(
      "trim", .init(), .same, alias: ["strip", "lstrip", "rstrip", "stripnewlines"],
      { value, _ throws(FilterFailure) in .text(trimmed(try text(value))) }),
    TemplateFilter(
      "slice: START, COUNT", .init(kinds: [.whole(.min ... .max), .whole(0...(.max))], optional: 1), .same,
      alias: ["substring", "substr", "truncate", "limit", "take", "left", "right", "first", "last"], slice),
    TemplateFilter(
      "length", .init(), .unknown, alias: ["size", "count", "len"],
      { value, _ throws(FilterFailure) in
        if let items = items(value) { return .literal("\(items.count)") }
        if case .json(let node) = value, node.kind == .mapping {
          return .literal("\(node.entries.reduce(0) { count, _ in count + 1 })")
        }
        return .literal("\(try text(value).unicodeScalars.count)")
      }),
    TemplateFilter(
      "join: TEXT", .init(kinds: [.text]), .unknown, alias: ["implode", "concat", "separator"],
      { value, arguments throws(FilterFailure) in
        var all = items(value) ?? [value]
        if case .texts(let texts) = value { all = texts.map(TemplateValue.text) }
        var joined: [UInt8] = []
        for (index, item) in all.enumerated() {
          if index > 0 { joined += arguments[0].text.utf8 }
          joined += try text(item).utf8
          if joined.count > TemplateRendering.sizeLimit { throw .tooLarge }
        }
        return .text(String(decoding: joined, as: UTF8.self))
      }),
    TemplateFilter(
      "plus: AMOUNT", .init(kinds: [.amount]), .same, alias: ["add", "dateadd", "addtime", "increment"],
      { value, arguments throws(FilterFailure) in try sum(value, arguments[0], sign: 1) }),
    TemplateFilter(
      "minus: AMOUNT", .init(kinds: [.amount]), .same, alias: ["subtract", "sub", "decrement"],
      { value, arguments throws(FilterFailure) in try sum(value, arguments[0], sign: -1) }),
    TemplateFilter(
      "date: PATTERN", .init(kinds: [.datePattern]), .unknown,
      alias: ["format", "dateformat", "formatdate", "strftime", "moment", "todate"],
      { value, arguments throws(FilterFailure) in
        guard let second = CalendarDate.second(of: try text(value)) else { throw .unsuitable }
        return .text(DatePattern.text(arguments[0].text, second))
      }),
    TemplateFilter(
      "base64", .init(), .text, alias: ["base64encode", "b64enc", "b64encode", "tobase64", "btoa"],
      { value, _ throws(FilterFailure) in
        let text = try text(value)
        if text.utf8.count / 3 * 4 > TemplateRendering.sizeLimit { throw .tooLarge }
        return .text(Base64.encode(Array(text.utf8)))
      }),
    TemplateFilter(
      "url", .init(), .same,
      alias: ["urlencode", "urlescape", "encodeuricomponent", "uriencode", "urlquery", "escape", "percentencode"],
      { value, _ throws(FilterFailure) in .text(PercentText.encode(try text(value).utf8, keeping: "-._~")) }),
  ]

  private static func text(_ value: TemplateValue) throws(FilterFailure) -> String {
    guard let text = value.text else { throw .noText }
    return text
  }

  private static func json(_ value: TemplateValue) throws(FilterFailure) -> String {
    guard let json = value.json else { throw .noText }
    return json
  }

  /// Returns the elements of a list; `nil` for other values.
  private static func items(_ value: TemplateValue) -> [TemplateValue]? {
    switch value {
    case .json(let node) where node.kind == .sequence: node.elements.map(TemplateValue.json)
    case .list(let items): items
    default: nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    let characters = text.unicodeScalars
    let rest = characters.drop { $0.properties.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(rest[...last])
  }

  @Sendable private static func slice(
    _ value: TemplateValue, _ arguments: [TemplateArgument]
  ) throws(FilterFailure) -> TemplateValue {
    func part<Elements: Collection>(_ elements: Elements) -> Elements.SubSequence {
      let start = arguments[0].number
      let rest =
        start < 0 ? elements.suffix(start == .min ? .max : -start) : elements.dropFirst(start)
      return arguments.count > 1 ? rest.prefix(arguments[1].number) : rest
    }
    if let items = items(value) { return .list(Array(part(items))) }
    return .text(String(part(try text(value).unicodeScalars)))
  }

  /// Adds to a whole number or to a time.
  private static func sum(
    _ value: TemplateValue, _ amount: TemplateArgument, sign: Int
  ) throws(FilterFailure) -> TemplateValue {
    let text = try text(value)
    let (change, isTooLarge) = amount.number.multipliedReportingOverflow(by: sign)
    let number: Int? = if case .seconds = amount { CalendarDate.second(of: text) } else { Int(text) }
    guard !isTooLarge, let (sum, overflow) = number?.addingReportingOverflow(change), !overflow else {
      throw .unsuitable
    }
    guard case .seconds = amount else { return .literal("\(sum)") }
    guard CalendarDate.seconds.contains(sum) else { throw .unsuitable }
    return .text(CalendarDate(second: sum).text + "Z")
  }
}
