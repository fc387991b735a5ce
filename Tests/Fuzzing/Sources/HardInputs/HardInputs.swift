import Fuzzing
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Prints the processor time for each hard input, from its bytes to its reports in all formats: `HardInputs [part of a name]`.
///
/// A quarter of each input is timed as well, since linear work grows by a factor of four. The exit status is 1 if an input
/// takes a second or more, or takes over 0.1 s and grows by a factor of more than eight.
@main
struct HardInputs {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst().first ?? ""
    var isSlow = false
    // The first check also initializes tables, which must not count for an input.
    _ = problems(in: .spec("mockspec: 1\n"))
    print("| input | bytes | problems | ms for a quarter | ms | growth |\n| --- | --- | --- | --- | --- | --- |")
    let quarters = HardInput.$scale.withValue(0.25) { HardInput.all }
    for (quarter, input) in zip(quarters, HardInput.all) where input.name.contains(wanted) {
      let less = time(quarter)
      let all = time(input)
      let growth = all.milliseconds / max(less.milliseconds, 1)
      // Shorter times vary too much.
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
    if isSlow { fail() }
  }

  /// The limit of one file, and one diagnostic about the limit.
  private static let maximumReported = 1001

  private struct Timing {
    var milliseconds: Double
    var problems: Int
    var outputSize: Int
    var beginning: String
  }

  private static func time(_ input: HardInput) -> Timing {
    let start = processorTime()
    let found = Array(problems(in: input.kind).prefix(maximumReported))
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
