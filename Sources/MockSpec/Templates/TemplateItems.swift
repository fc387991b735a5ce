import MockSpecDocument

/// The items that a template can read.
struct TemplateItems {
  /// What the operation of a collection's request answers; `nil` in other responses.
  var answer: ItemAnswer?
  /// The built-in response that is rendered; `nil` for other responses.
  var builtIn: BuiltInResponse?
  /// Returns the present items of a collection; `nil` if there is no such collection.
  var table: (String) -> ItemTable? = { _ in nil }

  /// Returns the value of a name that starts with `page`; `nil` if there is none.
  func page(_ part: String?) -> TemplateValue? {
    guard let page = answer?.page else { return nil }
    return switch part {
    case nil: .group(text: nil, isEmpty: false)
    case "items": .list(page.items.map(TemplateValue.item))
    case "total": .literal("\(page.total)")
    case "number": .literal("\(page.number)")
    case "count": .literal("\(page.count)")
    case "limit": page.limit.map { .literal("\($0)") }
    default: nil
    }
  }

  /// Returns the value of a name that starts with `problem`; `nil` if there is none. A selected response has no more than its
  /// title to say.
  func problem(_ part: String?) -> TemplateValue? {
    guard let outcome = builtIn?.outcome, outcome.isProblem else { return nil }
    switch part {
    case nil: return .group(text: nil, isEmpty: false)
    case "title": return .text(outcome.reason)
    case "status": return .literal("\(outcome.status)")
    case "detail": return .text(answer?.problem?.detail ?? outcome.reason)
    case "errors":
      let errors = answer.flatMap { DocumentParser.parseJSON($0.body)?.root.value("errors") }
      return errors.map(TemplateValue.json) ?? .list([])
    default: return nil
    }
  }
}
