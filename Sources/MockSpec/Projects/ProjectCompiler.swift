import MockSpecDiagnostics
import MockSpecDocument

/// Compiles specs that are added at run time.
///
/// Such a spec comes over the network, so it can name only body and schema files that the project's files use already, as they
/// were read, and forward only to origins to which they forward.
final class ProjectCompiler: RuntimeCompiler {
  private let reading: ProjectReading

  init(_ reading: ProjectReading) { self.reading = reading }

  var defaults: Spec.Defaults { reading.project.defaults }

  func compile(
    _ text: [UInt8], _ format: DocumentParser.Format, name: String, in sets: ResponseSets, states: DeclaredStates
  ) -> RuntimeCompilation {
    // Not the spec's name: body files are relative to the root, even if the name contains slashes.
    let file = SpecFile(path: FilePath.join(reading.root, "spec"), shown: name)
    let inputs = reading.units.flatMap { $0.inputs.dropFirst() }.map { ($0.path, $0) }
    let files = ProjectFiles(knownOnly: Dictionary(inputs) { first, _ in first })
    let spec = Pipeline.compile(
      Pipeline.read(text, as: .spec, shown: name, format), of: file,
      in: Pipeline.Context(defaults: defaults, files: files))
    let problems = StateCheck([spec.spec?.spec].compactMap(\.self), beside: states).problems(.all)
    var diagnostics = FileReport.diagnostics(Pipeline.link([spec]) + problems, of: spec.reading)
    let requests = spec.spec?.requests ?? []
    let forwarding = requests.flatMap(\.responses).compactMap { response in
      response.target.map { (response: response, target: $0) }
    }
    if !forwarding.isEmpty {
      let allowed = sets.targets
      diagnostics += forwarding.filter { !allowed.contains($0.target) }.map { Self.refusal($0.response, $0.target) }
    }
    diagnostics = diagnostics.sortedByPlace()
    let declared = spec.spec?.spec.states ?? []
    return RuntimeCompilation(
      sets: diagnostics.hasErrors ? nil : requests.alternatives.map(\.responseSet),
      states: declared,
      diagnostics: diagnostics,
      repeatedStates: declared.compactMap { state in
        sets.states[state.name.value].map { StateCheck.duplicate(state.name, first: $0.name.range) }
      },
      dependsOnProject: !forwarding.isEmpty || spec.spec?.files.isEmpty == false
        || spec.spec?.spec.dependsOnOthers == true)
  }

  func hasSameDefaults(as other: any RuntimeCompiler) -> Bool {
    (other as? ProjectCompiler)?.reading.goesTogether(with: reading) ?? false
  }

  private static func refusal(_ response: ResolvedResponse, _ target: Origin?) -> Diagnostic {
    let name = response.spec.name
    let place = target.map { "'\($0)'" } ?? "the real destination"
    return Diagnostic(
      .error, "bad-value", "response '\(name.value)' can't send calls to \(place)", at: name.range,
      help: "a spec that is added at run time can send calls only where those in files do")
  }
}

extension ResponseSets {
  /// Where loaded requests send calls; `nil` in it means the real destination.
  fileprivate var targets: Set<Origin?> {
    var targets = Set(sets.flatMap(\.responses).compactMap(\.target))
    if settings.unmatched == .passthrough || !settings.passthrough.isEmpty { targets.insert(nil) }
    return targets
  }
}

extension Response {
  /// Where it sends calls: an origin, or `.some(nil)` for the real destination.
  fileprivate var target: Origin?? {
    switch outcome {
    case .fixed(.forward(let origin)): origin
    case .fixed(.passThrough): .some(nil)
    case .fixed, .template, .closure: nil
    }
  }
}

extension ResolvedResponse {
  fileprivate var target: Origin?? {
    switch outcome {
    case .forward(let origin): origin
    case .passThrough: .some(nil)
    case .reply, .fault, .failure: nil
    }
  }
}
