import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Loads a spec as `mockspec validate` does. A spec without errors must also have none after conversion.
package func checkSpec(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  guard let project = load(text) else { return }
  checkDiagnostics(project.diagnostics)
  precondition(
    (project.sets == nil) == project.diagnostics.hasErrors, "response sets despite errors, or none without errors")
  if project.sets != nil { checkConversion(of: text, project) }
}

private func load(_ text: String) -> LoadedProject? {
  try? SpecLoader(.inline(text), isLinting: true).load(number: 1)
}

private func checkConversion(of text: String, _ loaded: LoadedProject) {
  let isJSON = text.first { !$0.isWhitespace } == "{"
  let path = "\(loaded.root)/fuzz.mock.\(isJSON ? "json" : "yaml")"
  let conversion = ProjectConversion(loaded, to: isJSON ? .yaml : .json, inline: (path, Array(text.utf8)))
  checkDiagnostics(conversion.diagnostics)
  guard conversion.diagnostics.isEmpty, let file = conversion.files.first(where: { $0.source == path }) else { return }
  let written = String(decoding: file.bytes, as: UTF8.self)
  let again = load(written)
  precondition(again?.sets != nil, "the converted spec isn't valid: \(again?.diagnostics ?? [])\n\(written)")
  precondition(again?.summary == loaded.summary, "the converted spec has another size")
}
