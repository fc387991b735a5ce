/// A progress line on a terminal, such as `checked 1,234 of 10,000 files`, rewritten in place.
///
/// The line appears only if the run takes longer than `patience`. There is no timer: each call of `show` reads the
/// clock.
struct ProgressLine {
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(50)

  /// Returns the time since the run began.
  private let elapsed: () -> Duration
  private let write: (String) -> Void
  private var due = patience
  private var width = 0

  init(elapsed: @escaping () -> Duration, write: @escaping (String) -> Void) {
    self.elapsed = elapsed
    self.write = write
  }

  mutating func show(_ checked: Int, of all: Int) {
    show("checked \(Self.grouped(checked)) of \(Self.grouped(all)) files")
  }

  mutating func show(_ line: @autoclosure () -> String) {
    let now = elapsed()
    guard now >= due else { return }
    due = now + Self.interval
    let line = line()
    // What is longer than the new line is overwritten.
    write("\r" + line + String(repeating: " ", count: max(0, width - line.count)))
    width = line.count
  }

  /// Clears the line, if it was shown.
  mutating func erase() {
    guard width > 0 else { return }
    write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }

  /// `1,234`
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { index in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digits[index])" : "\(digits[index])"
    }.joined()
  }
}
