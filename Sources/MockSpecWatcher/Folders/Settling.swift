/// Computes when a burst of events is over: `quiet` after the last event, and at most `longest` after the first.
///
/// ```
/// events  -e-e--------e--e--e--e--e-
/// due     --------R--------------R--     quiet 5 columns, longest 15
/// ```
///
/// Without the cap, a file that is written without a pause would never settle. The time comes from the caller, so tests
/// can draw it as above.
package struct Settling: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// The time at which the current burst ends unless another event follows; `nil` without a burst.
  package private(set) var due: Instant?

  private var cap: Instant?
  private let quiet: Duration
  private let longest: Duration

  /// Creates a state without a burst.
  package init(quiet: Duration, longest: Duration) {
    self.quiet = quiet
    self.longest = longest
  }

  /// Records an event, which begins a burst or extends the current one.
  package mutating func event(at instant: Instant) {
    let cap = cap ?? instant + longest
    self.cap = cap
    due = min(instant + quiet, cap)
  }

  /// Ends the burst if it is due by `instant`; the next event begins another.
  ///
  /// - Returns: Whether a burst ended, which is true once for each burst.
  package mutating func settle(at instant: Instant) -> Bool {
    guard let due, due <= instant else { return false }
    self.due = nil
    cap = nil
    return true
  }
}
