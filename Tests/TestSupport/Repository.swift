package import Foundation

/// The files of this repository, which some tests read.
package enum Repository {
  /// The root folder, found from the path of this source file, with links resolved.
  package static let root: URL = {
    var url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  package static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: root.appendingPathComponent(path)))
  }
}

/// Public conformance suites, which are too large for this repository. They are in the folder that the environment variable
/// `MOCKSPEC_CONFORMANCE` names, by default `../shared/conformance` next to the repository.
///
///     json/test_parsing            github.com/nst/JSONTestSuite
///     jsonpath/cts.json            github.com/jsonpath-standard/jsonpath-compliance-test-suite
///     json-schema/draft2020-12     github.com/json-schema-org/JSON-Schema-Test-Suite
///     formats                      sarif-schema-2.1.0.json (OASIS) and JUnit.xsd (windyroad/JUnit-Schema)
///     yaml                         github.com/yaml/yaml-test-suite, its data branch
package enum ConformanceData {
  /// The reason for skipping a test that needs a suite.
  package static let absence = "no conformance data"

  /// The JSON files in a folder, sorted by name. Empty if there is no such folder.
  package static func files(_ folder: String) -> [(name: String, bytes: [UInt8])] {
    let url = root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      (try? Data(contentsOf: url.appendingPathComponent(name))).map { (name, Array($0)) }
    }
  }

  /// Returns true if there is a folder or file with a path.
  package static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  /// The relative paths of a folder and all its subfolders.
  package static func folders(_ folder: String) -> [String] {
    let url = root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return [""]
      + paths.filter { path in
        (try? url.appendingPathComponent(path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
      }.sorted()
  }

  /// The sorted names in a folder. Empty if there is no such folder.
  package static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? []).sorted()
  }

  package static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: root.appendingPathComponent(path))).map { Array($0) }
  }

  private static var root: URL {
    ProcessInfo.processInfo.environment["MOCKSPEC_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
      ?? Repository.root.deletingLastPathComponent().appendingPathComponent("shared/conformance")
  }
}
