extension MockScreen {
  /// A state that the specs declare.
  public struct State: Sendable, Hashable, Identifiable {
    /// The name, which is unique.
    public let name: String
    /// The present value.
    public let value: String
    /// All values. The first one is the initial value.
    public let values: [String]
    /// The name.
    public var id: String { name }
  }
}
