/// The size of a loaded project.
public struct ProjectSummary: Sendable, Hashable, CustomStringConvertible {
  /// The number of spec files.
  public var files: Int
  /// The number of requests in all files.
  public var requests: Int
  /// The number of responses of all requests.
  public var responses: Int

  package init(files: Int = 0, requests: Int = 0, responses: Int = 0) {
    self.files = files
    self.requests = requests
    self.responses = responses
  }

  /// `12 requests, 31 responses, 4 files`
  public var description: String {
    "\(counted(requests, "request")), \(counted(responses, "response")), \(counted(files, "file"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
