import Foundation
import TestSupport

/// The time from the start of a server process to its first answer, in a project of one file with one request.
struct StartFigure {
  let paths: Paths
  private let rounds = 21

  init(paths: Paths) { self.paths = paths }

  func table() throws -> Table {
    let answers = ServedReplies(pathCount: 1)
    let specs = paths.scratch("start")
    try answers.writeSpecs(to: specs)
    var (ours, floor, hello, rivalSpread) = (Spread(), Spread(), Spread(), Spread())
    for _ in 0..<rounds {
      let server = try RunningServer.mockspec(paths, specs: specs, path: answers.paths[0], watch: true)
      server.end()
      ours.add(server.secondsToAnswer)
      floor.add(try ChildProcess.time(paths.mockspec, ["--version"]))
      hello.add(try ChildProcess.time(paths.product("HelloWorld"), ["--version"]))
      if let nginx = Rival.nginx.path {
        let rival = try RunningServer.nginx(nginx, paths, answers)
        rival.end()
        rivalSpread.add(rival.secondsToAnswer)
      }
    }

    var table = Table("Start to first answer, a project of one file", columns: ["", "time", "ratio"])
    table.add("a program with the same imports", hello.seconds())
    table.add("mockspec --version", floor.seconds(), (floor / hello).ratio + " of that program")
    var ratios = (ours / floor).ratio + " of --version"
    if Rival.nginx.path == nil {
      table.note(Rival.nginx.isMissing)
    } else {
      table.add("nginx", rivalSpread.seconds())
      ratios += ", " + (ours / rivalSpread).ratio + " of nginx"
    }
    table.add("mockspec serve, watching", ours.seconds(), ratios)
    return table
  }
}
