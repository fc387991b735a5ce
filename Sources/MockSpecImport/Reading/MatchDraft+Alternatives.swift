import MockSpec

// The alternatives of a request, at least one.
extension [MatchDraft] {
  /// `GET /users/{p1}`
  var title: String {
    let method = self[0].methods.value.map { $0.joined(separator: " ") + " " } ?? ""
    return ImportedNames.name(method + (self[0].path.value ?? "Any path")) ?? "Request"
  }

  /// Changes all alternatives.
  mutating func change(_ body: (inout MatchDraft) -> Void) {
    for index in indices { body(&self[index]) }
  }
}
