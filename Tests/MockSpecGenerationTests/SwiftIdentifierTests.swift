import Testing

@testable import MockSpecGeneration

struct SwiftIdentifierTests {
  @Test(
    arguments: [
      ("Login", "login"), ("Log in!", "logIn"), ("log-in", "logIn"), ("Log In", "logIn"), ("logIn", "logIn"),
      ("Login of a stranger", "loginOfAStranger"), ("Item by GraphQL", "itemByGraphQL"), ("can't log in", "cantLogIn"),
      ("VPN Required", "vpnRequired"), ("URLSession", "urlSession"), ("URL", "url"), ("iOS", "iOS"), ("A", "a"),
      ("LOGIN_FAILED", "loginFailed"), ("Wrong PIN", "wrongPIN"), ("API2", "api2"), ("200 OK", "_200OK"),
      ("2FA", "_2FA"), ("404", "_404"), ("_private", "private"), ("self", "self_"), ("Self", "self_"),
      ("INIT", "init_"), ("Name", "name_"),
      ("Type", "type"), ("登录", "登录"), ("Über uns", "überUns"), ("½ Preis", "½Preis"), ("Party 🎉", "party"),
      ("🎉", "u1F389"), ("!?", "u21u3F"), (" ", "u20"), ("\u{301}a", "_\u{301}a"), ("\u{AC1}", "_\u{AC1}"),
      ("a\u{200D}b", "ab"),
      ("a\u{202E}b", "ab"), ("a\nb", "aB"),
    ])
  func `a name is written in lower camel case`(name: String, identifier: String) {
    #expect(Array(SwiftIdentifier(name).text.unicodeScalars) == Array(identifier.unicodeScalars))
  }

  @Test func `keywords are in backticks where they are declared`() {
    #expect(SwiftIdentifier("Default").declared == "`default`")
    #expect(SwiftIdentifier("In").declared == "`in`")
    #expect(SwiftIdentifier("Login").declared == "login")
    #expect(SwiftIdentifier("self").declared == "self_")
  }

  @Test func `types of different identifiers have different names`() {
    let names = ["login", "self", "2FA", "登录", "ßa", "ssa", "sSa", "ſa", "sa", "ǆa", "über"]
    let types = names.map { SwiftIdentifier($0).typeName }
    #expect(types.prefix(3) == ["Login", "Self_", "_2FA"])
    #expect(Set(types).count == names.count)
  }

  @Test func `a suffix depends only on the name`() {
    let identifier = SwiftIdentifier("log-in")
    #expect(identifier.distinguished(by: "log-in", digits: 4).text == "logIn_82cb")
    #expect(identifier.distinguished(by: "log-in", digits: 16).text.hasSuffix("82cb"))
    #expect(identifier.distinguished(by: "Log in", digits: 4) != identifier.distinguished(by: "log-in", digits: 4))
  }
}
