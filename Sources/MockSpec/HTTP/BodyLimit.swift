/// The largest body that is held in memory: of a request, of an answer that is forwarded, or of one made by a template.
package enum BodyLimit {
  package static let bytes = 64 << 20
}
