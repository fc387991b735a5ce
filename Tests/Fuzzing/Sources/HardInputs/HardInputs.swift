import Fuzzing
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// The processor's time for each hard input from its bytes to its reports in all formats, and for a quarter of it, since
/// four times as much should take about four times as long: `HardInputs [part of a name]`. One that takes a second or
/// more, or takes a tenth of one and grows by more than eight, is marked, and the exit status then is 1.
@main
struct HardInputs {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst().first ?? ""
    var isSlow = false
    // What is made once for all inputs isn't theirs.
    _ = problems(in: .spec("mockspec: 1\n"))
    print("| input | bytes | problems | ms for a quarter | ms | growth |\n| --- | --- | --- | --- | --- | --- |")
    let quarters = HardInput.$scale.withValue(0.25) { HardInput.all }
    for (quarter, input) in zip(quarters, HardInput.all) where input.name.contains(wanted) {
      let less = time(quarter)
      let all = time(input)
      let growth = all.milliseconds / max(less.milliseconds, 1)
      // Shorter ones vary by more.
      let grows = growth > 8 && all.milliseconds > 100
      let marks = [
        all.milliseconds >= 1000 ? " SLOW" : "", grows ? " GROWS" : "",
        all.outputSize > 50_000_000 ? " LARGE \(all.outputSize)" : "",
      ].joined()
      if all.milliseconds >= 1000 || grows { isSlow = true }
      print(
        "| \(input.name) | \(input.byteCount) | \(all.problems) | \(rounded(less.milliseconds)) | "
          + "\(rounded(all.milliseconds)) | \(rounded(growth * 10, dividedBy: 10)) |\(marks)")
      if !wanted.isEmpty { print(all.beginning) }
      flush()
    }
    if isSlow { leave() }
  }

  /// As of one file; where there are more, loading reports one more that says so.
  private static let mostReported = 1001

  private struct Timing {
    var milliseconds: Double
    var problems: Int
    var outputSize: Int
    var beginning: String
  }

  private static func time(_ input: HardInput) -> Timing {
    let start = processorTime()
    let found = Array(problems(in: input.kind).prefix(mostReported))
    let reports = Reports(found)
    return Timing(
      milliseconds: processorTime() - start, problems: found.count,
      outputSize: reports.human.utf8.count + reports.json.utf8.count, beginning: String(reports.human.prefix(600)))
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

  private static func rounded(_ number: Double, dividedBy divisor: Double = 1) -> String {
    divisor == 1 ? "\(Int(number.rounded()))" : "\(number.rounded() / divisor)"
  }
}
