extension String {
  /// Returns the text with spaces before each line that isn't empty.
  func indented(_ count: Int) -> String {
    let spaces = String(repeating: " ", count: count)
    return split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : spaces + $0 }
      .joined(separator: "\n")
  }
}
