import AllocationCount
import Foundation
import MockSpec
import MockSpecDocument

/// Time and memory of the index of 100,000 mocked requests, compared with parsing their files.
struct IndexFigure {
  private static let count = 100_000
  private let rounds = 5
  private let folder: String

  init(scratch: String) throws {
    folder = scratch + "/index"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for start in stride(from: 0, to: Self.count, by: 1000) {
      let requests = (start..<start + 1000).map { number -> (key: String, value: SpecTree) in
        let match = "GET https://api.example.com/v1/items-\(number)" + ["/details", "/{id}", "/**"][number % 3]
        return ("Item \(number)", ["match": .text(match), "responses": ["Found": ["json": ["id": .number(number)]]]])
      }
      let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
      try Data(spec.yaml.utf8).write(to: URL(fileURLWithPath: "\(folder)/items-\(start).mock.yaml"))
    }
  }

  func table() throws -> Table {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
    }
    let before = Int(allocated_bytes())
    let loaded = try ResponseSets.load([folder])
    let whole = Int(allocated_bytes()) - before

    var (parse, build) = (Spread(), Spread())
    var size = 0
    for _ in 0..<rounds {
      parse.add(Stopwatch.seconds { for file in files { keep(DocumentParser.parse(file, path: "a", format: .yaml)) } })
      let before = Int(allocated_bytes())
      var index: SetIndex?
      build.add(Stopwatch.seconds { index = SetIndex(loaded.sets) })
      size = Int(allocated_bytes()) - before
      keep(index)
    }

    var table = Table("Index of 100,000 mocked requests", columns: ["", "time", "ratio", "memory per request"])
    table.add("parsing their files, 1,000 requests each", parse.seconds())
    table.add("building the index", build.seconds(), (build / parse).ratio + " of parsing", Self.perRequest(size))
    table.add("the whole snapshot with the text of its files", "", "", Self.perRequest(whole))
    return table
  }

  private static func perRequest(_ bytes: Int) -> String { "\((bytes / count).grouped) bytes" }
}
