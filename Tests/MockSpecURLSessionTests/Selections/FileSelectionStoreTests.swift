import Foundation
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FileSelectionStoreTests {
  static let selections = SavedSelections(
    responses: ["Login": "Off\"line\u{1}", "日本": "é"], scene: "Airplane mode", enabled: ["Search": false, "Item": true])

  static func store(_ folder: TemporaryFolder, _ name: String = "a/b/selections.json") -> FileSelectionStore {
    FileSelectionStore(URL(filePath: folder[name]))
  }

  @Test(arguments: [selections, SavedSelections()])
  func `what was saved is loaded again, from a file that only its owner can read`(saved: SavedSelections) throws {
    let folder = try TemporaryFolder()
    let store = Self.store(folder)
    #expect(try store.load() == nil)
    try store.save(Self.selections)
    try store.save(saved)
    #expect(try store.load() == saved)
    let mode = try FileManager.default.attributesOfItem(atPath: store.url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["a/b"]) == ["selections.json"])
  }

  @Test func `an empty file is as none, and unknown keys are ignored`() throws {
    let folder = try TemporaryFolder(["empty": "", "more": #"{"selections": 1, "scene": "A", "later": [1]}"#])
    #expect(try Self.store(folder, "empty").load() == nil)
    #expect(try Self.store(folder, "more").load() == SavedSelections(scene: "A"))
  }

  static let damaged = [
    (#"{"selections": 1, "responses": {"Login": "#, "json-syntax"),
    ("\u{0}\u{0}\u{0}", ":1:1"),
    ("[1]", "selections.json:1:1: error: expected an object with the key \"selections\", found an array"),
    (#"{"scene": "A"}"#, "selections.json:1:1: error: expected \"selections\": 1, found an object"),
    (#"{"selections": 2}"#, "selections.json:1:16: error: expected \"selections\": 1, found 2"),
    (#"{"selections": 1, "scene": 3}"#, "selections.json:1:28: error: expected the name of a scene, found 3"),
    (#"{"selections": 1, "responses": {"A": null}}"#, ":1:38: error: expected the name of a response, found null"),
    (#"{"selections": 1, "responses": "A"}"#, ":1:32: error: expected an object with names, found \"A\""),
    (#"{"selections": 1, "enabled": {"A": 1}}"#, ":1:36: error: expected true or false, found 1"),
    (#"{"selections": 1, "enabled": []}"#, ":1:30: error: expected an object with names, found an array"),
  ]

  @Test(arguments: damaged)
  func `a damaged file is an error with its place, and stays`(text: String, expected: String) throws {
    let folder = try TemporaryFolder(["selections.json": text])
    let store = Self.store(folder, "selections.json")
    let error = #expect(throws: SelectionStoreError.self) { try store.load() }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("correct or delete it") == true)
    #expect(try String(contentsOf: store.url, encoding: .utf8) == text)
  }

  @Test func `what can't be read or written is an error with the path`() throws {
    let folder = try TemporaryFolder(["file": "", "folder/a": "", "large": String(repeating: " ", count: 1 << 20 + 1)])
    func reason(_ action: () throws -> Void) -> String? {
      (#expect(throws: SelectionStoreError.self, performing: action))?.description
    }
    #expect(reason { _ = try Self.store(folder, "folder").load() } == "'\(folder["folder"])' is a folder")
    #expect(reason { _ = try Self.store(folder, "large").load() } == "'\(folder["large"])' is larger than 1 MiB")
    #expect(reason { try Self.store(folder, "folder").save(Self.selections) }?.hasPrefix("can't write '") == true)
    #expect(reason { try Self.store(folder, "file/a").save(Self.selections) }?.contains(folder["file"]) == true)
    let remote = try FileSelectionStore(#require(URL(string: "https://example.com/a")))
    #expect(reason { _ = try remote.load() } == "expected a file URL, found 'https://example.com/a'")
    #expect(reason { try remote.save(Self.selections) } == "expected a file URL, found 'https://example.com/a'")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "folder", "large"])
  }

  @Test func `a link is replaced, and not its destination`() throws {
    let folder = try TemporaryFolder(["other": "other"])
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["other"])
    try Self.store(folder, "link").save(Self.selections)
    #expect(try String(contentsOfFile: folder["other"], encoding: .utf8) == "other")
    #expect(try Self.store(folder, "link").load() == Self.selections)
  }

  @Test func `concurrent saves leave one of them whole`() async throws {
    let folder = try TemporaryFolder()
    let store = Self.store(folder, "selections.json")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          try store.save(SavedSelections(scene: String(repeating: "\(number) ", count: number)))
          #expect(try store.load() != nil)
        }
      }
      try await group.waitForAll()
    }
    let scene = try #require(try store.load()?.scene)
    let number = scene.split(separator: " ").first.map(String.init) ?? "0"
    #expect(scene == String(repeating: "\(number) ", count: Int(number) ?? 0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["selections.json"])
  }
}
