import Foundation
import MockSpecDocument
import MockSpecSchema
import TestSupport

/// Validating parsed documents, compared with a validator in Rust that checks Python objects.
struct SchemaFigure {
  let inputs: DocumentInputs
  let schema: String
  let scratch: String
  private let rounds = 15

  func table() throws -> Table {
    let schema = try compiled()
    let documents = inputs.json.compactMap { DocumentParser.parse($0, path: "a.json", format: .json).document }
    var ours = Spread()
    for _ in 0..<rounds {
      ours.add(
        try Stopwatch.seconds {
          for document in documents where !schema.failures(in: document.root).isEmpty {
            throw BenchmarkError("a generated spec isn't valid")
          }
        })
    }
    var table = Table("Schema: 1,000 parsed specs", columns: ["", "time", "ratio"])
    table.add("Schema.failures", ours.seconds())
    guard let python = Rival.python.path, let rival = try? rivalSpread(python) else {
      table.note("skipped: jsonschema-rs is not installed: pip install jsonschema-rs, in Tests/Benchmarks/.build/venv")
      return table
    }
    table.add("jsonschema-rs, is_valid", rival.seconds(), "MockSpec takes \((ours / rival).ratio) of it")
    return table
  }

  private func compiled() throws -> Schema {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: schema)))
    guard let document = DocumentParser.parse(bytes, path: schema, format: .json).document else {
      throw BenchmarkError("\(schema) isn't JSON")
    }
    return try Schema(document, options: SchemaOptions())
  }

  private func rivalSpread(_ python: String) throws -> Spread {
    let script = """
      import json, jsonschema_rs, sys, time
      validator = jsonschema_rs.Draft202012Validator(json.load(open(sys.argv[1])))
      documents = [json.load(open(path)) for path in sys.argv[2:]]
      for _ in range(\(rounds)):
          start = time.perf_counter()
          assert all(validator.is_valid(document) for document in documents)
          print(time.perf_counter() - start)
      """
    let text = try ChildProcess.output(
      of: python, ["-c", script, schema] + inputs.jsonFiles, scratch: scratch + "/rival")
    return Spread(text.split(separator: "\n").compactMap { Double($0) })
  }
}
