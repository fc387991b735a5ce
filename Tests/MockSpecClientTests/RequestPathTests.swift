import MockSpecClient
import Testing

struct RequestPathTests {
  @Test func `an interpolated value stays one segment`() {
    let name = "a/b?c#d%e é"
    let path: RequestPath = "/users/\(name)/\(7)"
    #expect(path.encoded == "/users/a%2Fb%3Fc%23d%25e%20%C3%A9/7")
  }
}
