/// A mistake in a pattern.
package struct RegularExpressionError: Error, Equatable, Sendable {
  /// The kind of mistake.
  package var kind: Kind
  /// The wrong part of the pattern: 0-based, in Unicode scalars.
  package var range: Range<Int>

  /// The kind of mistake. Strings are parts of the pattern unless documented otherwise.
  package enum Kind: Equatable, Sendable {
    case unclosedGroup(opening: String)
    case unopenedGroup
    case unknownGroup(opening: String)
    /// The name is `nil` if no `>` follows.
    case malformedGroupName(String?)
    case unclosedClass
    case unescapedBracket(String)
    /// A `]` after `[[:digit:]`.
    case posixClass
    case reversedRange(String)
    case setInRange(String)
    case nothingToRepeat(quantifier: String, after: Unrepeatable)
    case malformedQuantifier
    case reversedQuantifier(String)
    case trailingBackslash
    case unknownEscape(String)
    /// `expected` describes the valid forms.
    case malformedEscape(String, expected: String)
    case codePointTooLarge(String)
    /// `similar` is the name of a property that differs only in case or underscores.
    case unknownProperty(String, similar: String?)
    case unavailableProperty(String)
    case unsupported(Feature)
    case nestedTooDeeply(limit: Int)
    case tooLarge(limit: Int)
  }

  /// An element to which the quantifier after it can't be applied.
  package enum Unrepeatable: Equatable, Sendable {
    case nothing
    case assertion
    case quantifier
  }

  /// A feature of ECMA-262 that isn't supported.
  package enum Feature: Equatable, Sendable {
    case lookAhead
    case lookBehind
    case backReference
    case flags
  }
}
