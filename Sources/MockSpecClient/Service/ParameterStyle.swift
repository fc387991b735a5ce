/// How arrays and Booleans are written in a query or a form.
///
/// A nested object is always written with its names in brackets: `filter[state]=open`.
public struct ParameterStyle: Sendable, Hashable {
  /// How an array is written.
  public enum Arrays: Sendable, Hashable {
    /// `tags[]=a&tags[]=b`
    case brackets
    /// `tags=a&tags=b`
    case noBrackets
    /// `tags[0]=a&tags[1]=b`
    case indices
  }

  /// How a Boolean is written.
  public enum Booleans: Sendable, Hashable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal
  }

  /// How arrays are written.
  public var arrays: Arrays
  /// How Booleans are written.
  public var booleans: Booleans

  /// Creates a style. By default, it is `tags[]=a&tags[]=b&new=1`.
  public init(arrays: Arrays = .brackets, booleans: Booleans = .numeric) {
    (self.arrays, self.booleans) = (arrays, booleans)
  }
}
