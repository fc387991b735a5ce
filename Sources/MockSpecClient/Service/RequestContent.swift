/// What a request sends.
public enum RequestContent: Sendable {
  case none
}
