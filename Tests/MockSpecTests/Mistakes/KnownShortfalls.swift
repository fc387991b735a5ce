/// Mistakes and legitimate specs that aren't reported as they should be yet, and what happens instead.
///
/// A test fails if one that isn't listed falls short, and if one that is listed doesn't.
let knownShortfalls: [String: String] = [
  // fixes
  "method-as-key": "doesn't say 'method'",
  "patch-for-path": "doesn't say 'method'",
  // otherFiles
  "docker-compose": "3 diagnostics",
]
