import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

// Settings that are changed in code.
extension MockSession {
  /// Changes the settings of this session. They stay when files are reloaded.
  ///
  /// A session begins with the settings that the default session has at that moment, so change those before the first call
  /// that names another session.
  ///
  /// - Parameter change: Changes the present settings. It must not call the session.
  /// - Throws: What `change` throws, or `MockSettingsError` if the new settings aren't valid; then nothing changes.
  public func updateSettings(_ change: (inout MockSettings) throws -> Void) throws {
    try changeSettings { present, sets in
      var settings = present
      try change(&settings)
      try settings.check(in: sets, after: present)
      return settings
    }
  }
}

extension MockSettings {
  /// Checks the changes by the same rules as a project file.
  ///
  /// - Parameters:
  ///   - sets: The snapshot whose requests the scenes name.
  ///   - earlier: The present settings. Their scenes aren't checked again, since a reload can have removed requests.
  /// - Throws: `MockSettingsError` if there is any problem.
  fileprivate func check(in sets: ResponseSets, after earlier: MockSettings) throws(MockSettingsError) {
    var problems: [String] = []
    let longest = Delay.allowed.upperBound
    if let timeout, timeout <= .zero || timeout > longest {
      problems.append("timeout: expected more than zero and at most \(longest), found \(timeout)")
    }
    if let delay, !Delay.allowed.contains(delay) {
      problems.append("delay: expected zero to \(longest), found \(delay)")
    }
    let drafts = [
      ("passthrough", ProjectDraft(passthrough: passthrough)), ("redact", ProjectDraft(redact: redact)),
    ]
    for (key, draft) in drafts {
      let text = SpecWriter(draft).text.bytes
      for diagnostic in Pipeline.read(text, as: .project, shown: "settings", .json).diagnostics {
        problems.append("\(key): \(diagnostic.messageWithAdvice)")
      }
    }
    let newScenes = scenes.filter { earlier.scenes[$0.key] != $0.value }
    for (scene, selections) in newScenes.sorted(by: { $0.key < $1.key }) {
      for (request, response) in selections.sorted(by: { $0.key < $1.key }) {
        do throws(UnknownNameError) {
          _ = try sets.require(ResponseSelection(request: request, response: response))
        } catch {
          problems.append("scene '\(scene)': \(error)")
        }
      }
    }
    if !problems.isEmpty { throw MockSettingsError(problems: problems) }
  }
}

/// The error of settings that aren't valid.
public struct MockSettingsError: Error, Sendable, CustomStringConvertible {
  /// The errors, each on one line, with the messages that `mockspec validate` prints for project files.
  public let problems: [String]

  /// The errors, one on each line.
  public var description: String { problems.map { "settings: \($0)" }.joined(separator: "\n") }
}
