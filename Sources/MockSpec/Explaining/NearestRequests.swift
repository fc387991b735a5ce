/// The requests of a project that are most similar to a call that none of them matches.
///
/// Requests with the call's path are nearer than those with a similar path. Each unmet condition increases the
/// distance. To limit the cost, only the first of many requests with the same path are compared.
struct NearestRequests {
  struct Candidate {
    let set: ResponseSet
    let isAtPath: Bool
    let conditions: [EvaluatedCondition]
    let distance: Int
  }

  private static let maxCompared = 200
  static let maxShown = 3

  /// The nearest requests, ordered by distance, then by the order in which they are tried.
  let shown: [Candidate]
  /// The number of other requests with the call's path.
  let moreAtPath: Int

  init(to parsed: inout ParsedCall, in sets: ResponseSets) {
    let segments = parsed.path.segments
    var candidates: [Candidate] = []
    var countAtPath = 0
    var counted: Set<String> = []
    for candidate in sets.candidates(for: parsed.path) {
      let set = candidate.set
      if set.alternative == nil || counted.insert(set.name).inserted { countAtPath += 1 }
      guard countAtPath <= Self.maxCompared else { continue }
      candidates.append(Candidate(set, &parsed, pathDistance: 0))
    }
    for set in sets.sets(near: segments) {
      guard let pathDistance = Self.pathDistance(set.matcher, segments) else { continue }
      candidates.append(Candidate(set, &parsed, pathDistance: pathDistance))
    }
    let sorted = candidates.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    // Of each request, only the nearest alternative is shown.
    var nearest: [Candidate] = []
    for (_, candidate) in sorted where !nearest.contains(where: { $0.set.name == candidate.set.name }) {
      nearest.append(candidate)
      if nearest.count == Self.maxShown { break }
    }
    shown = nearest
    moreAtPath = countAtPath - shown.count { $0.isAtPath }
  }

  /// Returns the distance for a similar path; `nil` if the path is equal or isn't similar.
  ///
  /// A mistyped segment adds more than one unmet condition and less than two. A different segment adds even more.
  private static func pathDistance(_ matcher: RequestMatcher, _ path: [[UInt8]]) -> Int? {
    guard let pattern = matcher.path?.value, let difference = PathDifference(pattern, path), difference.isNear,
      difference.cost > 0
    else { return nil }
    return difference.cost < PathDifference.segment ? 12 + difference.cost : 17 + 2 * difference.cost
  }
}

extension NearestRequests.Candidate {
  /// - Parameter pathDistance: The distance of the path; 0 for a set with the call's path.
  fileprivate init(_ set: ResponseSet, _ parsed: inout ParsedCall, pathDistance: Int) {
    self.set = set
    isAtPath = pathDistance == 0
    conditions = set.matcher.evaluate(&parsed, isPathMet: isAtPath)
    distance = pathDistance + 10 * conditions.count { !$0.isMet && $0.kind != .path }
  }
}

extension ResponseSets {
  /// Returns the sets with similar paths: first those built in code, then loaded ones, both in the order in which they are
  /// tried.
  fileprivate func sets(near path: [[UInt8]]) -> [ResponseSet] {
    overlay.sets(near: path) + loaded.sets(near: path).filter { overlay[$0.name] == nil }
  }
}
