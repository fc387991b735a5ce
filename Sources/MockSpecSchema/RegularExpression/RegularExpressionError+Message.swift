extension RegularExpressionError {
  /// The headline of a diagnostic: what was found and what was expected.
  package var message: String {
    switch kind {
    case .unclosedGroup(let opening): "'\(opening)' opens a group that isn't closed: expected ')'"
    case .unopenedGroup: "')' closes no group: expected '(' before it"
    case .unknownGroup(let opening): "unknown group '\(opening)': expected '(', '(?:' or '(?<name>'"
    case .malformedGroupName(nil): "the group name has no end: expected '>' after it"
    case .malformedGroupName(let name?): "'\(name)' isn't a valid group name: expected an identifier such as 'year'"
    case .unclosedClass: "'[' opens a character class that isn't closed: expected ']'"
    case .unescapedBracket(let bracket): "'\(bracket)' isn't escaped: expected '\\\(bracket)'"
    case .posixClass: "']' isn't escaped: classes of POSIX such as '[:digit:]' aren't supported"
    case .reversedRange(let range): "range '\(range)' is reversed: expected the lower character first"
    case .setInRange(let range): "range '\(range)' starts or ends with a set of characters: expected single characters"
    case .nothingToRepeat(let quantifier, let previous): "'\(quantifier)' has nothing to repeat\(previous.reason)"
    case .malformedQuantifier: "'{' doesn't start a quantifier: expected '{n}', '{n,}' or '{n,m}'"
    case .reversedQuantifier(let quantifier): "'\(quantifier)' is reversed: expected the lower count first"
    case .trailingBackslash: "the pattern ends with '\\': expected '\\\\' or another escape"
    case .unknownEscape(let escape): "'\(escape)' isn't an escape of ECMA-262 here"
    case .malformedEscape(let escape, let expected): "'\(escape)' is an incomplete escape: expected \(expected)"
    case .codePointTooLarge(let escape):
      "'\(escape)' is greater than the last code point: expected at most '\\u{10FFFF}'"
    case .unknownProperty(let name, _): "unknown Unicode property '\(name)'"
    case .unavailableProperty(let name): "Unicode property '\(name)' isn't available"
    case .unsupported(.flags): "flags in the pattern aren't supported"
    case .unsupported(let feature): "\(feature.name) isn't supported, because it can't be matched in linear time"
    case .nestedTooDeeply(let limit): "groups are nested too deeply: at most \(limit) levels"
    case .tooLarge(let limit): "the pattern is too large: at most \(limit) instructions"
    }
  }

  /// The fix, if the message doesn't contain it.
  package var help: String? {
    switch kind {
    case .unclosedGroup: "close the group, or write '\\(' to match a parenthesis"
    case .unopenedGroup: "write '\\)' to match a parenthesis"
    case .unknownGroup("(?P"): "write '(?<name>' without the 'P'"
    case .unclosedClass: "close the class, or write '\\[' to match a bracket"
    case .posixClass: "write '\\d' for '[:digit:]', '\\s' for '[:space:]', or '\\p{L}' for '[:alpha:]'"
    case .setInRange: "write '\\-' to match a hyphen"
    case .nothingToRepeat("*", .nothing): "write '.*' for any text, or '\\*' to match the character"
    case .nothingToRepeat(let quantifier, .nothing): "write '\\\(quantifier.prefix(1))' to match the character"
    case .nothingToRepeat(_, .assertion): "remove the quantifier: repeating a position changes nothing"
    case .nothingToRepeat(_, .quantifier): "group the part to repeat: '(?:a+){2}'"
    case .malformedQuantifier: "write '\\{' to match a brace, or '{0,m}' for at most m times"
    case .unknownEscape(let escape): Self.replacement(ofEscape: escape)
    case .unknownProperty(_, let similar?): "did you mean '\(similar)'?"
    case .unknownProperty: "use a general category such as 'L' or 'Lu', or a binary property such as 'Alphabetic'"
    case .unavailableProperty: "list the characters as ranges, as in '[\\u{370}-\\u{3FF}]'"
    case .unsupported(.lookAhead), .unsupported(.lookBehind): "check each condition with a pattern of its own"
    case .unsupported(.backReference): "write the repeated part out"
    case .unsupported(.flags): "write both cases, as in '[aA]'"
    case .tooLarge: "use smaller counts; in a schema, 'minLength' and 'maxLength' limit the length at no cost"
    default: nil
    }
  }

  /// Returns the instruction for writing an escape of another dialect in ECMA-262.
  private static func replacement(ofEscape escape: String) -> String {
    switch escape {
    case "\\A": "write '^' for the start of the text"
    case "\\z", "\\Z": "write '$' for the end of the text"
    case "\\a": "write '\\x07' for the bell"
    case "\\e": "write '\\x1B' for the escape character"
    case "\\h": "write '[ \\t]' for horizontal white space"
    case "\\R": "write '(?:\\r\\n|\\n|\\r)' for a line break"
    default: "write '\(escape.dropFirst())' to match the character itself"
    }
  }
}

extension RegularExpressionError.Unrepeatable {
  fileprivate var reason: String {
    switch self {
    case .nothing: ": expected a character, a class or a group before it"
    case .assertion: ": the part before it matches a position, not a character"
    case .quantifier: ": the part before it already has a quantifier"
    }
  }
}

extension RegularExpressionError.Feature {
  fileprivate var name: String {
    switch self {
    case .lookAhead: "look-ahead"
    case .lookBehind: "look-behind"
    case .backReference: "back-reference"
    case .flags: "flags"
    }
  }
}
