import MockSpec
import MockSpecDiagnostics

/// The identifiers of the requests, scenes or states of a project, of the responses of a request, or of the values of a state.
///
/// If several names have the same identifier, each gets a suffix that depends only on the name, and none gets the plain
/// identifier. When a spec with such a name is added, code that used the plain identifier therefore stops compiling instead
/// of changing its meaning.
struct MemberNames {
  /// The identifiers, in the order of the names.
  private(set) var members: [SwiftIdentifier]
  /// A warning for each name with the identifier of another name, except for the first of them.
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter names: The names, without repetitions.
  init(_ names: [ProjectNames.Name]) {
    // A short list, such as a request's responses, isn't distributed, since that takes longer.
    members =
      names.count > 100 ? names.concurrentMap { SwiftIdentifier($0.text) } : names.map { SwiftIdentifier($0.text) }
    guard Self.hasRepetition(members) else { return }
    let groups = Dictionary(grouping: names.indices) { [members] in members[$0] }
    for (shared, places) in groups where places.count > 1 {
      let short = places.map { shared.distinguished(by: names[$0].text, digits: 4) }
      let distinct =
        Set(short).count == short.count ? short : places.map { shared.distinguished(by: names[$0].text, digits: 16) }
      for (place, member) in zip(places, distinct) { members[place] = member }
      for place in places.dropFirst() {
        diagnostics.append(
          Self.sameSwiftName(
            (names[places[0]], members[places[0]]), (names[place], members[place]), shared: shared))
      }
    }
  }

  private static func hasRepetition(_ members: [SwiftIdentifier]) -> Bool {
    // Most requests have few responses, for which a set would take longer.
    if members.count > 8 { return Set(members).count < members.count }
    return members.indices.contains { members[..<$0].contains(members[$0]) }
  }

  private static func sameSwiftName(
    _ first: (name: ProjectNames.Name, member: SwiftIdentifier),
    _ second: (name: ProjectNames.Name, member: SwiftIdentifier), shared: SwiftIdentifier
  ) -> Diagnostic {
    Diagnostic(
      .warning, "same-swift-name",
      "'\(first.name.text)' and '\(second.name.text)' have the same name in Swift, '\(shared.text)'",
      at: second.name.range, label: "'\(second.member.text)' in Swift",
      notes: [.init("this one is '\(first.member.text)' in Swift", at: first.name.range)], help: "rename one of them")
  }
}
