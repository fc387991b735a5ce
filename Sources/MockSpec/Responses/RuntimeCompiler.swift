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
  ///   - states: The states that others declare.
  func compile(
    _ text: [UInt8], _ format: DocumentParser.Format, name: String, in sets: ResponseSets, states: DeclaredStates
  ) -> RuntimeCompilation

  /// Returns whether both give the same results for specs that name no files and forward nothing.
  func hasSameDefaults(as other: any RuntimeCompiler) -> Bool
}

/// A compiled spec that was added at run time.
struct RuntimeCompilation: Sendable {
  /// The requests; `nil` if there are errors.
  let sets: [ResponseSet]?
  /// The states that it declares.
  let states: [StateDeclaration]
  let diagnostics: [Diagnostic]
  /// The errors about states that the project declares, too.
  let repeatedStates: [Diagnostic]
  /// Whether it names files, forwards calls or uses states, so that it depends on the other specs of the project.
  let dependsOnProject: Bool
}
