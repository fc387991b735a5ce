import MockSpecDiagnostics
import MockSpecDocument

/// The parameters of a filter or a generator.
struct TemplateParameters: Sendable {
  enum Kind: Sendable {
    case text
    /// A text, a number, `true` or `false`.
    case value
    case whole(ClosedRange<Int>)
    /// A whole number, or a time such as `1h`.
    case amount
    case datePattern
  }

  var kinds: [Kind] = []
  /// The number of parameters at the end that can be left out.
  var optional = 0
  /// Whether the last parameter can be repeated.
  var repeats = false

  /// The maximum number of arguments.
  static let limit = 64

  /// Returns the arguments, if their number and kinds are right.
  ///
  /// - Parameters:
  ///   - usage: How the filter or generator is written.
  ///   - place: The range of its name.
  func arguments(
    _ written: [TagParser.Word], _ usage: String, at place: Range<Int>
  ) throws(TemplateError) -> [TemplateArgument] {
    let counts = kinds.count - optional...(repeats ? Self.limit : kinds.count)
    guard counts.contains(written.count) else {
      let expected =
        repeats
        ? "\(counts.lowerBound) to \(counts.upperBound) arguments"
        : kinds.isEmpty
          ? "no arguments"
          : "\(optional > 0 ? "\(counts.lowerBound) or " : "")\(counts.upperBound) argument\(kinds.count > 1 ? "s" : "")"
      throw TemplateError(
        message: "expected \(expected), found \(written.count)", part: place, help: "write \(usage)")
    }
    var arguments: [TemplateArgument] = []
    for (index, word) in written.enumerated() {
      if !word.isQuoted, Template.isVariable(word.text) {
        throw TemplateError(
          message: "'\(Excerpt.of(word.text))' isn't looked up: arguments are values as written", part: word.part,
          help: "quote it if the text itself is meant")
      }
      arguments.append(try Self.argument(word, kinds[min(index, kinds.count - 1)]))
    }
    return arguments
  }

  private static func argument(_ word: TagParser.Word, _ kind: Kind) throws(TemplateError) -> TemplateArgument {
    let expected: String
    switch kind {
    case .text: return .text(word.text)
    case .value:
      let isLiteral = !word.isQuoted && (DecimalText.isJSON(word.text) || ["true", "false"].contains(word.text))
      return isLiteral ? .literal(word.text) : .text(word.text)
    case .whole(let range):
      if let number = Int(word.text), range.contains(number) { return .whole(number) }
      expected =
        range.lowerBound == .min ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .amount:
      if let number = Int(word.text) { return .whole(number) }
      if let seconds = seconds(word.text) { return .seconds(seconds) }
      expected = "a whole number, or a time such as 30s, 5m, 1h or 7d"
    case .datePattern:
      guard let letters = DatePattern.unknownLetters(in: word.text) else { return .text(word.text) }
      throw TemplateError(
        message: "unknown letters '\(Excerpt.of(letters))' in a date pattern", part: word.part,
        help: "write a pattern such as yyyy-MM-dd HH:mm:ss, or put other text into quotes: \"d. MMMM 'at' HH:mm\"")
    }
    throw TemplateError(message: "expected \(expected), found '\(Excerpt.of(word.text))'", part: word.part)
  }

  /// Returns the seconds of a time such as `1h`.
  private static func seconds(_ text: String) -> Int? {
    guard let unit = text.utf8.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      count.magnitude <= CalendarDate.seconds.upperBound.magnitude
    else { return nil }
    return count * unit
  }

  private static let units: [UInt8: Int] = [
    UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86_400,
    UInt8(ascii: "w"): 604_800,
  ]
}

/// An argument of a filter or a generator.
enum TemplateArgument: Sendable {
  case text(String)
  /// A number, `true` or `false`, as JSON.
  case literal(String)
  case whole(Int)
  case seconds(Int)

  var value: TemplateValue {
    switch self {
    case .text(let text): .text(text)
    case .literal(let text): .literal(text)
    case .whole(let number), .seconds(let number): .literal("\(number)")
    }
  }

  var text: String { value.text ?? "" }

  /// The number; 0 for text.
  var number: Int {
    switch self {
    case .whole(let number), .seconds(let number): number
    case .text, .literal: 0
    }
  }
}
