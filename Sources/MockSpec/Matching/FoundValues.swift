/// What a request has under one name.
struct FoundValues: Sendable {
  var texts: [String] = []
  /// Values that aren't text: they are there, and no operator on text holds for them. In words, such as `an object`.
  var others: [String] = []

  var isEmpty: Bool { texts.isEmpty && others.isEmpty }
}
