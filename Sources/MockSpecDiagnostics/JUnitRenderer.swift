/// `--format junit`: a JUnit report, in the dialect of Ant's schema, with a suite of one test case per file.
///
///     <testsuites>
///       <testsuite id="0" package="mockspec" name="specs/users.mock.yaml" tests="1" failures="1" …>
///         <properties/>
///         <testcase name="specs/users.mock.yaml" classname="mockspec" time="0">
///           <failure message="unknown key 'staus'" type="unknown-key">…</failure>
///         </testcase>
///         <system-out>…</system-out>
///         <system-err/>
///       </testsuite>
///     </testsuites>
///
/// A file with errors fails; since that schema has one failure per test case, it holds them all, drawn for people.
/// Warnings stand in `system-out`, where the schema has it: in the suite. Times aren't measured.
package struct JUnitRenderer: Sendable {
  /// UTC as `2026-01-31T12:00:00`.
  package var timestamp: String

  package init(timestamp: String) { self.timestamp = timestamp }

  /// - Parameter files: All that were checked. Others that diagnostics are about, such as a folder, come after them.
  package func render(_ diagnostics: [Diagnostic], files: [String]) -> String {
    let found = Dictionary(grouping: diagnostics, by: \.file)
    var known: Set<String> = []
    let names = (files + diagnostics.map(\.file)).filter { known.insert($0).inserted }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (index, name) in names.enumerated() { text += suite(name, index, found[name] ?? []) }
    return text + "</testsuites>"
  }

  private func suite(_ name: String, _ index: Int, _ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.filter { $0.severity == .error }
    let others = diagnostics.filter { $0.severity != .error }
    let name = XMLText.attribute(name)
    return """
        <testsuite id="\(index)" package="mockspec" name=\(name) timestamp="\(timestamp)" hostname="localhost" \
      tests="1" failures="\(errors.isEmpty ? 0 : 1)" errors="0" time="0">
          <properties/>
          <testcase name=\(name) classname="mockspec" time="0"\(errors.isEmpty ? "/>" : failure(errors))
          <system-out>\(XMLText.content(HumanRenderer().render(others)))</system-out>
          <system-err/>
        </testsuite>

      """
  }

  /// The rest of a test case.
  private func failure(_ errors: [Diagnostic]) -> String {
    let message = errors.count == 1 ? errors[0].message : "\(errors.count) errors"
    return """
      >
            <failure message=\(XMLText.attribute(message)) type=\(XMLText.attribute(errors[0].code))>\
      \(XMLText.content(HumanRenderer().render(errors)))</failure>
          </testcase>
      """
  }
}
