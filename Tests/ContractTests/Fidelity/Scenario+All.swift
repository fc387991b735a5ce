// Tables, long by nature.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Scenario {
  static let all: [Scenario] = [
    answers, statuses, contents, heads, methods, uploads, redirects, specialRedirects, answeredRedirects, failures,
    brokenHeads,
    cookies, fields, oddTargets, refusals, cancellations, suspensions, timeouts, sessionTimeouts, unanswered,
    taskDelegates, sessionDelegates,
  ].flatMap(\.self)

  private static let twoData = [Form(.data, .completion), Form(.data, .delegate)]

  private static let answers = cross(
    Form.all,
    [
      "/200/none", "/200/small", "/200/large", "/200/slow", "/201/small", "/204/none", "/301/small", "/304/none",
      "/404/small", "/500/small",
    ]
  ) { Scenario("answer", $0, $1) }

  private static let statuses = cross(
    [Form(.data, .delegate), Form(.download, .completion)],
    [202, 206, 300, 302, 307, 400, 401, 403, 410, 418, 429, 503]
  ) { Scenario("status", $0, "/\($1)/small") }

  private static let contents = cross(
    Form.data, ["/200/gzip", "/200/json", "/200/fields", "/200/charset", "/200/file", "/401/basic"]
  ) { Scenario("content", $0, $1) }

  private static let heads = cross(
    Form.data + Form.downloads, ["/200/none", "/200/small", "/200/large", "/404/small", "/to/302"]
  ) { Scenario("head", $0, method: "HEAD", $1) }

  private static let methods = cross(
    twoData, ["POST", "PUT", "DELETE", "OPTIONS"], [Payload.none, .small, .large, .stream]
  ) { Scenario("method", $0, method: $1, "/200/small", body: $2) }

  private static let uploads = cross(Form.uploads, [Payload.none, .small, .large]) {
    Scenario("upload", $0, method: "PUT", "/200/small", body: $1)
  }

  private static let redirects = cross(
    twoData + [Form(.download, .delegate), Form(.uploadData, .delegate)], ["GET", "POST", "PUT"],
    FidelitySpec.redirectStatuses
  ) { Scenario("redirect", $0, method: $1, "/to/\($2)", body: $1 == "GET" ? Payload.none : .small) }
  .filter { !$0.form.isUpload || $0.method == "POST" }

  private static let specialRedirects = cross(
    Form.data,
    [
      "relative", "chain", "loop", "none", "404", "large", "fragment", "reset", "unmatched", "scheme", "setting",
      "away?port=PORT",
    ]
  ) { form, name in
    Scenario("redirect", form, "/to/\(name)").with { $0.fields["Authorization"] = "Bearer x" }
  }

  private static let answeredRedirects = cross(
    [Form(.data, .delegate), Form(.download, .delegate)], [301, 303, 307], [RedirectDecision.veto, .other]
  ) { form, status, answer in
    Scenario("redirect", form, "/to/\(status)").with { $0.redirect = answer }
  }

  private static let failures = cross(
    Form.common,
    FidelitySpec.faults.flatMap { ["/fault/\($0)", "/fault/\($0)/text"] } + ["/error/networkConnectionLost"]
  ) { Scenario("failure", $0, $1) }

  private static let brokenHeads = cross(Form.data, FidelitySpec.faults) {
    Scenario("failure", $0, method: "HEAD", "/fault/\($1)/text")
  }

  private static let cookies = ["always", "never", "main"].flatMap { policy in
    cross(twoData, ["/cookies", "/cookies/expired", "/to/cookies"], ["sent", "unsent", "own"]) {
      form, target, variant in
      Scenario("cookies", form, target).with {
        $0.variant = "\(variant) \(policy)"
        $0.calls = 2
        if variant == "own" { $0.fields["Cookie"] = "own=1" }
        $0.configure = { configuration, origin in
          configuration.httpCookieAcceptPolicy =
            policy == "always" ? .always : policy == "never" ? .never : .onlyFromMainDocumentDomain
          configuration.httpShouldSetCookies = variant != "unsent"
          let properties: [HTTPCookiePropertyKey: Any] = [
            .name: "a", .value: "333", .domain: origin.host() ?? "", .path: "/",
          ]
          if let cookie = HTTPCookie(properties: properties) { configuration.httpCookieStorage?.setCookie(cookie) }
        }
      }
    }
  }

  private static let fields = cross(
    twoData,
    [
      ("Accept", "text/x"), ("Accept-Encoding", "identity"), ("Accept-Language", "tlh"), ("User-Agent", "x"),
      ("Host", "other.example"), ("Content-Type", "text/x"), ("Content-Length", "7"), ("Authorization", "Bearer x"),
      ("X-Empty", ""), ("X-Odd", "a, b;c"), ("Expect", "100-continue"), ("Connection", "close"),
    ]
  ) { form, field in
    Scenario("fields", form, method: "POST", "/200/small", body: .small).with {
      $0.fields = [field.0: field.1]
      $0.variant = field.0
    }
  }

  private static let oddTargets = Form.data.flatMap { form in
    [
      Scenario("fields", form, "/agent"),
      Scenario("fields", form, "/200/small?a=%C3%A9&b=c+d&&e#fragment"),
      Scenario("fields", form, "http://user:secret@ORIGIN/200/small"),
      Scenario("fields", form, "/200/small").with {
        $0.variant = "additional"
        $0.fields["X-Both"] = "request"
        $0.configure = { configuration, _ in
          configuration.httpAdditionalHeaders = ["X-Both": "session", "X-Session": "1", "User-Agent": "session"]
        }
      },
      Scenario("cache", form, "/200/cached").with { $0.calls = 2 },
    ]
  }

  private static let refusals = Form.data.flatMap { form in
    [
      Scenario("refusal", form, method: "GET", "/200/small", body: .small),
      Scenario("refusal", form, method: "GET", "/200/small", body: .stream),
      Scenario("refusal", form, "http:///200/small"),
      Scenario("refusal", form, "foo://ORIGIN/200/small"),
      Scenario("refusal", form, "noScheme"),
    ]
  }

  private static let cancellations = cross(
    twoData + [Form(.uploadData, .delegate), Form(.download, .completion), Form(.download, .delegate)],
    [Cancellation.beforeResume, .afterResume, .onRequest, .onData]
  ) { form, moment in
    let target =
      switch moment {
      case .beforeResume, .onRequest: "/delayed"
      case .afterResume: "/200/small"
      case .onData: "/stalled"
      }
    return Scenario("cancel", form, target).with { $0.cancellation = moment }
  }.filter { $0.cancellation != .onData || $0.form.style == .delegate && $0.form.kind != .download }
    // Whether an upload has sent something by then differs from run to run.
    .filter { $0.cancellation != .afterResume || $0.form.kind != .uploadData }

  private static let suspensions =
    cross(Form.all.filter { $0.style != .async }, ["/200/small", "/200/slow", "/404/small", "/to/303"]) {
      form, target in
      Scenario("suspend", form, target).with { $0.suspension = .beforeStart }
    }
    // While it runs, an upload that is suspended stops the program over a socket.
    + (twoData + [Form(.download, .completion), Form(.download, .delegate)]).map { form in
      Scenario("suspend", form, "/200/later").with { $0.suspension = .onRequest }
    }

  private static let sessionTimeouts = cross(Form.common, ["/delayed", "/stalled"]) { form, target in
    Scenario("timeout", form, target).with {
      $0.variant = "ofSession"
      $0.configure = { configuration, _ in configuration.timeoutIntervalForRequest = 1 }
    }
  }

  private static let timeouts = cross(Form.common, ["/delayed", "/error/timedOut", "/stalled"]) { form, target in
    Scenario("timeout", form, target).with { $0.timeout = 1 }
  }

  private static let unanswered = cross(Form.common, ["/unmatched", "/template"]) { Scenario("unanswered", $0, $1) }

  private static let taskDelegates = cross(
    Form.all.filter { $0.style == .async }, ["/200/none", "/200/small", "/200/large", "/404/small", "/to/303"]
  ) { form, target in
    Scenario("taskDelegate", form, target).with { $0.hasTaskDelegate = true }
  }

  private static let sessionDelegates = cross(
    Form.all.filter { $0.style == .completion }, ["/200/none", "/200/small", "/200/large", "/404/small", "/to/303"]
  ) { form, target in
    Scenario("sessionDelegate", form, target).with { $0.hasSessionDelegate = true }
  }

  private static func cross<A, B>(_ first: [A], _ second: [B], _ combine: (A, B) -> Scenario) -> [Scenario] {
    first.flatMap { first in second.map { combine(first, $0) } }
  }

  private static func cross<A, B, C>(
    _ first: [A], _ second: [B], _ third: [C], _ combine: (A, B, C) -> Scenario
  ) -> [Scenario] {
    first.flatMap { first in cross(second, third) { combine(first, $0, $1) } }
  }
}

extension Scenario.Form {
  fileprivate init(_ kind: Scenario.Kind, _ style: Scenario.Style) {
    self.init(kind: kind, style: style)
  }
}
