import ArgumentParser
import MockSpec
import MockSpecDiagnostics

struct List: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case human, json
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the requests of a project, what they match and their responses.",
    discussion: """
      Requests are listed in the order in which they are tried. An arrow marks the response that answers first; the \
      reason follows in brackets. Requests that answer only after they are enabled are marked as disabled.

      Examples:
        mockspec list specs
        mockspec list specs --format json
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The output format: human or json.")
  var format = Format.human

  func run() throws {
    let project = try specs.load()
    guard let sets = project.sets else {
      Terminal.show(project.diagnostics)
      throw ExitStatus.problems
    }
    switch format {
    case .human: Terminal.print(Self.text(sets))
    case .json: Terminal.print(Self.json(sets))
    }
  }

  private static func text(_ sets: ResponseSets) -> String {
    var lines: [String] = []
    for set in sets.requests {
      let disabled = set.isEnabled ? "" : "  [disabled]"
      lines.append("\(set.name)  \(set.matchSummary)  (\(set.range.place))\(disabled)")
      let first = set.firstResponse(sets.states)
      for (index, response) in set.responses.enumerated() {
        let reason = index == first?.index ? first?.reason.rawValue : nil
        lines.append(
          "  \(reason == nil ? " " : "→") \(response.name): \(response.summary)\(reason.map { "  [\($0)]" } ?? "")")
      }
    }
    for state in sets.states.names {
      lines.append("state \(state): \((sets.states.values(of: state) ?? []).joined(separator: ", "))")
    }
    for scene in sets.scenes.keys.sorted() {
      let selections = sets.scenes[scene]!.sorted { $0.key < $1.key }
      let states = (sets.sceneStates[scene] ?? [:]).sorted { $0.key < $1.key }
      let parts = selections.map { "\($0.key) → \($0.value)" } + states.map { "\($0.key) = \($0.value)" }
      lines.append("scene \(scene): " + parts.joined(separator: ", "))
    }
    return lines.map { DisplayText($0).text }.joined(separator: "\n")
  }

  private static func json(_ sets: ResponseSets) -> String {
    var json = JSONText()
    json.raw("{")
    json.member("version", 1)
    json.key("requests")
    json.raw("[")
    for set in sets.requests {
      json.separate()
      json.raw("{")
      json.member("name", set.name)
      json.member("match", set.matchSummary)
      json.member("file", set.range.file.path)
      json.member("line", set.range.start.line)
      json.member("priority", set.priority)
      json.member("enabled", set.isEnabled)
      if let first = set.firstResponse(sets.states) {
        json.member("selected", set.responses[first.index].name)
        json.member("reason", first.reason.rawValue)
      }
      json.key("responses")
      json.raw("[")
      for response in set.responses {
        json.separate()
        json.raw("{")
        json.member("name", response.name)
        json.member("answer", response.summary)
        json.raw("}")
      }
      json.raw("]}")
    }
    json.raw("]")
    json.key("states")
    json.raw("{")
    for state in sets.states.names { json.member(state, sets.states.values(of: state) ?? []) }
    json.raw("}")
    json.key("scenes")
    json.raw("{")
    for (scene, selections) in sets.scenes.sorted(by: { $0.key < $1.key }) {
      json.key(scene)
      json.raw("{")
      for (request, response) in selections.sorted(by: { $0.key < $1.key }) { json.member(request, response) }
      json.raw("}")
    }
    json.raw("}}")
    return json.string
  }
}
