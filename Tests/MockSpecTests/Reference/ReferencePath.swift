@testable import MockSpec

/// A short implementation of path matching, as the language describes it.
enum ReferencePath {
  static func matches(_ pattern: PathPattern, _ path: String) -> Bool {
    matches(pattern.segments[...], CallPath(path).segments[...])
  }

  private static func matches(_ pattern: ArraySlice<PathPattern.Segment>, _ path: ArraySlice<[UInt8]>) -> Bool {
    switch pattern.first {
    case nil: path.isEmpty
    case .literal(let text): path.first == text && matches(pattern.dropFirst(), path.dropFirst())
    case .wildcard: path.first?.isEmpty == false && matches(pattern.dropFirst(), path.dropFirst())
    case .rest: matches(pattern.dropFirst(), path) || (!path.isEmpty && matches(pattern, path.dropFirst()))
    }
  }
}
