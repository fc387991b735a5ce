import CLibYAML
import Foundation
import MockSpecDocument

/// Parsing bytes to a `Document`, compared with the system's parsers on the same bytes.
struct ParseFigure {
  let inputs: DocumentInputs
  private let rounds = 15

  init(inputs: DocumentInputs) { self.inputs = inputs }

  func table() throws -> Table {
    var table = Table("Parse: bytes in memory to a document", columns: ["", "time", "ratio"])
    for (name, files) in [("1,000 files", inputs.yaml), ("one file", [inputs.largeYAML])] {
      try compare(
        "YAML, \(name) of \(size(files))", "libyaml events", files, into: &table,
        floor: Self.pullEvents,
        ours: { DocumentParser.parse($0, path: "a.yaml", format: .yaml) })
    }
    for (name, files) in [("1,000 files", inputs.json), ("one file", [inputs.largeJSON])] {
      try compare(
        "JSON, \(name) of \(size(files))", "JSONSerialization", files, into: &table,
        floor: { keep(try JSONSerialization.jsonObject(with: Data($0))) },
        ours: { DocumentParser.parse($0, path: "a.json", format: .json) })
    }
    return table
  }

  private func compare(
    _ name: String, _ floorName: String, _ files: [[UInt8]], into table: inout Table,
    floor: ([UInt8]) throws -> Void, ours: ([UInt8]) -> ParsedDocument
  ) throws {
    var (floorSpread, ourSpread) = (Spread(), Spread())
    for _ in 0..<rounds {
      floorSpread.add(try Stopwatch.seconds { for file in files { try floor(file) } })
      try ourSpread.add(
        Stopwatch.seconds {
          for file in files where ours(file).document == nil { throw BenchmarkError("\(name) can't be parsed") }
        })
    }
    table.add("\(floorName), \(name)", floorSpread.seconds())
    table.add("DocumentParser, the same", ourSpread.seconds(), "\((ourSpread / floorSpread).ratio) of \(floorName)")
  }

  private func size(_ files: [[UInt8]]) -> String {
    (Double(files.reduce(0) { $0 + $1.count }) / Double(files.count)).brief + " bytes"
  }

  private static func pullEvents(_ bytes: [UInt8]) throws {
    var parser = yaml_parser_t()
    yaml_parser_initialize(&parser)
    defer { yaml_parser_delete(&parser) }
    try bytes.withUnsafeBufferPointer { input in
      yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      var event = yaml_event_t()
      while true {
        guard yaml_parser_parse(&parser, &event) == 1 else { throw BenchmarkError("libyaml can't parse a spec") }
        let type = event.type
        yaml_event_delete(&event)
        if type == YAML_STREAM_END_EVENT { return }
      }
    }
  }
}
