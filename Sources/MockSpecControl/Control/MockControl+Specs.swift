import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import Synchronization

/// The memory of the specs that were added at run time, in all sessions.
final class SpecBudget: Sendable {
  /// The maximum total size, in bytes.
  let limit: Int
  private let used = Atomic(0)

  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Returns whether there is room for a spec. Nothing is reserved.
  ///
  /// - Parameters:
  ///   - bytes: The size of the spec.
  ///   - replaced: The size of the spec that it replaces.
  func hasRoom(for bytes: Int, replacing replaced: Int) -> Bool {
    used.load(ordering: .relaxed) + bytes - replaced <= limit
  }

  /// A reserved part of the budget, which is free again when the share is released.
  final class Share: Sendable {
    private let budget: SpecBudget
    private let bytes: Int

    /// - Parameters:
    ///   - bytes: The size of the spec.
    ///   - replaced: The size in bytes of the spec that it replaces, whose share is released later.
    /// - Returns: `nil` if the total would be larger than the limit.
    init?(_ budget: SpecBudget, bytes: Int, replacing replaced: Int) {
      (self.budget, self.bytes) = (budget, bytes)
      guard budget.used.add(bytes, ordering: .relaxed).newValue - replaced <= budget.limit else { return nil }
    }

    deinit { budget.used.subtract(bytes, ordering: .relaxed) }
  }
}

// Mocks at run time.
extension MockControl {
  static let specTypes = ["application/yaml", "application/json"]

  func specs(_ call: ControlCall) -> ControlOutcome {
    // Without their texts, which can be large together.
    .reply(.json { $0.member("specs", call.session.runtimeSpecs) { $0.write($1, in: call.session, hasText: false) } })
  }

  func spec(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    guard let spec = call.session.runtimeSpecs.first(where: { $0.name == call.name }) else {
      throw ControlProblem(.unknownName, "no spec that was added at run time is named '\(call.name)'")
    }
    return .reply(.json { $0.write(spec, in: call.session, hasText: true) })
  }

  func putSpec(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    try requireWriting()
    let text = call.received.body
    let isDryRun = try call.flag("dryRun") ?? false
    let replaced = call.session.runtimeSpecs.first { $0.name == call.name }?.text.count ?? 0
    // A dry run reserves nothing, so that it doesn't take the room of a spec that is added meanwhile.
    let hasRoom = isDryRun && specBudget.hasRoom(for: text.count, replacing: replaced)
    let share = isDryRun ? nil : SpecBudget.Share(specBudget, bytes: text.count, replacing: replaced)
    guard hasRoom || share != nil else {
      throw ControlProblem(.busy, "all specs together can have at most \(specBudget.limit) bytes; remove some")
    }
    let format: DocumentParser.Format = call.type == "application/json" ? .json : .yaml
    do throws(RuntimeSpecError) {
      if isDryRun {
        let spec = try call.session.check(call.name, text, format)
        return .reply(.json { $0.write(spec, in: call.session, hasText: true) })
      }
      let (spec, isNew) = try call.session.put(call.name, text, format, share: share)
      return .reply(.json(isNew ? 201 : 200) { $0.write(spec, in: call.session, hasText: true) })
    } catch {
      switch error {
      case .invalid(let diagnostics): throw ControlProblem("the spec isn't valid", diagnostics)
      case .inUse(let request, let spec):
        let place = spec.map { "the spec '\($0)', which was added at run time," } ?? "the program"
        throw ControlProblem(.conflict, "\(place) already has the request '\(request)'")
      case .stateInUse(let state, let spec):
        let place = spec.map { "the spec '\($0)', which was added at run time," } ?? "a file of the project"
        throw ControlProblem(.conflict, "\(place) already has the state '\(state)'")
      case .unsupported: throw ControlProblem(.readOnly, "the project has no files, so specs can't be added to it")
      }
    }
  }

  func deleteSpec(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    try requireWriting()
    do throws(UnknownNameError) {
      try call.session.removeSpec(call.name)
    } catch {
      throw ControlProblem(error)
    }
    return .reply(.done)
  }

  private func requireWriting() throws(ControlProblem) {
    if options.isReadOnly { throw ControlProblem(.readOnly, "the server was started with '--read-only'") }
  }
}

extension JSONText {
  fileprivate mutating func write(_ spec: RuntimeSpec, in session: MockSession, hasText: Bool) {
    member("name", spec.name)
    member("requests", spec.requests)
    member("replaces", session.loadedRequests(replacedBy: spec))
    member("size", spec.text.count)
    if hasText { member("text", String(decoding: spec.text, as: UTF8.self)) }
    member("format", spec.format == .json ? "json" : "yaml")
    guard !spec.errors.isEmpty else { return null("problem") }
    member("problem") { json in
      json.member("message", "it has errors since a reload; its last valid version is in use")
      json.member("diagnostics", spec.errors)
    }
  }
}
