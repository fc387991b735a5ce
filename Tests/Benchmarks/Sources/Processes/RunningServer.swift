import Foundation
import TestSupport

/// A server on a free port of 127.0.0.1 that has answered once. It runs until `end` is called.
struct RunningServer {
  let process: ChildProcess
  /// More processes that listen on the same port.
  private var others: [ChildProcess] = []
  let port: Int
  /// The seconds from before the start of the process to after the first answer, requested without a pause.
  let secondsToAnswer: Double
  /// The first answer.
  let answer: String

  private init(
    _ program: String, port: Int, _ arguments: [String], path: String, log: String
  ) throws {
    let watch = Stopwatch()
    process = try ChildProcess.start(program, arguments, output: log)
    self.port = port
    while true {
      if let connection = try? TCPSocket.connected(to: port) {
        answer = try connection.answer(to: path)
        break
      }
      guard watch.seconds < 30 else {
        process.end()
        throw BenchmarkError("\(program) doesn't answer: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
      }
      usleep(50)
    }
    secondsToAnswer = watch.seconds
  }

  func end() {
    for process in [process] + others { process.end() }
  }

  /// The processor time of all processes so far, see `ChildProcess.processorSeconds()`.
  func processorSeconds() throws -> Double {
    try ([process] + others).reduce(0) { try $0 + $1.processorSeconds() }
  }

  /// Starts `mockspec serve`.
  ///
  /// - Parameters:
  ///   - path: The path of the first request.
  ///   - threads: The number of threads.
  ///   - watch: True to follow edits.
  ///   - options: More options.
  ///   - log: The file for its output; by default one that the next server overwrites.
  static func mockspec(
    _ paths: Paths, specs: String, path: String, threads: Int = 1, watch: Bool = false, options: [String] = [],
    log: String? = nil
  ) throws -> RunningServer {
    let port = try TCPSocket.freePort()
    return try RunningServer(
      paths.mockspec, port: port,
      ["serve", specs, "--port", "\(port)", "--threads", "\(threads)"] + (watch ? [] : ["--no-watch"]) + options,
      path: path,
      log: log ?? paths.scratch("mockspec.log"))
  }

  /// Starts nginx without an access log. Each worker is a main process of its own.
  static func nginx(
    _ program: String, _ paths: Paths, _ answers: ServedReplies, workers: Int = 1
  ) throws -> RunningServer {
    let port = try TCPSocket.freePort()
    let configuration = paths.scratch("nginx.conf")
    try Data(
      answers.nginxConfiguration(port: port, options: workers > 1 ? " reuseport" : "", folder: paths.scratch).utf8
    )
    .write(to: URL(fileURLWithPath: configuration))
    let arguments = ["-p", paths.scratch, "-c", configuration, "-e", paths.scratch("nginx.error")]
    var server = try RunningServer(
      program, port: port, arguments, path: answers.paths[0], log: paths.scratch("nginx.log"))
    for _ in 1..<workers { server.others.append(try ChildProcess.start(program, arguments)) }
    return server
  }
}

extension TCPSocket {
  /// Sends `GET path` and returns the whole answer with its head. The answer must have a `Content-Length`.
  func answer(to path: String) throws -> String {
    try send(Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    return try wholeAnswer()
  }

  /// Receives an answer with its head. It must have a `Content-Length`.
  func wholeAnswer() throws -> String {
    var received: [UInt8] = []
    while RawReply.parse(received, hasBody: true) == nil {
      let chunk = try receive()
      guard !chunk.isEmpty else { throw BenchmarkError("the server closed the connection early") }
      received += chunk
    }
    return String(decoding: received, as: UTF8.self)
  }
}
