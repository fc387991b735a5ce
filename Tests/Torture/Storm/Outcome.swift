import Foundation

/// How a call is answered. The path of a call is `/outcome/name`, and a right answer contains the name. A call of
/// `/slow/outcome/name` takes at least a second.
enum Outcome: String, CaseIterable {
  case reply, large, delay, throttle, template, closure, sequence, redirect, forward, passthrough, error, reset,
    truncated

  /// The number of steps of the sequence.
  static let stepCount = 50

  /// The body of the answer to a call.
  func body(_ name: String) -> Data {
    switch self {
    case .large, .throttle: Data(String(repeating: name + " ", count: self == .large ? 10_000 : 8).utf8)
    default: Data(name.utf8)
    }
  }

  /// The error with which a call ends that isn't cancelled; `nil` for an answer.
  var error: URLError.Code? {
    switch self {
    case .error: .timedOut
    case .reset: .networkConnectionLost
    #if canImport(Darwin)
      case .truncated: .networkConnectionLost
    #else
      case .truncated: .unknown
    #endif
    default: nil
    }
  }

  /// The spec for the mocks, or for a server that answers plain URLSessions.
  ///
  /// - Parameter backend: The server to which calls are passed on.
  static func spec(backend: String) -> String {
    let steps = 1...stepCount
    return """
      mockspec: 1
      defaults: {template: true}
      requests:
        sequence:
          match: /sequence/{name}
          sequence: [\(steps.map { "S\($0)" }.joined(separator: ", "))]
          afterSequence: restart
          responses: {\(steps.map { "S\($0): {text: '{{request.path.name}} \($0)'}" }.joined(separator: ", "))}
        reply: {match: '/reply/{name}', responses: {R: {text: '{{request.path.name}}'}}}
        large: {match: '/large/{name}', responses: {R: {text: '\(String(repeating: "{{request.path.name}} ", count: 10_000))'}}}
        delay: {match: '/delay/{name}', responses: {R: {delay: {min: 0ms, max: 8ms}, text: '{{request.path.name}}'}}}
        throttle:
          match: /throttle/{name}
          responses:
            R: {throttle: {chunk: 16, every: 1ms}, text: '\(String(repeating: "{{request.path.name}} ", count: 8))'}
        template: {match: '/template/{name}', responses: {R: {json: {name: '{{request.path.name}}'}}}}
        redirect: {match: '/redirect/{name}', responses: {R: {status: 302, headers: {Location: '/second/{{request.path.name}}'}}}}
        second: {match: '/second/{name}', responses: {R: {status: 303, delay: 1ms, headers: {Location: '/third/{{request.path.name}}'}}}}
        third: {match: '/third/{name}', responses: {R: {status: 301, headers: {Location: '/delay/{{request.path.name}}'}}}}
        forward: {match: '/forward/{name}', responses: {R: {forward: '\(backend)'}}}
        passthrough: {match: '/passthrough/{name}', responses: {R: {passthrough: true}}}
        error: {match: '/error/{name}', responses: {R: {delay: {min: 0ms, max: 3ms}, error: timedOut}}}
        reset: {match: '/reset/{name}', responses: {R: {fault: connectionReset}}}
        truncated: {match: '/truncated/{name}', responses: {R: {fault: truncatedBody, text: '{{request.path.name}}'}}}
        slow: {match: '/slow/{outcome}/{name}', responses: {R: {delay: 1s}}}
        slow throttle: {match: '/slow/throttle/{name}', responses: {R: {throttle: {chunk: 1, every: 1s}, text: slow}}}
        slow redirect: {match: '/slow/redirect/{name}', responses: {R: {status: 302, headers: {Location: /slow/delay/next}}}}
        slow forward: {match: '/slow/forward/{name}', responses: {R: {forward: '\(backend)'}}}
        slow passthrough: {match: '/slow/passthrough/{name}', responses: {R: {passthrough: true}}}
        slow reset: {match: '/slow/reset/{name}', responses: {R: {fault: hang}}}
      """
  }

  /// The spec of the server to which calls are passed on. Its answers arrive in pieces.
  static let backendSpec = """
    mockspec: 1
    defaults: {template: true}
    requests:
      forward:
        match: /forward/{name}
        responses: {R: {delay: {min: 0ms, max: 5ms}, throttle: {chunk: 4, every: 1ms}, text: '{{request.path.name}}'}}
      passthrough:
        match: /passthrough/{name}
        responses: {R: {delay: {min: 0ms, max: 5ms}, throttle: {chunk: 4, every: 1ms}, text: '{{request.path.name}}'}}
      slow: {match: '/slow/{outcome}/{name}', responses: {R: {throttle: {chunk: 1, every: 1s}, text: slow}}}
    """
}

/// How a call is made.
enum Form: CaseIterable {
  case async, completion, delegate, upload, uploadAsync, uploadFile, download, downloadAsync

  var isUpload: Bool { self == .upload || self == .uploadAsync || self == .uploadFile }
  var isAsync: Bool { self == .async || self == .uploadAsync || self == .downloadAsync }
}

/// What happens to a call while it runs.
enum Fate: CaseIterable {
  case cancel, suspend, invalidate
}
