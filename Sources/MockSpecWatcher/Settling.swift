/// Decides when a burst of events is over: `quiet` after its last one, but never later than `longest` after its first.
///
/// ```
/// events  -e-e--------e--e--e--e--e-
/// due     --------R--------------R--     quiet 5 columns, longest 15
/// ```
///
/// The cap is for a file that is written without a pause: a pure wait for quiet would never end. There is no clock in
/// here, so tests draw time as above.
package struct Settling: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// When the burst under way is over, as far as known; `nil` while there is none. A further event may move it.
  package private(set) var due: Instant?

  private var cap: Instant?
  private let quiet: Duration
  private let longest: Duration

  package init(quiet: Duration, longest: Duration) {
    self.quiet = quiet
    self.longest = longest
  }

  package mutating func event(at instant: Instant) {
    let cap = cap ?? instant + longest
    self.cap = cap
    due = min(instant + quiet, cap)
  }

  /// Ends the burst if it was due by `instant`. The next event begins another.
  ///
  /// - Returns: Whether a burst ended, so true once for each.
  package mutating func settle(at instant: Instant) -> Bool {
    guard let due, due <= instant else { return false }
    self.due = nil
    cap = nil
    return true
  }
}
