import Foundation
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

/// A bundle whose only resource is a compiled spec.
struct CompiledFolder {
  let bundle: Bundle
  private let folder: TemporaryFolder

  /// - Parameters:
  ///   - spec: The text of the spec in YAML.
  ///   - files: The texts of its body files, by path.
  init(_ spec: String, files: [String: String] = [:]) throws {
    let source = try TemporaryFolder(files.merging(["spec.mock.yaml": spec]) { _, spec in spec })
    let project = try SpecLoader(.paths(["."]), workingDirectory: source.path).loadSettled(number: 1)
    let compiled = CompiledProject.compile(project)
    let document = try #require(compiled.document, "\(project.diagnostics + compiled.diagnostics)")
    folder = try TemporaryFolder([CompiledProject.fileName: String(decoding: document, as: UTF8.self)])
    bundle = try #require(Bundle(path: folder.path))
  }
}
