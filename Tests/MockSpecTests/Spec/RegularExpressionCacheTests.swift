import MockSpecSchema
import Testing

@testable import MockSpec

struct RegularExpressionCacheTests {
  @Test func `expressions that differ only in their bytes are compiled separately`() throws {
    let cache = RegularExpressionCache()
    let composed = try cache.expression("\u{E9}", ignoringCase: false)
    let combined = try cache.expression("e\u{301}", ignoringCase: false)
    #expect(composed.matches("\u{E9}") == true)
    #expect(combined.matches("\u{E9}") == false)
    #expect(combined.matches("e\u{301}") == true)
  }
}
