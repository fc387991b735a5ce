import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

extension BodyGenerator {
  // MARK: - Texts

  /// Texts of formats. `%` is nothing or a number, `##` are two digits.
  private static let formats = [
    "date-time": "2026-01-##T09:30:00Z", "date": "2026-01-##", "time": "09:30:##Z", "duration": "P1D",
    "email": "ada%@example.com",
    "idn-email": "ada%@example.com", "hostname": "www%.example.com", "idn-hostname": "www%.example.com",
    "ipv4": "192.0.2.1%", "ipv6": "2001:db8::1%", "uri": "https://example.com/%", "url": "https://example.com/%",
    "iri": "https://example.com/%", "uri-reference": "/path%", "iri-reference": "/path%", "uri-template": "/path%/{id}",
    "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c33##", "guid": "3f2504e0-4f89-41d3-9a0c-0305e82c33##",
    "byte": "c3RyaW5n", "base64": "c3RyaW5n", "binary": "binary%", "json-pointer": "/path%", "regex": "^a%",
    "phone": "+15550100%", "color": "#2f4f##", "decimal": "1.5%",
  ]

  func string(_ all: SchemaConjunction, _ variant: Int) -> [UInt8]? {
    let patterns = all.values("pattern").map(\.text)
    let minimum = all.count("minLength") ?? 0
    let maximum = all.count("maxLength") ?? .max
    guard minimum <= Self.lengthLimit, minimum <= maximum else { return nil }
    let digits = variant + 1 < 10 ? "0\(variant + 1)" : "\(variant + 1)"
    let number = variant == 0 ? "" : "\(variant + 1)"
    let fits = { (text: String) in
      (minimum...maximum).contains(text.unicodeScalars.count)
        && patterns.allSatisfy { schemas.pattern($0)?.matches(text) ?? true }
    }
    let length = max(6, minimum - number.utf8.count)
    let plain = String(repeating: "string", count: length / 6 + 1).prefix(length) + number
    let formats = all.values("format").compactMap { Self.formats[$0.text] }.map {
      $0.replacing("##", with: digits).replacing("%", with: number)
    }
    var found = (formats + [String(plain.suffix(maximum))]).first(where: fits)
    // An empty text is seldom what is meant.
    for lengths in [max(1, minimum)...max(1, minimum, maximum), minimum...maximum] where found == nil {
      found = patterns.lazy.compactMap { schemas.pattern($0)?.text(lengths: lengths, variant: variant) }.first(
        where: fits)
    }
    guard let found else { return nil }
    var text = JSONText()
    text.string(found)
    return text.bytes
  }

  // MARK: - Numbers

  func number(_ all: SchemaConjunction, isInteger: Bool, _ variant: Int) -> [UInt8]? {
    var low = all.greatest("minimum") ?? -.infinity
    var high = all.least("maximum") ?? .infinity
    let above = all.greatest("exclusiveMinimum") ?? -.infinity
    let below = all.least("exclusiveMaximum") ?? .infinity
    let step = all.greatest("multipleOf").map { isInteger && $0 < 1 ? 1 : $0 } ?? (isInteger ? 1 : nil)
    if let step {
      low = max(
        (low / step).rounded(.up) * step, above.isFinite ? ((above / step).rounded(.down) + 1) * step : -.infinity)
      high = min(
        (high / step).rounded(.down) * step, below.isFinite ? ((below / step).rounded(.up) - 1) * step : .infinity)
    } else {
      let width = min(high, below) - max(low, above)
      let gap = width.isFinite && width < 2 ? width / 4 : 1
      if above >= low, above.isFinite { low = above + gap }
      if below <= high, below.isFinite { high = below - gap }
    }
    guard !low.isNaN, !high.isNaN else { return nil }
    let unit = step ?? 1
    let start = (low...max(low, high)).contains(unit) ? unit : low.isFinite ? low : high
    let value = start + Double(variant) * unit
    guard value >= low, value <= high, value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 9e15 { return Array("\(Int(value))".utf8) }
    // Products of fractions aren't exact.
    let rounded = (value * 1e9).rounded() / 1e9
    return Array("\(rounded.isFinite && abs(value) < 1e6 && abs(value) > 1e-6 ? rounded : value)".utf8)
  }
}
