/// The requests of a project that come nearest to one that nothing matches.
///
/// Those at the same path come first, then those at a path nearby; each condition that fails makes the distance longer.
/// The cost is bounded: of many requests at one path only the first ones are held against the request.
struct NearestRequests {
  struct Candidate {
    let set: ResponseSet
    let isAtPath: Bool
    let checks: [ConditionCheck]
    let distance: Int
  }

  private static let mostCompared = 200
  static let mostShown = 3

  /// The nearest first; where two are as near, the one that is asked earlier.
  let shown: [Candidate]
  /// How many others have the request's path.
  let moreAtPath: Int

  init(to request: inout ParsedRequest, in sets: ResponseSets) {
    let segments = request.path.segments
    var candidates: [Candidate] = []
    var countAtPath = 0
    for candidate in sets.candidates(for: request.path) {
      countAtPath += 1
      guard countAtPath <= Self.mostCompared else { continue }
      candidates.append(Candidate(candidate.set, &request, detour: 0))
    }
    for set in sets.sets(near: segments) {
      guard let detour = Self.detour(set.matcher, segments) else { continue }
      candidates.append(Candidate(set, &request, detour: detour))
    }
    let sorted = candidates.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    shown = sorted.prefix(Self.mostShown).map(\.element)
    moreAtPath = countAtPath - shown.count { $0.isAtPath }
  }

  /// A mistyped path is further than one other condition, and nearer than two; another segment is further still. `nil` if
  /// the path is too far away, or isn't away at all.
  private static func detour(_ matcher: RequestMatcher, _ path: [[UInt8]]) -> Int? {
    guard let pattern = matcher.path?.value, let difference = PathDifference(pattern, path), difference.isNear,
      difference.cost > 0
    else { return nil }
    return difference.cost < PathDifference.segment ? 12 + difference.cost : 17 + 2 * difference.cost
  }
}

extension NearestRequests.Candidate {
  /// - Parameter detour: 0 for a set at the request's path.
  fileprivate init(_ set: ResponseSet, _ request: inout ParsedRequest, detour: Int) {
    self.set = set
    isAtPath = detour == 0
    checks = set.matcher.checks(&request, isPathMet: isAtPath)
    distance = detour + 10 * checks.count { !$0.isMet && $0.kind != .path }
  }
}

extension ResponseSets {
  /// Built in code, then loaded, each in the order in which they are asked.
  fileprivate func sets(near path: [[UInt8]]) -> [ResponseSet] {
    let added = overlay.isEmpty ? [] : overlay.index.sets(near: path)
    return added + loaded.sets(near: path).filter { overlay[$0.name] == nil }
  }
}

extension SetIndex {
  fileprivate func sets(near path: [[UInt8]]) -> [ResponseSet] {
    nearestPaths.sets(near: path).sorted().map { sets[Int($0)] }
  }
}
