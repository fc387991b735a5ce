package import Foundation

/// Files of this package that tests read where they lie.
package enum Repository {
  /// Found from this file's own place, through links.
  package static let root: URL = {
    var url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  package static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: root.appendingPathComponent(path)))
  }
}

/// Public test suites, which are too large to keep here: the folder that `MOCKSPEC_CONFORMANCE` names, or
/// `../shared/conformance` beside the repository.
///
///     json/test_parsing            github.com/nst/JSONTestSuite
///     json-schema/draft2020-12     github.com/json-schema-org/JSON-Schema-Test-Suite
///     formats                      sarif-schema-2.1.0.json (OASIS) and JUnit.xsd (windyroad/JUnit-Schema)
///     yaml                         github.com/yaml/yaml-test-suite, its data branch
package enum ConformanceData {
  /// Shown by tests that are skipped for want of it.
  package static let absence = "no conformance data"

  /// The files in a folder with their contents, by name; none if the folder isn't there.
  package static func files(_ folder: String) -> [(name: String, bytes: [UInt8])] {
    let url = root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      (try? Data(contentsOf: url.appendingPathComponent(name))).map { (name, Array($0)) }
    }
  }

  /// Of a folder or a file.
  package static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  /// A folder and all below it, by their paths from it; none if it isn't there.
  package static func folders(_ folder: String) -> [String] {
    let url = root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return [""]
      + paths.filter { path in
        (try? url.appendingPathComponent(path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
      }.sorted()
  }

  /// What is in a folder, by name; nothing if the folder isn't there.
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
