import Testing

@testable import MockSpec

struct ContentHashTests {
  /// A content, and its hash by another implementation of the algorithm.
  struct Case: Sendable, CustomTestStringConvertible {
    let content: [UInt8]
    let hash: UInt64
    var testDescription: String { "\(content.count) bytes" }
  }

  @Test(arguments: [
    Case(content: [], hash: 0xEF46_DB37_51D8_E999), Case(content: Array("a".utf8), hash: 0xD24E_C4F1_A98C_6E5B),
    Case(content: Array("abc".utf8), hash: 0x44BC_2CF5_AD77_0999),
    Case(content: Array("Nobody inspects the spammish repetition".utf8), hash: 0xFBCE_A83C_8A37_8BF1),
    Case(content: Array("0123456789".utf8), hash: 0x3F5F_C178_A818_67E7),
    Case(content: Array(0..<32), hash: 0xCBF5_9C51_16FF_32B4),
    Case(content: (0..<1001).map { UInt8($0 % 251) }, hash: 0x7AB6_8166_1C7C_E847),
  ])
  func `the hash is XXH64`(sample: Case) {
    #expect(ContentHash(sample.content).value == sample.hash)
  }
}
