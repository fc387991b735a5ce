extension RegularExpressionError {
  /// Lower case, without a full stop: what was found and what would be right.
  package var message: String {
    switch kind {
    case .unclosedGroup(let opening): "'\(opening)' opens a group that no ')' closes"
    case .unopenedGroup: "')' closes a group that no '(' opens"
    case .unknownGroup(let opening): "'\(opening)' starts no kind of group: expected '(', '(?:' or '(?<name>'"
    case .malformedGroupName(nil): "the group's name has no end: expected '>' after it"
    case .malformedGroupName(let name?): "'\(name)' is no name for a group: expected an identifier such as 'year'"
    case .unclosedClass: "'[' opens a class that no ']' closes"
    case .unescapedBracket(let bracket): "'\(bracket)' has no partner here: expected '\\\(bracket)'"
    case .reversedRange(let range): "range '\(range)' runs backwards: expected the lower character first"
    case .setInRange(let range): "range '\(range)' has a set of characters at one end: expected single characters"
    case .nothingToRepeat(let quantifier, let previous): "'\(quantifier)' has nothing to repeat\(previous.reason)"
    case .malformedQuantifier: "'{' starts no quantifier here: expected '{n}', '{n,}' or '{n,m}'"
    case .reversedQuantifier(let quantifier): "'\(quantifier)' runs backwards: expected the lower count first"
    case .trailingBackslash: "the pattern ends in a lone '\\': expected '\\\\' or another escape"
    case .unknownEscape(let escape): "'\(escape)' is not an escape of ECMA-262 here"
    case .malformedEscape(let escape, let expected): "'\(escape)' is not a whole escape: expected \(expected)"
    case .codePointTooLarge(let escape): "'\(escape)' is beyond the last code point: expected at most '\\u{10FFFF}'"
    case .unknownProperty(let name, _): "unknown Unicode property '\(name)'"
    case .unavailableProperty(let name): "Unicode property '\(name)' is not available"
    case .unsupported(.flags): "flags inside the pattern are not supported"
    case .unsupported(let feature): "\(feature.name) is not supported: matching must take time linear in the input"
    case .nestedTooDeeply(let limit): "groups are nested more than \(limit) deep"
    case .tooLarge(let limit): "the pattern is too large: up to here it needs more than \(limit) instructions"
    }
  }

  /// What to write instead, where that is not plain from the message.
  package var help: String? {
    switch kind {
    case .unclosedGroup: "close the group, or write '\\(' to match a parenthesis"
    case .unopenedGroup: "write '\\)' to match a parenthesis"
    case .unknownGroup("(?P"): "write '(?<name>' without the 'P'"
    case .unclosedClass: "close the class, or write '\\[' to match a bracket"
    case .setInRange: "write '\\-' to match a hyphen"
    case .nothingToRepeat(let quantifier, .nothing): "write '\\\(quantifier.prefix(1))' to match the character"
    case .nothingToRepeat(_, .assertion): "drop the quantifier: repeating a position changes nothing"
    case .nothingToRepeat(_, .quantifier): "put what is to be repeated in a group, as in '(?:a+){2}'"
    case .malformedQuantifier: "write '\\{' to match a brace, and '{0,m}' for at most m times"
    case .unknownEscape(let escape): Self.replacement(ofEscape: escape)
    case .unknownProperty(_, let similar?): "did you mean '\(similar)'?"
    case .unknownProperty: "use a general category such as 'L' or 'Lu', or a binary property such as 'Alphabetic'"
    case .unavailableProperty: "list the characters as ranges, as in '[\\u{370}-\\u{3FF}]'"
    case .unsupported(.lookAhead), .unsupported(.lookBehind): "check the two conditions with two patterns"
    case .unsupported(.backReference): "write out what is to be repeated"
    case .unsupported(.flags): "write both cases, as in '[aA]'"
    case .tooLarge: "use smaller counts; in a schema, 'minLength' and 'maxLength' limit the length at no cost"
    default: nil
    }
  }

  /// Most unknown escapes come from other dialects, where they mean something that can be written here too.
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
    case .assertion: ": what precedes it matches a position, not a character"
    case .quantifier: ": what precedes it is a quantifier already"
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
