import MockSpecDiagnostics

/// The rendering of one reply. All limits apply to the whole reply.
struct TemplateRendering {
  static let sizeLimit = BodyLimit.bytes
  /// The maximum number of steps, since nested sections can repeat for lists of the call.
  ///
  /// A step is a token, an item of a section, or `comparisonsPerStep` comparisons in the lookup of a name.
  static let stepLimit = 1_000_000
  private static let comparisonsPerStep = 16
  /// The number of bytes of a value that a filter reads in a step.
  private static let filteredBytesPerStep = 1024

  private var scope: TemplateScope
  private var stack: [TemplateValue] = []
  private var steps = 0
  private var size = 0

  init(_ scope: TemplateScope) { self.scope = scope }

  /// Renders one of the reply's templates.
  mutating func render(_ template: Template, _ escaping: Escaping) throws(TemplateFailure) -> [UInt8] {
    var output: [UInt8] = []
    try render(template, template.tokens.indices, escaping, &output)
    return output
  }

  /// The depth of recursion is the nesting depth of sections, which the parser limits.
  private mutating func render(
    _ template: Template, _ range: Range<Int>, _ escaping: Escaping, _ output: inout [UInt8]
  ) throws(TemplateFailure) {
    var index = range.lowerBound
    while index < range.upperBound {
      try step(1)
      switch template.tokens[index] {
      case .text(let text): try add(text, to: &output)
      case .variable(let name, let isEscaped):
        let value = try value(of: name, template)
        // Otherwise, its text would be made first.
        if let value, value.size > Self.sizeLimit { throw .tooLarge }
        guard let text = value?.text else {
          throw TemplateFailure("'\(name.text)' is missing", at: template.range(of: name).place)
        }
        // JSON isn't a part of a string of JSON, so that it isn't escaped again.
        let isWhole = !isEscaped || name.isJSON && escaping == .jsonString
        try add(isWhole ? Array(text.utf8) : escaping.escape(text), to: &output)
      case .section(let name, let isInverted, let end):
        let items = try value(of: name, template)?.items ?? []
        try step(items.count)
        if isInverted {
          if items.isEmpty { try render(template, index + 1..<end, escaping, &output) }
        } else {
          for item in items {
            if case .item = item { try step(item.size / Self.filteredBytesPerStep) }
            stack.append(item.opened ?? item)
            try render(template, index + 1..<end, escaping, &output)
            stack.removeLast()
          }
        }
        index = end
      case .sectionEnd: break
      }
      index += 1
    }
  }

  /// Returns the value of a tag after its filters; `nil` if there is none. Except for `default`, filters keep a value missing.
  private mutating func value(of name: Template.Name, _ template: Template) throws(TemplateFailure) -> TemplateValue? {
    var value = scope.value(of: name, in: stack)
    for use in name.filters {
      guard let apply = use.filter.apply else {
        if value?.isBlank ?? true { value = use.arguments[0].value }
        continue
      }
      guard let present = value else { continue }
      let size = present.size
      guard size <= Self.sizeLimit else { throw .tooLarge }
      try step(1 + size / Self.filteredBytesPerStep)
      if case .list(let items) = present { try step(items.count / Self.comparisonsPerStep) }
      do throws(FilterFailure) {
        let result = try apply(present, use.arguments)
        guard result.size <= Self.sizeLimit else { throw .tooLarge }
        value = result
      } catch {
        switch error {
        case .tooLarge: throw .tooLarge
        case .noText: value = nil
        case .unsuitable:
          // The value can be secret, and the message is sent and logged.
          throw TemplateFailure(
            "filter '\(use.filter.name)' can't convert the value of '\(name.text)'", at: template.range(of: name).place)
        }
      }
    }
    return value
  }

  private mutating func step(_ count: Int) throws(TemplateFailure) {
    steps += count
    guard steps + scope.comparisons / Self.comparisonsPerStep <= Self.stepLimit else { throw .tooLong }
  }

  private mutating func add(_ bytes: [UInt8], to output: inout [UInt8]) throws(TemplateFailure) {
    size += bytes.count
    guard size <= Self.sizeLimit else { throw .tooLarge }
    output += bytes
  }
}

/// The reason why a reply can't be rendered.
struct TemplateFailure: Error {
  let message: String

  init(_ message: String, at place: String) { self.message = "template: \(message) (\(place))" }

  private init(_ message: String) { self.message = "template: \(message)" }

  static let tooLong = TemplateFailure("the answer takes more than \(TemplateRendering.stepLimit) steps")
  static let tooLarge = TemplateFailure("the answer has more than \(TemplateRendering.sizeLimit >> 20) MiB")
}
