/// What is wrong with a pattern, and where.
package struct RegularExpressionError: Error, Equatable, Sendable {
  package var kind: Kind
  /// 0-based, in Unicode scalars of the pattern.
  package var range: Range<Int>

  /// Strings are the pattern's own text unless said otherwise.
  package enum Kind: Equatable, Sendable {
    case unclosedGroup(opening: String)
    case unopenedGroup
    case unknownGroup(opening: String)
    /// The name is `nil` where no `>` follows.
    case malformedGroupName(String?)
    case unclosedClass
    case unescapedBracket(String)
    case reversedRange(String)
    case setInRange(String)
    case nothingToRepeat(quantifier: String, after: Unrepeatable)
    case malformedQuantifier
    case reversedQuantifier(String)
    case trailingBackslash
    case unknownEscape(String)
    /// `expected` is in words.
    case malformedEscape(String, expected: String)
    case codePointTooLarge(String)
    /// `similar` is a property's real name that differs in case or underscores only.
    case unknownProperty(String, similar: String?)
    case unavailableProperty(String)
    case unsupported(Feature)
    case nestedTooDeeply(limit: Int)
    case tooLarge(limit: Int)
  }

  /// Why a quantifier has nothing to repeat.
  package enum Unrepeatable: Equatable, Sendable {
    case nothing
    case assertion
    case quantifier
  }

  package enum Feature: Equatable, Sendable {
    case lookAhead
    case lookBehind
    case backReference
    case flags
  }
}
