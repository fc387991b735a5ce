import Foundation
import MockSpec
import MockSpecDiagnostics

/// The settings and mocks with which the app's launcher, such as a UI test with ``MockLaunch``, starts it:
///
///     MOCKSPEC_SPECS=specs   MOCKSPEC_SCENE=Airplane mode   MOCKSPEC_SELECT=Login=Offline,Item%20details=Busy
///     -mockspec-specs specs  -mockspec-scene "Airplane mode" -mockspec-select "Login=Offline"
///     MOCKSPEC_STATE=cart=paid,user=signed%20in              -mockspec-state "cart=paid"
///
/// Repeated arguments add up. An environment variable is ignored if there is an argument of the same kind. The characters
/// `,`, `=` and `%` of names are percent-encoded.
struct LaunchSettings: Sendable {
  /// The paths of the specs.
  private(set) var specs: [String] = []
  /// The scenes, the last of which is active.
  private(set) var scenes: [LaunchValue] = []
  /// The states to set, after the scene.
  private(set) var states: [(source: String, state: MockState)] = []
  /// The selections, the later ones of which override earlier ones of the same request.
  private(set) var selections: [(source: String, selection: ResponseSelection)] = []
  /// The mocks, the last of which are tried first.
  private(set) var mocks: [HandedOverRequests] = []
  /// Whether the launcher has set anything.
  let isEmpty: Bool

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - arguments: The arguments, of which the first is the program.
  /// - Throws: `MockLaunchError` for an argument or a variable that isn't valid; `SpecError` for a request that isn't.
  init(environment: [String: String], arguments: [String]) throws {
    let given = try Self.values(in: arguments)
    func values(_ kind: LaunchArgument) throws(MockLaunchError) -> [LaunchValue] {
      if let values = given[kind] { return values }
      return try Self.values(of: kind, in: environment)
    }
    let (paths, selected, mocks) = (try values(.specs), try values(.select), try values(.mocks))
    specs = paths.map(\.text)
    scenes = try values(.scene)
    let set = try values(.state)
    states = try Self.pairs(set, "state=value").map {
      ($0.source, MockState($0.pair.request, value: $0.pair.response))
    }
    selections = try Self.pairs(selected, "request=response").map { ($0.source, $0.pair) }
    self.mocks = try LaunchText.read(mocks).map { try HandedOverRequests($0.bytes, name: $0.source) }
    isEmpty = paths.isEmpty && scenes.isEmpty && set.isEmpty && selected.isEmpty && mocks.isEmpty
  }

  private static func pairs(
    _ values: [LaunchValue], _ form: String
  ) throws(MockLaunchError) -> [(source: String, pair: ResponseSelection)] {
    var pairs: [(source: String, pair: ResponseSelection)] = []
    for value in values {
      do throws(ResponseSelectionError) {
        for pair in try ResponseSelection.list(value.text) { pairs.append((value.source, pair)) }
      } catch {
        throw MockLaunchError(value.source, "expected '\(form)', found '\(error.found)'")
      }
    }
    return pairs
  }

  static func current() throws -> LaunchSettings {
    try LaunchSettings(
      environment: ProcessInfo.processInfo.environment, arguments: ProcessInfo.processInfo.arguments)
  }

  private static func values(in arguments: [String]) throws(MockLaunchError) -> [LaunchArgument: [LaunchValue]] {
    var values: [LaunchArgument: [LaunchValue]] = [:]
    var index = 1
    while index < arguments.count {
      let flag = arguments[index]
      defer { index += 1 }
      guard flag.hasPrefix(LaunchArgument.prefix) else { continue }
      let source = "\(Excerpt.of(flag)) (argument \(index))"
      guard let kind = LaunchArgument.allCases.first(where: { $0.flag == flag }) else {
        let name = String(flag.dropFirst(LaunchArgument.prefix.count))
        let near = Suggestion.nearest(to: name, among: LaunchArgument.allCases.map(\.rawValue))
        let known = LaunchArgument.allCases.map(\.flag).joined(separator: ", ")
        let advice = near.map { "did you mean '\(LaunchArgument.prefix)\($0)'?" } ?? "known: \(known)"
        throw MockLaunchError(source, "unknown argument; \(advice)")
      }
      index += 1
      guard index < arguments.count else { throw MockLaunchError(source, "expected a value, found no more arguments") }
      guard !arguments[index].hasPrefix(LaunchArgument.prefix) else {
        throw MockLaunchError(source, "expected a value, found '\(arguments[index])'")
      }
      guard !arguments[index].isEmpty else { throw MockLaunchError(source, "expected a value, found an empty text") }
      values[kind, default: []].append(LaunchValue(source: source, text: arguments[index]))
    }
    return values
  }

  /// The values of a variable and of its numbered ones, such as `MOCKSPEC_MOCKS_1`, in order. An empty one isn't set.
  private static func values(
    of kind: LaunchArgument, in environment: [String: String]
  ) throws(MockLaunchError) -> [LaunchValue] {
    var numbers: [Int] = []
    for name in environment.keys.sorted() where name.hasPrefix(kind.variable + "_") {
      guard let number = Int(name.dropFirst(kind.variable.count + 1)), number > 0, name == kind.variable(number: number)
      else { throw MockLaunchError(name, "expected a number from 1 after '\(kind.variable)_'") }
      numbers.append(number)
    }
    let names = [kind.variable] + numbers.sorted().map { kind.variable(number: $0) }
    return names.compactMap { name in
      guard let text = environment[name], !text.isEmpty else { return nil }
      return LaunchValue(source: name, text: text)
    }
  }

  /// Applies the settings to a session: adds the mocks, activates the scene, sets states, then selects responses.
  ///
  /// - Parameter knowsStates: Whether the project declares all states that the mocks use. Otherwise, a server does.
  /// - Throws: `MockLaunchError` for a name that the project doesn't have; `SpecError` for a mock with one.
  func apply(to session: MockSession, knowsStates: Bool = true) throws {
    try session.add(mocks, knowsStates: knowsStates)
    for scene in scenes {
      try Self.naming(scene.source) { () throws(UnknownNameError) in try session.activate(scene: scene.text) }
    }
    for (source, state) in states {
      try Self.naming(source) { () throws(UnknownNameError) in try session.setState(state) }
    }
    for (source, selection) in selections {
      try Self.naming(source) { () throws(UnknownNameError) in
        try session.select(selection.response, for: selection.request)
      }
    }
  }

  private static func naming(
    _ source: String, _ change: () throws(UnknownNameError) -> Void
  ) throws(MockLaunchError) {
    do throws(UnknownNameError) {
      try change()
    } catch {
      throw MockLaunchError(source, error.description)
    }
  }
}
