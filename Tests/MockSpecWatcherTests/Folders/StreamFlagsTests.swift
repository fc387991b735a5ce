import Testing

@testable import MockSpecWatcher

struct StreamFlagsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: StreamFlags
    var exists = true
    let change: EntryChange?
  }

  static let cases = [
    Case(testDescription: "a new file may still be written", flags: .created, change: .created),
    Case(testDescription: "so may one that was written at once", flags: [.created, .modified], change: .created),
    Case(testDescription: "an edited file must rest", flags: [.modified, .statusChanged], change: .changed),
    Case(testDescription: "a file that was moved here is whole", flags: .renamed, change: .arrived),
    Case(testDescription: "one that was also written must rest", flags: [.renamed, .modified], change: .changed),
    Case(testDescription: "one that was also created must rest", flags: [.renamed, .created], change: .created),
    Case(testDescription: "a file that was moved away", flags: .renamed, exists: false, change: .removed),
    Case(testDescription: "a temporary file", flags: [.created, .modified, .removed], exists: false, change: .removed),
    Case(testDescription: "a deleted file that is back", flags: [.removed, .modified], change: .created),
    Case(testDescription: "other permissions", flags: .statusChanged, change: .attributes),
    Case(testDescription: "another owner", flags: .ownerChanged, change: .attributes),
    Case(testDescription: "extended attributes", flags: StreamFlags(rawValue: 0x8000), change: nil),
    Case(testDescription: "a file that was written is gone by now", flags: .modified, exists: false, change: .changed),
    Case(testDescription: "a mounted volume", flags: [.mounted, .isFolder], change: .arrived),
    Case(testDescription: "an unmounted volume", flags: .unmounted, exists: false, change: .removed),
  ]

  @Test(arguments: cases) func `flags that add up stand for the safest change`(_ test: Case) {
    #expect(EntryChange(test.flags, exists: test.exists) == test.change)
    #expect(EntryChange(test.flags.union(StreamFlags(rawValue: 0x1_0000)), exists: test.exists) == test.change)
  }

  @Test(arguments: [0x1, 0x2, 0x4, 0x8, 0x7] as [UInt32]) func `dropped events are lost`(flags: UInt32) {
    #expect(!StreamFlags(rawValue: flags).isDisjoint(with: .lost))
  }
}
