/// How arrays and Booleans are written in a query or a form.
///
/// A nested object is always written with its names in brackets: `filter[state]=open`.
public struct ParameterStyle: Sendable, Hashable {
  public enum Arrays: Sendable, Hashable {
    /// `tags[]=a&tags[]=b`
    case brackets
    /// `tags=a&tags=b`
    case noBrackets
  }

  public enum Booleans: Sendable, Hashable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal
  }

  public var arrays: Arrays
  public var booleans: Booleans

  public init(arrays: Arrays = .brackets, booleans: Booleans = .numeric) {
    (self.arrays, self.booleans) = (arrays, booleans)
  }
}
