import TestSupport
import Testing

@testable import MockSpec

struct FileWritersTests {
  let folder: TemporaryFolder
  let version: FileVersion

  init() throws {
    folder = try TemporaryFolder(["f": "1"])
    version = try #require(FileSystem.version(of: folder["f"]))
  }

  static let start = ContinuousClock.now

  private func isWriting(
    _ writers: FileWriters, _ version: FileVersion? = nil, age: Duration, after: Duration = .zero,
    wasRead: Bool = false, _ access: WriteAccess
  ) -> Bool {
    writers.isWriting(
      folder["f"], version ?? self.version, age: age, now: Self.start + after, wasRead: wasRead, access: { access })
  }

  @Test func `a file that no program has open is whole`() {
    let writers = FileWriters()
    #expect(!isWriting(writers, age: .zero, .none))
  }

  @Test func `a file that is open is awaited until it has rested for five seconds`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .seconds(4), .open))
    #expect(!isWriting(writers, age: .seconds(5), after: .seconds(1), .open))
  }

  @Test func `a file at rest is read without asking the system`() {
    let isWriting = FileWriters().isWriting(folder["f"], version, age: .seconds(5)) {
      Issue.record("asked")
      return .open
    }
    #expect(!isWriting)
  }

  @Test func `a file whose clock is ahead rests from when it was seen`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .seconds(-60), .open))
    #expect(isWriting(writers, age: .seconds(-56), after: .seconds(4), .open))
    #expect(!isWriting(writers, age: .seconds(-55), after: .seconds(5), .open))
  }

  @Test func `a file that looks at rest and is open is looked at again`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .seconds(60), wasRead: true, .open))
    #expect(isWriting(writers, age: .seconds(60), after: .milliseconds(49), .open))
    #expect(!isWriting(writers, age: .seconds(60), after: .milliseconds(50), .open))
    #expect(!isWriting(writers, age: .seconds(60), after: .milliseconds(50), wasRead: true, .open))
  }

  @Test func `if the system doesn't tell, a file that was written and not closed is awaited`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteWritten(folder["f"], at: Self.start)
    #expect(isWriting(writers, age: .milliseconds(4999), .unknown))
    #expect(!isWriting(writers, age: .seconds(5), .unknown))
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteClosed(folder["f"])
    #expect(!isWriting(writers, age: .zero, .unknown))
  }

  @Test func `if the system doesn't tell, a file that was opened again before its closing was noted is awaited`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteClosed(folder["f"])
    writers.useEvents { [folder] in writers.noteWritten(folder["f"], at: Self.start) }
    #expect(isWriting(writers, age: .zero, wasRead: true, .unknown))
  }

  @Test func `if the system doesn't tell, a file that was written under the path of before is awaited`() throws {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    let place = try #require(FileSystem.find(folder.path)?.identity)
    let other = try #require(FileSystem.find("/")?.identity)
    writers.noteWritten(folder["moved/f"], in: place, at: Self.start)
    #expect(isWriting(writers, age: .milliseconds(300), .unknown))
    // Files with the same name in another folder.
    writers.noteClosed(folder["other/f"], in: other)
    #expect(isWriting(writers, age: .milliseconds(300), .unknown))
    writers.noteClosed(folder["moved again/f"], in: place)
    writers.noteWritten(folder["other/f"], in: other, at: Self.start)
    #expect(!isWriting(writers, age: .milliseconds(300), .unknown))
  }

  @Test func `if events were lost, a file that was written is still awaited`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteWritten(folder["f"], at: Self.start)
    writers.noteLost(at: Self.start + .seconds(2))
    #expect(isWriting(writers, age: .milliseconds(250), after: .seconds(2), .unknown))
  }

  @Test func `a file that changed later than it was seen written is another one`() {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteWritten(folder["f"], at: Self.start)
    #expect(isWriting(writers, age: .seconds(2), after: .seconds(2), .unknown))
    #expect(!isWriting(writers, age: .milliseconds(250), after: .seconds(2), .unknown))
  }

  @Test func `a file that was moved before its close was seen is closed`() throws {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteWritten(folder["f"], at: Self.start)
    try folder.rename("f", to: "g")
    writers.noteClosed(folder["f"])
    try folder.rename("g", to: "f")
    #expect(isWriting(writers, age: .milliseconds(249), .unknown))
    #expect(!isWriting(writers, age: .milliseconds(250), .unknown))
  }

  @Test(arguments: [(WriteAccess.unknown, 250), (.open, 5000)])
  func `an empty file rests from when it was seen`(access: WriteAccess, milliseconds: Int) throws {
    let folder = try TemporaryFolder(["f": ""])
    let writers = FileWriters()
    let version = try #require(FileSystem.version(of: folder["f"]))
    func isWriting(after time: Int) -> Bool {
      self.isWriting(
        writers, version, age: .seconds(60), after: .milliseconds(time), wasRead: true, access)
    }
    #expect(isWriting(after: 0))
    writers.noteClosed(folder["f"])
    #expect(isWriting(after: milliseconds - 1))
    #expect(!isWriting(after: milliseconds))
  }

  @Test(arguments: [(Duration.seconds(3600), WriteAccess.none, 3), (.zero, .open, 1)])
  func `a file that is being closed is asked about again`(time: Duration, expected: WriteAccess, count: Int) {
    var asked = 0
    let access = WriteAccess.settled(by: .now + time) {
      asked += 1
      return asked < 3 ? .open : .none
    }
    #expect(access == expected)
    #expect(asked == count)
  }

  @Test func `a new version rests anew`() throws {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .zero, .open))
    try folder.append("2", to: "f")
    let other = try #require(FileSystem.version(of: folder["f"]))
    #expect(isWriting(writers, other, age: .zero, after: .seconds(5), .open))
  }

  @Test func `if the system doesn't tell, a file is whole when it was closed or has rested`() throws {
    let writers = FileWriters()
    #expect(isWriting(writers, age: .milliseconds(249), .unknown))
    #expect(!isWriting(writers, age: .milliseconds(250), .unknown))
    #expect(isWriting(writers, age: .zero, .unknown))
    writers.noteClosed(folder["f"])
    #expect(!isWriting(writers, age: .zero, .unknown))
    try folder.append("2", to: "f")
    #expect(isWriting(writers, FileSystem.version(of: folder["f"]), age: .zero, .unknown))
  }

  #if os(Linux)
    @Test func `the system tells who has a file open`() throws {
      let writers = FileWriters()
      #expect(!writers.isWriting(folder["f"]))
      let writer = try folder.openForOverwriting("f")
      // Opening changes nothing: the file is read as long as it is as it was.
      try writer.write("2")
      #expect(writers.isWriting(folder["f"]))
      writer.close()
      #expect(!writers.isWriting(folder["f"]))
      #expect(!writers.isWriting(folder["none"]))
    }
  #endif
}
