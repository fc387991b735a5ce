import Foundation

/// From the start of a server's process to its first answer, on a project of one file with one request.
struct StartFigure {
  let place: Place
  private let rounds = 21

  init(place: Place) { self.place = place }

  func table() throws -> Table {
    let answers = ServedAnswers(pathCount: 1)
    let specs = place.scratch("start")
    try answers.writeSpecs(to: specs)
    var (ours, floor, hello, rivalSpread) = (Spread(), Spread(), Spread(), Spread())
    for _ in 0..<rounds {
      let server = try RunningServer.mockspec(place, specs: specs, asking: answers.paths[0], watch: true)
      server.end()
      ours.add(server.secondsToAnswer)
      floor.add(try ChildProcess.time(place.mockspec, ["--version"]))
      hello.add(try ChildProcess.time(place.hello, ["--version"]))
      if let nginx = Rival.nginx.path {
        let rival = try RunningServer.nginx(nginx, place, answers)
        rival.end()
        rivalSpread.add(rival.secondsToAnswer)
      }
    }

    var table = Table("Start to first answer, a project of one file", columns: ["", "time", "ratio"])
    table.add("a program that only imports the same", hello.seconds())
    table.add("mockspec --version, the floor", floor.seconds(), (floor / hello).ratio + " of that program")
    var ratios = (ours / floor).ratio + " of the floor"
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
