import Testing

@testable import MockSpec

struct RequestedRangeTests {
  @Test(arguments: [
    ("bytes=0-0", 0..<1), ("bytes=2-5", 2..<6), ("bytes=0-9", 0..<10), ("bytes=9-9", 9..<10), ("bytes=2-", 2..<10),
    ("bytes=2-10", 2..<10), ("bytes=0-99999999999999999999", 0..<10), ("bytes=-1", 9..<10), ("bytes=-10", 0..<10),
    ("bytes=-11", 0..<10), ("bytes=-99999999999999999999", 0..<10), ("bytes=02-005", 2..<6), ("Bytes=1-1", 1..<2),
    ("bytes= 1-1 ", 1..<2), ("bytes=,1-1, ,", 1..<2),
  ])
  func `a range is a part of ten bytes`(field: String, part: Range<Int>) {
    #expect(RequestedRange(field, of: 10) == .satisfiable(part))
  }

  @Test(arguments: ["bytes=10-", "bytes=10-10", "bytes=11-12", "bytes=-0", "bytes=99999999999999999999-"])
  func `a range is after the end of ten bytes`(field: String) {
    #expect(RequestedRange(field, of: 10) == .unsatisfiable)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=2", "bytes=5-2", "bytes=a-b", "bytes=1-b", "bytes=+1-2",
    "bytes=1 - 2", "bytes=1--2", "bytes==1-2", "bytes 1-2", "items=1-2", "bytes=0-1,3-4", "bytes=0-1,x",
  ])
  func `a field that isn't one range of bytes is ignored`(field: String) {
    #expect(RequestedRange(field, of: 10) == .ignored)
  }

  @Test func `an empty body has no part`() {
    #expect(RequestedRange("bytes=0-", of: 0) == .unsatisfiable)
    #expect(RequestedRange("bytes=-1", of: 0) == .ignored)
  }
}
