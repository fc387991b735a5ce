import HTTPTypes
import MockSpecDocument

/// The values that a template can use. Each part of the call is parsed when it is first used.
struct TemplateScope {
  private var parsed: ParsedCall
  /// The path pattern of the mocked request, which matches the call's path.
  private let path: PathPattern?
  private let environment: EngineEnvironment
  /// The current time. It is the same for all tags of a reply.
  private lazy var now = environment.timestamp
  /// The values of names that start with `request`, since repeated sections look up the same names.
  private var known: [String: TemplateValue?] = [:]
  /// The number of keys and elements of the call's JSON that were compared.
  private(set) var comparisons = 0
  private let items: TemplateItems
  /// The message that is answered; `nil` if none is.
  private let message: SocketMessage?
  private lazy var messageJSON = message.flatMap { DocumentParser.parseJSON($0.content)?.root }
  /// The items of the collections that were looked up.
  private var lists: [String: TemplateValue?] = [:]
  private let seed: TemplateSeed
  /// The seed of this reply's generators.
  private lazy var callSeed = parsed.seed(seed, environment)
  /// The number of values that were generated for the reply. Each message over a WebSocket has numbers of its own.
  private var generated: UInt64

  /// - Parameters:
  ///   - message: The message over a WebSocket that is answered.
  ///   - number: The number of messages that were sent over it before.
  init(
    _ parsed: ParsedCall, path: PathPattern?, _ environment: EngineEnvironment,
    _ items: TemplateItems = TemplateItems(), seed: TemplateSeed = .standard, answering message: SocketMessage? = nil,
    number: Int = 0
  ) {
    generated = UInt64(number) << 32
    self.items = items
    self.message = message
    self.parsed = parsed
    self.path = path
    self.environment = environment
    self.seed = seed
  }

  /// Returns the value of a name; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name. Its first part is looked up in the values of the sections, from the inside out, and then in
  ///     this scope.
  ///   - stack: The values of the sections around the tag, the outermost first.
  mutating func value(of name: Template.Name, in stack: [TemplateValue]) -> TemplateValue? {
    if let use = name.generator {
      // Values differ by their number in the reply, also in repeated sections.
      generated += 1
      var numbers = SeededNumbers(seed: callSeed ^ SeededNumbers.mixed(generated))
      return use.generator.generate(&numbers, use.arguments)
    }
    guard let first = name.parts.first else { return stack.last }
    for value in stack.reversed() {
      if let member = value.member(first, &comparisons) { return descend(name.parts.dropFirst(), from: member) }
    }
    switch name.root {
    case .request, .page, .item, .problem, .collections, .message:
      if let known = known[name.text] { return known }
      let value =
        switch name.root {
        case .request: requestValue(name.parts.dropFirst())
        case .message: messageValue(name.parts.dropFirst())
        default: itemValue(name.parts)
        }
      known[name.text] = .some(value)
      return value
    case .now: return name.parts.count == 1 ? .text(now) : nil
    case .uuid: return name.parts.count == 1 ? .text(environment.uuid()) : nil
    case nil: return nil
    }
  }

  /// Returns the value of a name whose value is made of items.
  private mutating func itemValue(_ parts: [String]) -> TemplateValue? {
    let member = parts.count > 1 ? parts[1] : nil
    let rest = parts.dropFirst(2)
    switch parts.first.flatMap(TemplateRoot.init) {
    case .page: return items.page(member).flatMap { descend(rest, from: counted($0)) }
    case .problem: return items.problem(member).flatMap { descend(rest, from: $0) }
    case .item: return items.answer?.item.flatMap { descend(parts.dropFirst(), from: .item($0)) }
    case .collections:
      guard let member else { return .group(text: nil, isEmpty: false) }
      if lists[member] == nil {
        lists[member] = .some(items.table(member).map { counted(.list($0.items.map(TemplateValue.item))) })
      }
      return lists[member]?.flatMap { descend(rest, from: $0) }
    case .request, .message, .now, .uuid, nil: return nil
    }
  }

  private mutating func messageValue(_ parts: ArraySlice<String>) -> TemplateValue? {
    guard let message else { return nil }
    return switch parts.first {
    case nil: .group(text: nil, isEmpty: false)
    case "text" where parts.count == 1: .text(message.text)
    case "json": messageJSON.flatMap { descend(parts.dropFirst(), from: .json($0)) }
    default: nil
    }
  }

  /// Counts the elements of a list that was made.
  private mutating func counted(_ value: TemplateValue) -> TemplateValue {
    if case .list(let items) = value { comparisons += items.count }
    return value
  }

  private mutating func requestValue(_ parts: ArraySlice<String>) -> TemplateValue? {
    guard let part = parts.first else { return .group(text: nil, isEmpty: false) }
    // The names of fields and parameters can contain dots.
    let name = parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
    let raw = parsed.call
    if raw.unkeptBodySize != nil, ["body", "form", "json"].contains(part) { return nil }
    switch (part, name) {
    case ("method", nil): return .text(raw.method)
    case ("url", nil): return .text(raw.url)
    case ("body", nil): return .text(String(decoding: parsed.body, as: UTF8.self))
    case ("path", nil): return .group(text: raw.path, isEmpty: false)
    case ("path", let name?): return path?.parameters(in: parsed.path)[name].map(TemplateValue.text)
    case ("query", nil): return .group(text: raw.query ?? "", isEmpty: parsed.query.isEmpty)
    case ("query", let name?): return parsed.query[ExactText(name)].map(TemplateValue.texts)
    case ("headers", nil): return .group(text: nil, isEmpty: raw.fields.isEmpty)
    case ("headers", let name?): return parsed.header(name).first.map(TemplateValue.text)
    case ("cookies", nil): return .group(text: nil, isEmpty: parsed.cookies.isEmpty)
    case ("cookies", let name?): return parsed.cookies[ExactText(name)].map(TemplateValue.texts)
    case ("form", nil): return .group(text: nil, isEmpty: parsed.form.isEmpty)
    case ("form", let name?): return parsed.form[ExactText(name)].map(TemplateValue.texts)
    case ("json", _): return parsed.json.flatMap { descend(parts.dropFirst(), from: .json($0)) }
    default: return nil
    }
  }

  private mutating func descend(_ parts: ArraySlice<String>, from value: TemplateValue) -> TemplateValue? {
    var value = value
    for part in parts {
      guard let member = value.member(part, &comparisons) else { return nil }
      value = member
    }
    return value
  }
}
