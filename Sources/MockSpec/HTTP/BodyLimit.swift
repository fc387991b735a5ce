/// The limit on the bodies of calls, of forwarded answers and of rendered templates, which are held in memory.
package enum BodyLimit {
  /// 64 MiB.
  package static let bytes = 64 << 20
}
