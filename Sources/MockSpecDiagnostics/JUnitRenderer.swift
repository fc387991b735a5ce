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
/// A file with errors fails. The schema allows one failure per test case, which contains all errors as drawn by
/// `HumanRenderer`. Warnings that aren't failures are in the suite's `system-out`. Times aren't measured.
package struct JUnitRenderer: Sendable {
  /// The time of the run in UTC, in the form `2026-01-31T12:00:00`.
  package var timestamp: String
  /// Whether files with warnings fail.
  package var isStrict: Bool

  package init(timestamp: String, isStrict: Bool = false) {
    self.timestamp = timestamp
    self.isStrict = isStrict
  }

  /// Renders a report.
  ///
  /// - Parameters:
  ///   - diagnostics: All diagnostics of the run.
  ///   - files: The files that were checked. Other paths with diagnostics, such as folders, follow them.
  package func render(_ diagnostics: [Diagnostic], files: [String]) -> String {
    let found = Dictionary(grouping: diagnostics, by: \.file)
    var known: Set<String> = []
    let names = (files + diagnostics.map(\.file)).filter { known.insert($0).inserted }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (index, name) in names.enumerated() { text += suite(name, index, found[name] ?? []) }
    return text + "</testsuites>"
  }

  private func suite(_ name: String, _ index: Int, _ diagnostics: [Diagnostic]) -> String {
    let failures = diagnostics.filter(fails)
    let others = diagnostics.filter { !fails($0) }
    let name = XMLText.attribute(name)
    return """
        <testsuite id="\(index)" package="mockspec" name=\(name) timestamp="\(timestamp)" hostname="localhost" \
      tests="1" failures="\(failures.isEmpty ? 0 : 1)" errors="0" time="0">
          <properties/>
          <testcase name=\(name) classname="mockspec" time="0"\(failures.isEmpty ? "/>" : failure(failures))
          <system-out>\(XMLText.content(HumanRenderer().render(others)))</system-out>
          <system-err/>
        </testsuite>

      """
  }

  private func fails(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .error || (isStrict && diagnostic.severity == .warning)
  }

  /// Returns the rest of a test case that failed.
  private func failure(_ found: [Diagnostic]) -> String {
    let noun = found.allSatisfy { $0.severity == .error } ? "errors" : "problems"
    let message = found.count == 1 ? found[0].message : "\(found.count) \(noun)"
    return """
      >
            <failure message=\(XMLText.attribute(message)) type=\(XMLText.attribute(found[0].code))>\
      \(XMLText.content(HumanRenderer().render(found)))</failure>
          </testcase>
      """
  }
}
