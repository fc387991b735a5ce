import Foundation
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct DiscoveryTests {
  static let spec = "mockspec: 1\nrequests: {}\n"

  func discover(_ folder: TemporaryFolder, _ paths: [String], from inner: String = "") throws -> Discovery {
    try Discovery(paths: paths, workingDirectory: FilePath.absolute(inner, in: folder.path), in: .disk)
  }

  @Test func `a folder is walked in the order of paths, without what is hidden or installed`() throws {
    let names = [
      "b.mock.yaml", "a/z.mock.yml", "a.mock.json", "a/b/c.mock.yaml", ".git/x.mock.yaml", ".build/x.mock.yaml",
      "node_modules/x.mock.yaml", "Pods/x.mock.yaml", "a/DerivedData/x.mock.yaml", "notes.yaml", "mock.yaml",
    ]
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, Self.spec) }))
    let found = try discover(folder, ["."])
    #expect(found.specs.map(\.shown) == ["a.mock.json", "a/b/c.mock.yaml", "a/z.mock.yml", "b.mock.yaml"])
    #expect(found.root == folder.path)
  }

  #if os(Linux)
    @Test func `folders in which the kernel shows its state aren't walked`() throws {
      let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
      try folder.link("kernel", to: "/proc/self/fdinfo")
      let found = try discover(folder, [".", "/sys/kernel"])
      #expect(found.specs.map(\.shown) == ["a.mock.yaml"])
      var names = WatchedNames()
      found.addNames(to: &names)
      #expect(names.folders.filter(\.value.isSearched).keys.sorted() == [folder.path])
    }
  #endif

  @Test func `without a path the nearest project upward is loaded, else specs`() throws {
    let folder = try TemporaryFolder([
      "p/mockspec.yaml": "mockspec: 1\n", "p/in/ner/a.mock.yaml": Self.spec, "q/specs/b.mock.yaml": Self.spec,
    ])
    let upward = try discover(folder, [], from: "p/in/ner")
    #expect(upward.root == folder.path + "/p")
    #expect(upward.specs.map(\.path) == [folder.path + "/p/in/ner/a.mock.yaml"])
    #expect(try discover(folder, [], from: "q").specs.map(\.shown) == ["specs/b.mock.yaml"])
    #expect(throws: SpecPathError.self) { try discover(folder, [], from: "p/..") }
  }

  @Test func `a path that isn't there is an error that names it`() throws {
    let folder = try TemporaryFolder([:])
    let error = #expect(throws: SpecPathError.self) { try discover(folder, ["nope"]) }
    #expect(error?.description == "'nope' doesn't exist")
  }

  @Test func `a named file is loaded whatever it is called, once`() throws {
    let folder = try TemporaryFolder(["odd.txt": Self.spec, "a.mock.yaml": Self.spec])
    let found = try discover(folder, ["odd.txt", "a.mock.yaml", ".", "odd.txt"])
    #expect(found.specs.map(\.shown) == ["odd.txt", "a.mock.yaml"])
  }

  @Test func `the root is the nearest project, else the folder, else where the file is`() throws {
    let folder = try TemporaryFolder([
      "p/mockspec.json": #"{"mockspec": 1}"#, "p/a/x.mock.yaml": Self.spec, "q/b/x.mock.yaml": Self.spec,
    ])
    #expect(try discover(folder, ["p/a"]).root == folder.path + "/p")
    #expect(try !discover(folder, ["p/a"]).isWhole)
    #expect(try discover(folder, ["p/a/x.mock.yaml"]).root == folder.path + "/p")
    #expect(try discover(folder, ["q/b"]).root == folder.path + "/q/b")
    #expect(try discover(folder, ["q/b/x.mock.yaml"]).root == folder.path)
  }

  @Test func `links are followed once, and circles end`() throws {
    let folder = try TemporaryFolder(["real/a.mock.yaml": Self.spec, "tree/b.mock.yaml": Self.spec])
    try folder.link("tree/linked", to: "../real")
    try folder.link("tree/circle", to: ".")
    try folder.link("tree/c.mock.yaml", to: "b.mock.yaml")
    let found = try discover(folder, ["tree"])
    #expect(found.specs.map(\.shown) == ["tree/b.mock.yaml", "tree/linked/a.mock.yaml"])
    var names = WatchedNames()
    found.addNames(to: &names)
    #expect(names.concerns("b.mock.yaml", in: folder.path + "/tree/linked", mayBeFolder: false))
    #expect(names.concerns("real", in: folder.path, mayBeFolder: false))
    #expect(!names.concerns("other", in: folder.path, mayBeFolder: true))
  }

  @Test func `a pipe or a folder named like a spec is an error`() throws {
    let folder = try TemporaryFolder(["p/a.mock.yaml": Self.spec, "p/b.mock.yaml/c.txt": ""])
    try folder.makePipe("p/c.mock.yaml")
    let found = try discover(folder, ["p"])
    #expect(
      found.diagnostics.map(\.description) == [
        "p/b.mock.yaml:1:1: error: the file is a folder [unreadable]",
        "p/c.mock.yaml:1:1: error: the file is not a regular file [unreadable]",
      ])
  }

  @Test func `of folders on the way, only names are watched`() throws {
    let folder = try TemporaryFolder(["x/y/p/a.mock.yaml": Self.spec])
    var names = WatchedNames()
    try discover(folder, ["x/y/p"]).addNames(to: &names)
    #expect(names.folders[folder["x/y/p"]]?.hasFiles == true)
    for path in [folder["x/y"], folder["x"], folder.path, "/"] {
      #expect(names.folders[path]?.hasFiles == false)
      #expect(names.concerns("mockspec.yaml", in: path, mayBeFolder: false))
      #expect(!names.concerns("other", in: path, mayBeFolder: true))
    }
  }

  @Test func `links to specs outside the root aren't followed`() throws {
    let folder = try TemporaryFolder([
      "secret/creds.yaml": "password: 1\n", "secret/in/c.mock.yaml": "password: 2\n", "root/real.yaml": Self.spec,
    ])
    try folder.link("root/a.mock.yaml", to: "real.yaml")
    try folder.link("root/b.mock.yaml", to: "../secret/creds.yaml")
    try folder.link("root/linked", to: "../secret/in")
    let project = try Specs.load(folder, "root")
    #expect(project.diagnostics.map(\.code) == ["outside-root", "outside-root"])
    #expect(project.diagnostics.map(\.file) == ["root/b.mock.yaml", "root/linked/c.mock.yaml"])
    #expect(project.diagnostics.map(\.message) == Array(repeating: "the file is outside the project", count: 2))
    #expect(!project.contents.keys.contains { $0.hasSuffix("b.mock.yaml") || $0.hasSuffix("c.mock.yaml") })
  }

  @Test func `links to specs in allowOutside, or named by the user, are followed`() throws {
    let folder = try TemporaryFolder([
      "shared/b.mock.yaml": Self.spec, "other/c.yaml": Self.spec, "root/mockspec.yaml": "mockspec: 1\n",
      "allowed/mockspec.yaml": "mockspec: 1\nallowOutside: [../shared]\n",
    ])
    try folder.link("allowed/linked", to: "../shared")
    try folder.link("root/specs", to: "../other")
    try folder.link("other/c.mock.yaml", to: "c.yaml")
    try folder.link("root/d.mock.yaml", to: "../other/c.yaml")
    #expect(try Specs.load(folder, "allowed").diagnostics.map(\.code) == [])
    #expect(try Specs.load(folder, "root/specs").diagnostics.map(\.code) == [])
    #expect(try Specs.load(folder, "root/d.mock.yaml").diagnostics.map(\.code) == [])
    #expect(try Specs.load(folder, "root").diagnostics.map(\.code).contains("outside-root"))
  }

  @Test func `a folder that can't be listed to its end is an error`() throws {
    let error = #expect(throws: FileError.self) {
      try FileSystem.names(of: "/p") {
        errno = EIO
        return nil
      }
    }
    #expect(error?.isTransient == true)
  }

  @Test func `nested and doubled project files are errors`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\n", "mockspec.json": #"{"mockspec": 1}"#, "in/mockspec.yml": "mockspec: 1\n",
    ])
    #expect(try discover(folder, ["."]).diagnostics.map(\.code) == ["several-project-files", "nested-project"])
  }

  @Test func `two projects are one mistake`() throws {
    let folder = try TemporaryFolder([
      "a/mockspec.yaml": "mockspec: 1\n", "a/x.mock.yaml": Self.spec, "b/mockspec.yaml": "mockspec: 1\n",
      "b/in/mockspec.yml": "mockspec: 1\n",
    ])
    #expect(
      try discover(folder, ["a", "b"]).diagnostics.map(\.description) == [
        "b:1:1: error: 'b' belongs to another project than 'a' [several-projects]"
      ])
  }
}
