import ArgumentParser
import MockSpec

/// The option `--poll[=INTERVAL]`.
struct PollingOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Find changes by polling, each second or as often as in --poll=200ms.",
      discussion: "By default, folders are polled only if the system doesn't report changes in them.",
      valueName: "interval"))
  var poll: PollInterval?

  var interval: Duration? { poll?.duration }

  func require(isWatching: Bool) throws {
    if poll != nil, !isWatching { throw ValidationError("'--poll' can't be combined with '--no-watch'") }
  }

  /// Returns arguments in which each `--poll` has an interval. Otherwise, the parser would read the path after it as one.
  static func withIntervals(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == "--poll" ? "--poll=1s" : $0 } + arguments[end...]
  }
}

/// The time between checks of all files.
struct PollInterval: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = DurationText.parse(argument), duration >= .milliseconds(10) else { return nil }
    self.duration = duration
  }
}
