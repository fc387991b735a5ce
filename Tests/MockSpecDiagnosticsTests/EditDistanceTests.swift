import MockSpecDiagnostics
import Testing

struct EditDistanceTests {
  @Test(arguments: [
    ("users", "users", 0), ("Users", "uSERS", 0), ("users", "user", 1), ("users", "usres", 1),
    ("orders", "rodezz", nil),
    ("orders", "roders", 1), ("orders", "rodesr", 2), ("a", "a", 0), ("a", "b", nil), ("a", "ab", 1), ("", "", 0),
    ("abc", "axyc", nil),
  ])
  func `a typing mistake is a short distance`(left: String, right: String, distance: Int?) {
    #expect(EditDistance.ofTypo(left.utf8, right.utf8) == distance)
    #expect(EditDistance.ofTypo(right.utf8, left.utf8) == distance)
  }

  @Test func `long text is never compared`() {
    let long = String(repeating: "a", count: 65)
    #expect(EditDistance.ofTypo(long.utf8, long.utf8) == nil)
  }
}
