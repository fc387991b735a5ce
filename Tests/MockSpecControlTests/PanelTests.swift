import HTTPTypes
import MockSpec
import Testing

@testable import MockSpecControl

/// The files of the panel.
struct PanelTests {
  @Test func `each file is served with its type and without a token`() async throws {
    var options = ControlOptions()
    options.token = "secret"
    let client = try ControlClient(ControlClient.spec, options: options)
    let types = ["css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
    for route in MockControl.panel {
      let answer = try await client.answer("GET", route.path)
      #expect(answer.status == 200)
      let suffix = String(route.path.split(separator: ".").last ?? "")
      #expect(answer.fields[.contentType]?.hasPrefix(types[suffix] ?? "text/html") == true, "\(route.path)")
      #expect(answer.fields[.xContentTypeOptions] == "nosniff")
      let policy = try #require(answer.fields[.contentSecurityPolicy])
      #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
      #expect(!policy.contains("unsafe"))
      #expect(!answer.body.isEmpty)
    }
  }

  @Test func `all files that the page names are served`() async throws {
    let client = try ControlClient(ControlClient.spec)
    for route in MockControl.panel {
      let text = try await client.answer("GET", route.path).text
      for match in text.matches(of: /(?:src="|href="|from "\.\/)([a-z.]+)"/) {
        #expect(try await client.answer("GET", "/\(match.1)").status == 200, "\(match.1) in \(route.path)")
      }
    }
  }

  @Test func `the address without a slash leads to the page`() async throws {
    let client = try ControlClient(ControlClient.spec)
    var request = client.request("GET", "/")
    request.path = "/__mockspec"
    guard case .reply(let answer) = client.control.outcome(of: request) else { return #expect(Bool(false)) }
    #expect(answer.status == 308)
    #expect(answer.fields[.location] == "/__mockspec/")
  }

  @Test func `scripts are small and set no HTML`() async throws {
    let client = try ControlClient(ControlClient.spec)
    var size = 0
    for route in MockControl.panel where route.path.hasSuffix(".js") {
      let answer = try await client.answer("GET", route.path)
      size += answer.body.count
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "import("] {
        let isUsed = answer.text.contains(word)
        #expect(!isUsed, "\(route.path) has \(word)")
      }
    }
    #expect(size <= 72 * 1024)
  }

  @Test func `the page has no scripts or styles inside`() async throws {
    let text = try await ControlClient(ControlClient.spec).answer("GET", "/").text
    #expect(text.matches(of: /<script[^>]*>/).count == 1)
    #expect(text.contains(#"<script type="module" src="app.js"></script>"#))
    #expect(!text.contains("<style") && !text.contains("style=") && text.matches(of: /\son[a-z]+=/).isEmpty)
  }
}
