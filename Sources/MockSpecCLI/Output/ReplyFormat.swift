import ArgumentParser

/// How the answers of a running server are printed.
enum ReplyFormat: String, ExpressibleByArgument, CaseIterable {
  case human
  /// As the server sent them.
  case json
}
