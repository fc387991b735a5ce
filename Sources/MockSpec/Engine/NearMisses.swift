import MockSpecDiagnostics

/// Why nothing answered: the requests whose path fits, each with the first condition that failed.
enum NearMisses {
  private static let limit = 5

  static func explain(_ request: inout ParsedRequest, in sets: ResponseSets) -> Unmatched {
    var candidates: [Unmatched.Candidate] = []
    for candidate in sets.candidates(for: request.path).prefix(limit) {
      let set = candidate.set
      // One that matches all the same has fallen through at the end of its sequence.
      guard let mismatch = set.matcher.mismatchBesidesPath(&request) else {
        candidates.append(
          .init(requestName: set.name, failed: "its sequence has been answered to the end", location: set.range.place))
        continue
      }
      candidates.append(.init(requestName: set.name, failed: mismatch.message, location: mismatch.range.place))
    }
    var lines = ["no request matches \(request.request)"]
    if sets.names.isEmpty {
      lines.append("the project has no requests")
    } else if candidates.isEmpty {
      lines.append("no request of the project has this path")
    }
    for candidate in candidates {
      lines.append("'\(candidate.requestName)' would, but for \(candidate.failed) (\(candidate.location))")
    }
    return Unmatched(explanation: lines.joined(separator: "\n"), candidates: candidates)
  }
}
