import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecWatcher

/// Looks at a folder, on a manual clock.
@Suite struct FolderPollsTests {
  let folder: TemporaryFolder
  let start = ContinuousClock.now
  var polls = FolderPolls()

  init() throws {
    folder = try TemporaryFolder(["a.mock.yaml": "a", "body.txt": "b"])
    _ = update(["a.mock.yaml", "body.txt"])
  }

  private mutating func update(_ names: Set<String>) -> Set<String> {
    let names = WatchedNames(folders: [folder.path: .init(isSearched: true, hasFiles: true, names: names)])
    return polls.update(names, [folder.path: .seconds(1)], at: start)
  }

  /// The changes that a look after some seconds finds.
  private mutating func changes(after seconds: Int) -> [String: EntryChange] {
    polls.look(at: start + .seconds(seconds)).reduce(into: [:]) { changes, event in
      if case .entry(let name, folder.path, let change, _) = event { changes[name] = change }
    }
  }

  @Test mutating func `a folder at rest has no changes`() throws {
    #expect(changes(after: 1) == [:])
    #expect(changes(after: 5) == [:])
  }

  @Test mutating func `a look finds what has changed, and reports files again, since their times can be too coarse`()
    throws
  {
    try folder.append("more", to: "a.mock.yaml")
    try folder.remove("body.txt")
    try folder.write("new", to: "b.mock.yaml")
    try folder.makeFolder("sub")
    #expect(
      changes(after: 1) == [
        "a.mock.yaml": .changed, "body.txt": .removed, "b.mock.yaml": .created, "sub": .created,
      ])
    #expect(changes(after: 5) == ["a.mock.yaml": .changed, "b.mock.yaml": .changed])
    #expect(changes(after: 9) == [:])
    try folder.write("b", to: "body.txt")
    try folder.remove("sub")
    try folder.makeFolder("sub")
    #expect(changes(after: 13)["body.txt"] == .created)
  }

  @Test mutating func `names that don't matter aren't changes`() throws {
    try folder.write("1", to: "README.md")
    try folder.makeFolder(".git")
    #expect(changes(after: 1) == [:])
    try folder.write("22", to: "README.md")
    #expect(changes(after: 5) == [:])
  }

  @Test mutating func `a folder isn't looked at before its time`() throws {
    try folder.append("more", to: "a.mock.yaml")
    #expect(polls.next == start + .seconds(1))
    #expect(changes(after: 0) == [:])
    #expect(changes(after: 1) == ["a.mock.yaml": .changed])
    #expect(try #require(polls.next) >= start + .seconds(2))
  }

  @Test mutating func `a new name has no changes from before, and other names keep theirs`() throws {
    try folder.append("more", to: "a.mock.yaml")
    try folder.write("new", to: "other.txt")
    #expect(update(["a.mock.yaml", "other.txt"]).isEmpty)
    #expect(changes(after: 1) == ["a.mock.yaml": .changed])
  }

  @Test mutating func `a folder that is replaced is a change of the folder`() throws {
    try folder.makeFolder("x")
    let path = folder["x"]
    let names = WatchedNames(folders: [path: .init(isSearched: true, hasFiles: true)])
    #expect(polls.update(names, [path: .seconds(1)], at: start) == [path])
    try folder.makeFolder("y")
    try folder.rename("y", to: "x")
    #expect(polls.look(at: start + .seconds(1)) == [.folder(path)])
  }

  @Test mutating func `all folders can be looked at before their time`() throws {
    try folder.append("more", to: "a.mock.yaml")
    #expect(polls.look(at: start, all: true).count == 1)
    #expect(changes(after: 1) == [:])
  }
}
