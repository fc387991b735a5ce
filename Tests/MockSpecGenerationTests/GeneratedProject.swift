import Foundation
import MockSpec
import MockSpecDiagnostics
import MockSpecGeneration
import TestSupport
import Testing

/// Projects to generate names of.
enum GeneratedProject {
  /// Generates the names of a folder.
  static func names(of folder: String, access: SwiftNames.Access = .internal) throws -> SwiftNames {
    let project = try SpecLoader(.paths([folder]), workingDirectory: folder).check()
    #expect(project.diagnostics.map(\.description) == [])
    return try #require(SwiftNames(of: project, access: access))
  }

  /// Generates the names of specs, by path.
  static func names(_ files: [String: String], access: SwiftNames.Access = .internal) throws -> SwiftNames {
    let folder = try TemporaryFolder(files)
    return try withExtendedLifetime(folder) { try names(of: folder.path, access: access) }
  }

  /// A spec in JSON with requests and the names of their responses.
  static func spec(_ requests: [String: [String]]) throws -> String {
    var objects: [String: Any] = [:]
    for (index, (name, responses)) in requests.sorted(by: { $0.key < $1.key }).enumerated() {
      let answers = Dictionary(uniqueKeysWithValues: responses.map { ($0, [String: String]()) })
      objects[name] = ["match": "GET /\(index)", "responses": answers]
    }
    let spec: [String: Any] = ["mockspec": 1, "requests": objects]
    return String(decoding: try JSONSerialization.data(withJSONObject: spec, options: .sortedKeys), as: UTF8.self)
  }
}
