import ArgumentParser
import MockSpec
import MockSpecControl
import MockSpecDiagnostics
import MockSpecServer

/// The format of the access log, which has one line for each call.
enum AccessLogFormat: String, ExpressibleByArgument, CaseIterable {
  /// Human-readable text.
  case text
  /// A JSON object.
  case json
  /// The Common Log Format of the Apache HTTP Server.
  case common
  /// The Common Log Format, with the fields `Referer` and `User-Agent`.
  case combined

  /// Whether the lines are read by programs.
  var isForPrograms: Bool { self != .text }

  /// Returns the line of a call, without a line break. Text from the call can't add lines or change a terminal's color.
  ///
  /// - Parameter time: The current time since 1970-01-01 UTC.
  func line(for call: ServedCall, at time: Duration) -> String {
    switch self {
    case .text: DisplayText("\(TimeOfDay(time)) \(call.logLine)").text
    case .json: Self.json(call, time)
    case .common: Self.common(call, time)
    case .combined:
      "\(Self.common(call, time)) \(Self.quoted(call.referer)) \(Self.quoted(call.userAgent))"
    }
  }

  private static func json(_ call: ServedCall, _ time: Duration) -> String {
    var json = JSONText()
    json.object { json in
      func member(_ name: String, _ value: String?) {
        if let value { return json.member(name, value) }
        json.key(name)
        json.raw("null")
      }
      func member(_ name: String, number: String?) {
        json.key(name)
        json.raw(number ?? "null")
      }
      json.member("time", Timestamp.text(time))
      member("client", call.client)
      member("method", call.method.map(Excerpt.of))
      member("target", call.target.map(Excerpt.of))
      member("protocol", call.version)
      member("status", number: call.status.map { "\($0)" })
      member("bodySize", number: call.bodySize.map { "\($0)" })
      member("duration", number: call.duration.map(seconds))
      member("session", call.session)
      member("request", call.requestName)
      member("response", call.responseName)
      member("reason", call.reason?.rawValue)
      member("note", call.note)
    }
    return json.string
  }

  /// Returns a duration in seconds, with microseconds.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return "\(seconds).\(CalendarDate.padded(Int(attoseconds / 1_000_000_000_000), digits: 6))"
  }

  // MARK: - Apache

  /// `127.0.0.1 - - [31/Jan/2026:09:30:00 +0000] "GET /login HTTP/1.1" 503 12`
  private static func common(_ call: ServedCall, _ time: Duration) -> String {
    var line: String?
    if let method = call.method, let target = call.target {
      // A target has no spaces as it is sent, but can have them after redaction or shortening.
      let shown = Excerpt.of(target).split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
      line = "\(Excerpt.of(method)) \(shown) \(call.version ?? "")"
    }
    let status = call.status.map { "\($0)" } ?? "-"
    let size = call.bodySize.flatMap { $0 > 0 ? "\($0)" : nil } ?? "-"
    return "\(call.client ?? "-") - - [\(date(time))] \(quoted(line)) \(status) \(size)"
  }

  private static func date(_ time: Duration) -> String {
    let date = CalendarDate(second: Int(time.components.seconds))
    return "\(CalendarDate.padded(date.day))/\(date.monthName)/\(date.year):\(date.clock) +0000"
  }

  /// Returns a text in quotes. As in Apache, control characters, quotes, backslashes and non-ASCII bytes are escaped.
  private static func quoted(_ text: String?) -> String {
    guard let text else { return #""-""# }
    var quoted = "\""
    for byte in Excerpt.of(text).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\\(Unicode.Scalar(byte))"
      case 0x20..<0x7F: quoted.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "\n"): quoted += #"\n"#
      case UInt8(ascii: "\r"): quoted += #"\r"#
      case UInt8(ascii: "\t"): quoted += #"\t"#
      default: quoted += #"\x"# + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return quoted + "\""
  }
}
