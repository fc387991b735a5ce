import MockSpecDiagnostics
import MockSpecDocument

/// Compiles specs that are added at run time, as files of the loaded project.
protocol RuntimeCompiler: AnyObject, Sendable {
  /// The defaults of the project, which apply to the specs.
  var defaults: Spec.Defaults { get }

  /// Checks a spec like a file in the project's root.
  ///
  /// - Parameters:
  ///   - name: The name in diagnostics.
  ///   - sets: The snapshot of the project.
  func compile(_ text: [UInt8], _ format: DocumentParser.Format, name: String, in sets: ResponseSets)
    -> RuntimeCompilation

  /// Returns whether both give the same results for specs that name no files and forward nothing.
  func hasSameDefaults(as other: any RuntimeCompiler) -> Bool
}

/// A compiled spec that was added at run time.
struct RuntimeCompilation: Sendable {
  /// The requests; `nil` if there are errors.
  let sets: [ResponseSet]?
  let diagnostics: [Diagnostic]
  /// Whether it names files or forwards calls, so that it depends on the other specs of the project.
  let dependsOnProject: Bool
}
