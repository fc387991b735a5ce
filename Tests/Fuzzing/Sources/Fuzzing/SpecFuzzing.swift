import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Loads a spec as `mockspec validate` does. One without errors must still have none once it is converted.
package func checkSpec(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  guard let project = load(text) else { return }
  checkDiagnostics(project.diagnostics)
  precondition((project.sets == nil) == project.diagnostics.hasErrors, "served with errors, or not without one")
  if project.sets != nil { checkConversion(of: text, project) }
}

private func load(_ text: String) -> LoadedProject? {
  try? SpecLoader(.inline(text), isLinting: true).load(number: 1)
}

private func checkConversion(of text: String, _ loaded: LoadedProject) {
  // Converted as if it were a file, which inline text isn't.
  let isJSON = text.first { !$0.isWhitespace } == "{"
  var project = loaded
  let path = "\(loaded.root)/fuzz.mock.\(isJSON ? "json" : "yaml")"
  project.specs = [path]
  project.contents[path] = Array(text.utf8)
  let conversion = ProjectConversion(project, to: isJSON ? .yaml : .json)
  checkDiagnostics(conversion.diagnostics)
  guard conversion.diagnostics.isEmpty, let file = conversion.files.first(where: { $0.source == path }) else { return }
  let written = String(decoding: file.bytes, as: UTF8.self)
  let again = load(written)
  precondition(again?.sets != nil, "converted, and not valid: \(again?.diagnostics ?? [])\n\(written)")
  precondition(again?.summary == loaded.summary, "converted, and less of it")
}
