import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A form of a value that is written elsewhere, such as `get` for `GET`, or `500` for a duration.
struct ValueForm {
  /// The advice.
  let help: String
  /// The range to report; `nil` for the whole value.
  var range: SourceRange?
  /// The replacement, if its meaning is certain.
  var fix: Fix?
  /// The code of the diagnostic; `nil` for the schema's.
  var code: String?
  /// The range in which nothing else is reported; `nil` for that of the value.
  var covered: SourceRange?

  /// Recognizes the form of a value; `nil` if it has none that is known.
  static func find(_ failure: SchemaFailure, _ site: FailedPlaces.Site) -> ValueForm? {
    switch failure.reason {
    // Without its quotes, it is right, or a number that isn't valid.
    case .wrongType(fitsUnquoted: true): return outOfRange(failure.node, site)
    case .tooFew where site.level == .request && site.key.text == RequestKey.responses.rawValue:
      return ValueForm(help: "add a response, such as OK: {status: 200}")
    case .wrongType, .notOneOf, .noMatch, .outOfRange, .badKey: break
    default: return nil
    }
    let node = failure.node
    if [.states, .when, .set].contains(site.level) { return ofState(node, site) }
    if site.level == .collections, node.index != site.key.index { return ofItemCollection(node, site) }
    // A member of a mapping of names has no key of its own.
    if site.level.hasNames { return node.index == site.key.index ? ofName(node, site) : ofMember(node, site) }
    guard node.index != site.key.index else { return nil }
    if let form = ofCollection(node, site) ?? ofStates(node, site) ?? ofCollectionKey(node, site) { return form }
    guard node.isScalar, node.kind != .null else { return nil }
    if let form = comment(node, site) { return form }
    if site.key.text != "match", site.key.text != "method", let form = comma(node) { return form }
    if site.level.keys[site.key.text] == .list, node.index == site.value.index { return element(node, site) }
    switch (site.level, site.key.text) {
    case (.request, "match"), (.defaults, "match"): return shortMatch(node, site)
    case (.match, "method"): return method(node, site)
    case (.operators, "not"): return ValueForm(help: "write not: {equals: \(inFlow(node.text))}")
    case (.match, "host"): return host(node)
    case (.server, "host"): return listeningHost(node, site)
    case (.match, "path"): return path(node, site)
    case (.match, "scheme"): return scheme(node)
    case (.defaults, "basePath"): return basePath(node)
    case (.response, "forward"), (.server, "cors"), (.project, "allowCallbacks"): return origin(node)
    case (.response, "error"): return errorName(node)
    case (.error, "code") where URLErrorName(rawValue: node.text) != nil:
      return ValueForm(help: "write only the name: error: \(node.text)")
    case (.response, "fault"): return fault(node)
    case (.response, "base64"): return DataURL(node.text).map { ValueForm(help: $0.help) }
    case (.response, "status"), (.defaults, "status"): return status(node)
    case (.project, "passthrough"): return passedHost(node)
    default: break
    }
    if let expected = failure.expected {
      if expected == "a duration" || expected == "a delay" { return duration(node) }
      if expected.hasPrefix("true") { return flag(node) }
    }
    return nil
  }

  func diagnostic(instead failure: SchemaFailure) -> Diagnostic {
    let general = failure.diagnostic
    return Diagnostic(
      .error, code ?? general.code, general.message, at: range ?? failure.range, notes: general.notes,
      help: Excerpt.of(help), fix: fix)
  }

  // MARK: - Plain values

  /// A number, a duration or a keyword with the comma that JSON has after it.
  private static func comma(_ node: Node) -> ValueForm? {
    let text = node.text.dropLast()
    guard node.kind == .string, let last = node.text.last, last == "," || last == ";", !text.isEmpty,
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-+".contains($0)) })
    else { return nil }
    let end = node.text[text.endIndex...]
    return ValueForm(
      help: "remove the \(last == "," ? "comma" : "semicolon"): \(text)", range: node.range(of: end, in: node.text),
      fix: replacing(node, end, ""))
  }

  /// A value with a comment of JavaScript or C after it.
  private static func comment(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    // A host follows '//' in a match.
    let delimiters = site.key.text == "match" ? [" // ", " /* "] : [" //", " /*"]
    let found = delimiters.compactMap { node.text.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
    guard let found else { return nil }
    let delimiter = node.text[node.text.index(after: found.lowerBound)...].prefix(2)
    // Only in a block, '#' starts a comment up to the end of the line that nothing else is on.
    let isInBlock = node.range.text == node.text && !site.mapping.range.text.hasPrefix("{")
    return ValueForm(
      help: isInBlock ? "write '#' before a comment" : "remove the comment",
      range: node.range(of: delimiter, in: node.text),
      fix: isInBlock && delimiter == "//" ? replacing(node, delimiter, "#") : nil)
  }

  static func flag(_ node: Node) -> ValueForm? {
    let meaning =
      switch node.text.lowercased() {
      case "yes", "on", "y", "true", "enabled": "true"
      case "no", "off", "n", "false", "disabled": "false"
      default: ""
      }
    if meaning.isEmpty {
      return ["0", "1"].contains(node.text) ? ValueForm(help: "write true or false") : nil
    }
    let isCertain = !["enabled", "disabled"].contains(node.text.lowercased())
    return ValueForm(help: "write \(meaning)", fix: isCertain ? Fix(node.range, meaning) : nil)
  }

  /// A number in quotes that isn't valid without them.
  private static func outOfRange(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let range: (values: ClosedRange<Int>, name: String)? =
      switch (site.level, site.key.text) {
      case (.response, "status"), (.defaults, "status"): (200...599, "from 200 to 599")
      case (.match, "port"): (1...65_535, "from 1 to 65535")
      case (.server, "port"): (0...65_535, "from 0 to 65535")
      case (.step, "times"): (1...Int.max, "from 1 on")
      default: nil
      }
    guard let range, Int(node.text).map({ !range.values.contains($0) }) ?? true else { return nil }
    return ValueForm(help: "write a number \(range.name), without quotes")
  }

  /// The reasons that people write in place of a status, as lower-case letters.
  private static let reasons: [String: Int] = [
    "ok": 200, "success": 200, "created": 201, "accepted": 202, "nocontent": 204, "movedpermanently": 301, "found": 302,
    "notmodified": 304, "badrequest": 400, "unauthorized": 401, "forbidden": 403, "notfound": 404,
    "methodnotallowed": 405, "conflict": 409, "gone": 410, "unprocessableentity": 422, "toomanyrequests": 429,
    "error": 500, "internalservererror": 500, "notimplemented": 501, "badgateway": 502, "serviceunavailable": 503,
    "gatewaytimeout": 504,
  ]

  private static func status(_ node: Node) -> ValueForm? {
    let words = node.text.split(separator: " ")
    if words.count > 1, words[0].hasPrefix("HTTP/"), let code = Int(words[1]), (200...599).contains(code) {
      return ValueForm(help: "write only the number: \(code)", fix: Fix(node.range, "\(code)"))
    }
    let digits = node.text.prefix { $0.isASCII && $0.isNumber }
    let rest = node.text[digits.endIndex...]
    if node.kind == .string, digits.count == 3, let code = Int(digits), (200...599).contains(code), rest.hasPrefix(" "),
      rest.allSatisfy({ $0.isLetter || " -'".contains($0) })
    {
      return ValueForm(help: "write only the number: \(code)", fix: Fix(node.range, "\(code)"))
    }
    if node.text.count == 3, node.text.dropFirst().lowercased() == "xx" {
      return ValueForm(help: "a response has one status: for example \(node.text.prefix(1))00")
    }
    return reasons[node.text.lowercased().filter(\.isLetter)].map { ValueForm(help: "write \($0)") }
  }

  private static func errorName(_ node: Node) -> ValueForm? {
    if node.kind == .integer {
      return ValueForm(help: "write its name, such as timedOut, or {domain: NSURLErrorDomain, code: \(node.text)}")
    }
    let name = ["NSURLError", "URLError.", "."].reduce(Substring(node.text)) { text, prefix in
      text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text
    }
    if Fault(rawValue: node.text) != nil { return ValueForm(help: "write fault: \(node.text)") }
    let lower = name.lowercased()
    if name.count < node.text.count,
      let known = URLErrorName.allCases.first(where: { $0.rawValue.lowercased() == lower })
    {
      return ValueForm(help: "write \(known.rawValue)", fix: Fix(node.range, known.rawValue))
    }
    let meaning: URLErrorName? =
      switch lower {
      case "timeout", "etimedout": .timedOut
      case "offline", "notconnected", "nointernet": .notConnectedToInternet
      case "econnrefused", "connectionrefused": .cannotConnectToHost
      case "econnreset", "connectionlost", "networkerror", "failed": .networkConnectionLost
      case "enotfound", "hostnotfound": .cannotFindHost
      default: nil
      }
    return meaning.map { ValueForm(help: "write \($0.rawValue)") }
  }

  private static func fault(_ node: Node) -> ValueForm? {
    switch node.text {
    case "CONNECTION_RESET_BY_PEER":
      ValueForm(help: "write connectionReset", fix: Fix(node.range, Fault.connectionReset.rawValue))
    case "EMPTY_RESPONSE": ValueForm(help: "write emptyResponse", fix: Fix(node.range, Fault.emptyResponse.rawValue))
    case "MALFORMED_RESPONSE_CHUNK":
      ValueForm(help: "write malformedChunk", fix: Fix(node.range, Fault.malformedChunk.rawValue))
    case "RANDOM_DATA_THEN_CLOSE": ValueForm(help: "write malformedChunk or truncatedBody")
    case let text where URLErrorName(rawValue: text) != nil: ValueForm(help: "write error: \(text)")
    default: nil
    }
  }

  /// A number without a unit, or with one that durations don't have.
  static func duration(_ node: Node) -> ValueForm? {
    let text = node.text
    if text.first?.isNumber == true, text.contains(",") {
      return ValueForm(help: "write the number without a comma, such as 1500ms or 1.5s")
    }
    if ["infinite", "infinity", "forever"].contains(text.lowercased()) {
      return ValueForm(help: "write 'fault: hang' for a response that never comes")
    }
    if let parts = text.wholeMatch(
      of: /([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)? *(?:-|\.\.\.?|–|to) *([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)/)
    {
      let unit = String(parts.4)
      return ValueForm(help: "write {min: \(parts.1)\(parts.2.map(String.init) ?? unit), max: \(parts.3)\(unit)}")
    }
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard !number.isEmpty, Double(number)?.isFinite == true, number.first != ".", number.last != "." else {
      return nil
    }
    let unit = text[number.endIndex...].drop { $0 == " " }
    func certain(_ text: String) -> ValueForm { ValueForm(help: "write \(text)", fix: Fix(node.range, text)) }
    switch unit.lowercased() {
    case "":
      return ValueForm(help: "add a unit: \(number)ms for milliseconds, or \(number)s for seconds")
    case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds": return certain("\(number)ms")
    case "s", "sec", "secs", "second", "seconds": return certain("\(number)s")
    case "m", "min", "mins", "minute", "minutes": return certain("\(number)m")
    case "h", "hour", "hours": return certain("\(number)h")
    case "d", "day", "days": return certain("\(number)d")
    default: return nil
    }
  }
}
