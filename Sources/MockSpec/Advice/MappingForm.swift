import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A form of a mapping that our language writes otherwise, such as `{from: 1s, to: 2s}` for a delay.
///
/// One diagnostic at its first unknown key takes the place of all about its keys.
struct MappingForm {
  /// The advice.
  let help: String

  /// Recognizes the form of a mapping; `nil` if it has none that is known.
  ///
  /// - Parameter site: The first unknown key of the mapping.
  static func find(_ site: FailedPlaces.Site) -> MappingForm? {
    guard let help = ofOtherTool(site) ?? ofUnknownKeys(site) else { return nil }
    return MappingForm(help: help)
  }

  func diagnostic(instead failure: SchemaFailure) -> Diagnostic {
    let general = failure.diagnostic
    return Diagnostic(.error, general.code, general.message, at: failure.range, help: Excerpt.of(help))
  }

  /// Returns how to write a value that is an empty mapping.
  static func helpIfEmpty(_ site: FailedPlaces.Site) -> String? {
    guard site.value.kind == .mapping, site.value.entries.allSatisfy({ _ in false }) else { return nil }
    switch site.level.child(site.key.text) {
    case .delay: return "write a duration, such as 500ms, or {min: 100ms, max: 2s}"
    case .throttle: return throttle
    case .error: return "write a name, such as timedOut, or {domain: …, code: …}"
    default: return nil
    }
  }

  /// The forms that can have keys of ours, too.
  private static func ofOtherTool(_ site: FailedPlaces.Site) -> String? {
    switch site.level {
    case .request where site.value.kind == .mapping && MethodSet.isKnown(site.key.text):
      guard OtherToolKey.find(site.key.text, .request, site.value)?.tools == "OpenAPI" else { return nil }
      let path = site.owner.flatMap { $0.text.hasPrefix("/") ? $0.excerpt : nil } ?? "/path"
      return "write a request with a name for each method: "
        + "NAME: {match: \(site.key.text.uppercased()) \(path), responses: {…}} (in OpenAPI: '\(site.key.excerpt)')"
    case .delay where ["type", "lower", "upper"].contains { site.mapping.entry($0) != nil }:
      return delay + " (in WireMock: 'type', 'lower' and 'upper')"
    case .delay where site.mapping.entry("timeUnit") != nil:
      let units = ["MILLISECONDS": "ms", "SECONDS": "s", "MINUTES": "m", "HOURS": "h", "DAYS": "d"]
      let duration = site.mapping.value("value").flatMap { value in
        site.mapping.value("timeUnit").flatMap { units[$0.text] }.map { "\(value.excerpt)\($0)" }
      }
      return "write \(duration ?? "a duration, such as 500ms") (in MockServer: 'timeUnit' and 'value')"
    default: return nil
    }
  }

  /// The forms that have no key of ours: none that is known, misspelt, or named as in another tool.
  private static func ofUnknownKeys(_ site: FailedPlaces.Site) -> String? {
    if site.level == .event, isContent(site.mapping) { return "write data: {\(site.key.excerpt): …}" }
    guard [.delay, .throttle, .step, .error, .body, .sentMessage].contains(site.level),
      isUnknown(site.mapping, site.level)
    else { return nil }
    let name = site.key.excerpt
    switch site.level {
    case .delay: return delay
    case .throttle: return throttle
    case .step where isAlone(site) && site.value.kind == .integer:
      return "write {response: \(ValueForm.inFlow(name)), times: \(site.value.excerpt)}"
    case .step where isAlone(site) && site.value.isEmptyNull:
      return "write only the name: \(ValueForm.inFlow(name)), or {response: \(ValueForm.inFlow(name)), times: 2}"
    case .error:
      let known = URLErrorName(rawValue: site.key.text) ?? URLErrorName(rawValue: site.value.text)
      return known.map { "write only the name: error: \($0.rawValue)" }
    case .sentMessage: return "write send: {json: {\(name): …}}"
    case .body where site.owner?.text == SocketMessageKey.receive.rawValue:
      return "write receive: {json: {\(name): …}}"
    case .body: return "write body: {json: {\(name): …}} for JSON, or body: {form: {\(name): …}} for a form"
    default: return nil
    }
  }

  private static func isAlone(_ site: FailedPlaces.Site) -> Bool {
    site.mapping.entries.allSatisfy { $0.key.index == site.key.index }
  }

  private static func isUnknown(_ mapping: Node, _ level: Level) -> Bool {
    let known = level.keys.keys.sorted()
    return mapping.entries.allSatisfy { key, value in
      level.keys[key.text] == nil && (level == .error || OtherToolKey.find(key.text, level, value) == nil)
        && Suggestion.nearest(to: key.text, among: known) == nil
    }
  }

  /// Whether a mapping in place of an event is its content: no key is one of an event, or looks like one.
  private static func isContent(_ mapping: Node) -> Bool {
    let known = Level.event.keys.keys.sorted()
    return mapping.entries.allSatisfy { key, value in
      Level.event.keys[key.text] == nil && !key.text.hasPrefix("x-")
        && Suggestion.nearest(to: key.text, among: known) == nil
        && OtherToolKey.find(key.text, .event, value)?.meaning != "data"
    }
  }

  static let throttle = "write {bytesPerSecond: 16384}, or {chunk: 1024, every: 100ms}"
  private static let delay = "write {min: 100ms, max: 2s}, or {median: 200ms, sigma: 0.5}"
}
