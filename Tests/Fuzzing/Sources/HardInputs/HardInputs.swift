import Fuzzing
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Times each hard input from its bytes to its reports in all formats: `HardInputs [part of a name]`. One that takes a
/// second or more is marked, and the exit status then is 1.
@main
struct HardInputs {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst().first ?? ""
    var isSlow = false
    // What is made once for all inputs isn't theirs.
    _ = problems(in: .spec("mockspec: 1\n"))
    for input in HardInput.texts + HardInput.specs + HardInput.schemas where input.name.contains(wanted) {
      let clock = ContinuousClock()
      let start = clock.now
      let found = problems(in: input.kind)
      let checked = clock.now
      let reports = Reports(found)
      let end = clock.now
      if end - start >= .seconds(1) { isSlow = true }
      let size = reports.human.utf8.count + reports.json.utf8.count
      print(
        "| \(input.name) | \(input.byteCount) | \(found.count) | \(milliseconds(checked - start)) | "
          + "\(milliseconds(end - checked)) |\(end - start >= .seconds(1) ? " SLOW" : "")"
          + "\(size > 50_000_000 ? " LARGE \(size)" : "") \(wanted.isEmpty ? "" : String(reports.human.prefix(600)))")
      flush()
    }
    if isSlow { leave() }
  }

  private static func problems(in input: HardInput.Kind) -> [Diagnostic] {
    switch input {
    case .spec(let text):
      return (try? SpecLoader(.inline(text), isLinting: true).load(number: 1).diagnostics) ?? []
    case .schema(let schema, let value):
      let schema = DocumentParser.parse(Array(schema.utf8), path: "schema", format: .json)
      let value = DocumentParser.parse(Array(value.utf8), path: "value", format: .json)
      guard let written = schema.document, let root = value.document?.root else {
        return schema.diagnostics + value.diagnostics
      }
      do {
        return try Schema(written, options: SchemaOptions(assertsFormats: true)).failures(in: root).map(\.diagnostic)
      } catch {
        return [Diagnostic(.error, "schema", error.message, at: error.range)]
      }
    }
  }

  private static func milliseconds(_ time: Duration) -> String {
    "\(Int((time / .milliseconds(1)).rounded()))"
  }
}
