import MockSpecURLSession

/// What a trait sets. What it doesn't state is `nil` or empty.
struct MockSetup: Sendable {
  var specs: SpecLocation?
  var select: [String: String]
  var scene: String?
  var settings: MockSettings?
  var allowsUnmatched: Bool?
  var expectations: [CallExpectation]
  var filePath: String

  /// Returns what applies to a test of a suite that has this setup. A trait that names specs inherits nothing.
  func overridden(by inner: MockSetup) -> MockSetup {
    if inner.specs != nil { return inner }
    var setup = self
    setup.select.merge(inner.select) { $1 }
    setup.scene = inner.scene ?? scene
    setup.settings = inner.settings ?? settings
    setup.allowsUnmatched = inner.allowsUnmatched ?? allowsUnmatched
    setup.expectations += inner.expectations
    return setup
  }

  /// - Throws: The errors of ``MockScope``.
  func scope() throws -> MockScope {
    try MockScope(
      specs ?? .empty, select: select, scene: scene, settings: settings ?? MockSettings(),
      allowsUnmatched: allowsUnmatched ?? false, expecting: expectations, filePath: filePath)
  }
}
