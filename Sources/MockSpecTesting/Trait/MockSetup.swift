import MockSpecURLSession

/// The values that a trait sets. Others are `nil` or empty.
struct MockSetup: Sendable {
  var specs: SpecLocation?
  var select: MockSelections
  var scene: MockSceneName?
  var states: MockStates
  var broken: BrokenFiles?
  var settings: MockSettings?
  var allowsUnmatched: Bool?
  var isStrict: Bool?
  var expectations: [CallExpectation]
  var filePath: String

  /// Returns the setup of a test in a suite with this setup. A trait that names specs inherits nothing.
  func overridden(by inner: MockSetup) -> MockSetup {
    if inner.specs != nil { return inner }
    var setup = self
    setup.select.merge(inner.select)
    setup.scene = inner.scene ?? scene
    setup.states.merge(inner.states)
    setup.broken = inner.broken ?? broken
    setup.settings = inner.settings ?? settings
    setup.allowsUnmatched = inner.allowsUnmatched ?? allowsUnmatched
    setup.isStrict = inner.isStrict ?? isStrict
    setup.expectations += inner.expectations
    return setup
  }

  /// - Throws: The errors of ``MockScope``.
  func scope() throws -> MockScope {
    try MockScope(
      specs ?? .empty, select: select, scene: scene, states: states, broken: broken ?? .refuse,
      settings: settings ?? MockSettings(), allowsUnmatched: allowsUnmatched ?? false, expecting: expectations,
      filePath: filePath)
  }
}
