import Foundation

/// A server on a free port of 127.0.0.1, ready to answer. End it.
struct RunningServer {
  let process: ChildProcess
  let port: Int
  /// From before the process was started to after a first answer, asking all the time.
  let secondsToAnswer: Double
  /// That first answer.
  let answer: String

  private init(
    _ program: String, port: Int, _ arguments: [String], asking path: String, log: String
  ) throws {
    let watch = Stopwatch()
    process = try ChildProcess(program, arguments, output: log)
    self.port = port
    while true {
      if let connection = LocalConnection(port: port) {
        answer = try connection.answer(to: path)
        break
      }
      guard watch.seconds < 30 else {
        process.end()
        throw ProcessError("\(program) doesn't answer: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
      }
      usleep(50)
    }
    secondsToAnswer = watch.seconds
  }

  func end() { process.end() }

  /// One thread; edits aren't followed unless `watch` is true.
  static func mockspec(
    _ place: Place, specs: String, asking path: String, watch: Bool = false
  ) throws -> RunningServer {
    let port = try LocalConnection.freePort()
    return try RunningServer(
      place.mockspec, port: port,
      ["serve", specs, "--port", "\(port)", "--threads", "1"] + (watch ? [] : ["--no-watch"]), asking: path,
      log: place.scratch("mockspec.log"))
  }

  /// One worker, in the process itself, that writes no log.
  static func nginx(_ program: String, _ place: Place, _ answers: ServedAnswers) throws -> RunningServer {
    let port = try LocalConnection.freePort()
    let configuration = place.scratch("nginx.conf")
    try Data(answers.nginxConfiguration(port: port, folder: place.scratch).utf8)
      .write(to: URL(fileURLWithPath: configuration))
    return try RunningServer(
      program, port: port, ["-p", place.scratch, "-c", configuration, "-e", place.scratch("nginx.error")],
      asking: answers.paths[0], log: place.scratch("nginx.log"))
  }
}
