/// The values of one name in a call, such as those of a query parameter.
struct FoundValues: Sendable {
  var texts: [String] = []
  /// Descriptions of values that aren't text, such as `an object`. They satisfy `present`, but no operator on text.
  var others: [String] = []

  var isEmpty: Bool { texts.isEmpty && others.isEmpty }
}
