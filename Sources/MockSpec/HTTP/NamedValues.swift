/// The values of a query, a form or cookies by name, decoded and in the order in which they were sent.
///
///     call.queryParameters["page"]         // the first value; nil if there is none
///     call.queryParameters[values: "tag"]  // all values
public struct NamedValues: Sendable, RandomAccessCollection {
  /// A name with one of its values.
  public typealias Element = (name: String, value: String)

  private let pairs: [Element]

  init(_ pairs: [Element]) { self.pairs = pairs }

  /// The position of the first value.
  public var startIndex: Int { pairs.startIndex }

  /// The position after the last value.
  public var endIndex: Int { pairs.endIndex }

  /// The name and the value at a position.
  public subscript(position: Int) -> Element { pairs[position] }

  /// The first value of a name; `nil` if there is none. Names are compared byte by byte.
  public subscript(name: String) -> String? { pairs.first { $0.name.hasSameBytes(as: name) }?.value }

  /// All values of a name. Names are compared byte by byte.
  public subscript(values name: String) -> [String] {
    pairs.lazy.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
  }
}
