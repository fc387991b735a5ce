import TestSupport

@testable import MockSpec

enum TemporaryFolderWithBody {
  /// Creates a project with one request, `/a`, and one body file.
  static func make(body: String, name: String, response: String) throws -> ResponseSets {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {\(response)}}}}\n", name: body,
    ])
    let project = try Specs.load(folder, ".")
    guard let sets = project.sets else { throw SpecError(project.diagnostics) }
    return sets
  }
}
