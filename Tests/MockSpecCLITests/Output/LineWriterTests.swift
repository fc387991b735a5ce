import Foundation
import Synchronization
import Testing

@testable import MockSpecCLI

struct LineWriterTests {
  private let pipe = Pipe()
  private var reader: FileHandle { pipe.fileHandleForReading }

  private func writer(limit: Int = 1_000) -> LineWriter {
    LineWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, limit: limit)
  }

  /// All that was written, once the writing end is closed.
  private func rest() throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test func `lines are written in order`() throws {
    let writer = writer()
    for number in 0..<50 { writer.write("line \(number)") }
    #expect(writer.flush(within: 600))
    #expect(try rest() == (0..<50).map { "line \($0)\n" }.joined())
  }

  @Test func `a full pipe drops lines, and their number is written`() throws {
    let writer = writer()
    let line = String(repeating: "x", count: 99)
    var count = 0
    func write() {
      writer.write(line)
      count += 1
    }
    // Until the pipe is full, then more lines than the queue holds.
    repeat { write() } while writer.flush(within: 0.2)
    for _ in 0..<1_000 { write() }
    let lines = try Self.text(of: reader, until: writer, closing: pipe.fileHandleForWriting).split(separator: "\n")
    let dropped = lines.compactMap { line in
      line.wholeMatch(of: /… (\d+) lines? dropped because the output wasn't read in time/).flatMap { Int($0.1) }
    }
    #expect(!dropped.isEmpty)
    #expect(lines.count - dropped.count == lines.count { $0 == line })
    #expect(lines.count - dropped.count + dropped.reduce(0, +) == count)
  }

  @Test func `the number of dropped lines can be written elsewhere`() throws {
    let errors = Pipe()
    let drops = LineWriter(descriptor: errors.fileHandleForWriting.fileDescriptor)
    let writer = LineWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, limit: 1_000, drops: drops)
    let line = String(repeating: "x", count: 99)
    // Until the pipe is full, then more lines than the queue holds.
    repeat { writer.write(line) } while writer.flush(within: 0.2)
    for _ in 0..<1_000 { writer.write(line) }
    let lines = try Self.text(of: reader, until: writer, closing: pipe.fileHandleForWriting).split(separator: "\n")
    #expect(lines.allSatisfy { $0 == line })
    #expect(drops.flush(within: 600))
    try errors.fileHandleForWriting.close()
    let notice = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(notice.hasSuffix("dropped because the output wasn't read in time\n"))
  }

  @Test func `an empty queue accepts text longer than the limit`() throws {
    let writer = writer(limit: 10)
    let text = String(repeating: "x\n", count: 100)
    writer.write(text)
    #expect(writer.flush(within: 600))
    #expect(try rest() == text + "\n")
  }

  @Test func `each line of a dropped text is counted`() throws {
    let writer = writer(limit: 4)
    // More than a pipe holds. The queue is empty again once the first byte is in the pipe.
    writer.write(String(repeating: "x", count: 1 << 20))
    #expect(reader.readData(ofLength: 1).count == 1)
    writer.write("a")
    writer.write("b\nc\nd")
    let lines = try Self.text(of: reader, until: writer, closing: pipe.fileHandleForWriting).split(separator: "\n")
    #expect(lines.dropFirst() == ["a", "… 3 lines dropped because the output wasn't read in time"])
  }

  /// Reads on a thread of its own until the writer is done.
  private static func text(of reader: FileHandle, until writer: LineWriter, closing end: FileHandle) throws -> String {
    let done = DispatchSemaphore(value: 0)
    let text = Mutex("")
    Thread.detachNewThread {
      let all = String(decoding: reader.readDataToEndOfFile(), as: UTF8.self)
      text.withLock { $0 = all }
      done.signal()
    }
    #expect(writer.flush(within: 600))
    try end.close()
    done.wait()
    return text.withLock { $0 }
  }

  @Test func `nothing more is written when the reader has left`() throws {
    signal(SIGPIPE, SIG_IGN)
    let writer = writer()
    try reader.close()
    for _ in 0..<100 { writer.write("line") }
    #expect(writer.flush(within: 600))
  }
}
