import ArgumentParser

/// The format in which replies of a running server are printed.
enum ReplyFormat: String, ExpressibleByArgument, CaseIterable {
  case human
  /// JSON as the server sent it.
  case json
}
