import Testing

@testable import MockSpecCLI

struct ProgressLineTests {
  /// Records what is written, and has a clock that the test sets.
  private final class Screen {
    var now = Duration.zero
    var sent: [String] = []

    func line() -> ProgressLine { ProgressLine(elapsed: { self.now }, write: { self.sent.append($0) }) }
  }

  @Test func `a short run shows nothing and erases nothing`() {
    let screen = Screen()
    var line = screen.line()
    for checked in 1...1_000 { line.show(checked, of: 1_000) }
    screen.now = .milliseconds(499)
    line.show(1_000, of: 1_000)
    line.erase()
    #expect(screen.sent.isEmpty)
  }

  @Test func `a long run rewrites one line and erases it at the end`() {
    let screen = Screen()
    var line = screen.line()
    for (milliseconds, checked) in [(100, 9), (500, 999), (501, 1_000), (549, 1_233), (550, 1_234), (900, 1_234_567)] {
      screen.now = .milliseconds(milliseconds)
      line.show(checked, of: 2_000_000)
    }
    line.erase()
    line.erase()
    let widest = "checked 1,234,567 of 2,000,000 files"
    #expect(
      screen.sent == [
        "\rchecked 999 of 2,000,000 files", "\rchecked 1,234 of 2,000,000 files", "\r" + widest,
        "\r" + String(repeating: " ", count: widest.count) + "\r",
      ])
  }
}
