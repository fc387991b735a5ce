import Foundation
import TestSupport

/// `mockspec serve` over HTTP/2 without TLS, compared with a handler of swift-nio-http2 that does nothing else, and with
/// nginx, under `h2load`. All send the same fields and the same body.
struct HTTP2Figure {
  /// A server that runs until `end` is called.
  private struct Server {
    let process: ChildProcess
    let port: Int

    init(_ program: String, _ port: Int, _ arguments: [String], _ paths: Paths) throws {
      let log = paths.scratch("http2-\(port).log")
      process = try ChildProcess.start(program, arguments, output: log)
      self.port = port
      let watch = Stopwatch()
      while (try? TCPSocket.connected(to: port)) == nil {
        guard watch.seconds < 30 else { throw BenchmarkError("\(program) doesn't listen") }
        usleep(1_000)
      }
    }
  }

  let paths: Paths
  private let rounds = 5

  func table() throws -> Table {
    var table = Table(
      "HTTP/2: 1 KB over 8 connections with 16 streams each, one thread",
      columns: ["", "requests", "processor time per request", "requests of mockspec", "processor time of mockspec"])
    guard let h2load = Rival.h2load.path else {
      table.note(Rival.h2load.isMissing)
      return table
    }
    let answers = ServedReplies(pathCount: 1)
    let specs = paths.scratch("http2")
    try answers.writeSpecs(to: specs)
    var servers: [(name: String, Server)] = []
    defer { for (_, server) in servers { server.process.end() } }
    func add(_ name: String, _ program: String, _ arguments: (Int) throws -> [String]) throws {
      let port = try TCPSocket.freePort()
      servers.append((name, try Server(program, port, try arguments(port), paths)))
    }
    try add("mockspec serve", paths.mockspec) {
      ["serve", specs, "--port", "\($0)", "--threads", "1", "--no-watch", "--quiet"]
    }
    try add("a bare handler of swift-nio-http2", paths.product("BareHTTP2")) {
      [
        "\($0)", answers.body, "content-type", "application/json", "server", "nginx", "cache-control", "private",
        "content-length", "\(answers.body.utf8.count)", "date", "Sun, 06 Nov 1994 08:49:37 GMT",
      ]
    }
    if let nginx = Rival.nginx.path {
      try add("nginx", nginx) { port in
        let configuration = paths.scratch("nginx-http2.conf")
        try Data(answers.nginxConfiguration(port: port, options: " http2", folder: paths.scratch).utf8)
          .write(to: URL(fileURLWithPath: configuration))
        return ["-p", paths.scratch, "-c", configuration, "-e", paths.scratch("nginx.error")]
      }
    } else {
      table.note(Rival.nginx.isMissing)
    }
    var rates = servers.map { _ in Spread() }
    var times = rates
    // The first round warms up.
    for round in 0...rounds {
      for (index, (_, server)) in servers.enumerated() {
        let (rate, time) = try run(h2load, server, path: answers.paths[0])
        if round == 0 { continue }
        rates[index].add(rate)
        times[index].add(time)
      }
    }
    for (index, (name, _)) in servers.enumerated() {
      table.add(
        name, rates[index].perSecond(), times[index].seconds(), index == 0 ? "" : (rates[0] / rates[index]).ratio,
        index == 0 ? "" : (times[0] / times[index]).ratio)
    }
    table.note("the aim is at least 0.85 of the bare handler's requests")
    return table
  }

  /// Returns the requests per second, and the server's processor time for each.
  private func run(_ h2load: String, _ server: Server, path: String) throws -> (rate: Double, time: Double) {
    let before = try server.process.processorSeconds()
    let report = try ChildProcess.output(
      of: h2load, ["-t1", "-c8", "-m16", "-n200000", "http://127.0.0.1:\(server.port)\(path)"],
      scratch: paths.scratch("h2load"))
    let used = try server.process.processorSeconds() - before
    guard let rate = report.firstMatch(of: /, ([0-9.]+) req\/s/).flatMap({ Double($0.1) }),
      report.contains("status codes: 200000 2xx")
    else { throw BenchmarkError("h2load reports:\n\(report)") }
    return (rate, used / 200_000)
  }
}
