import MockSpec
import MockSpecDiagnostics

/// The options of a curl command that say what is sent, with their places.
struct CurlOptions {
  typealias Word = ShellCommand.Word

  private(set) var urls: [Word] = []
  private(set) var method: Word?
  private(set) var headers: [Word] = []
  /// The options of the body, with their values.
  private(set) var data: [(option: String, value: Word)] = []
  private(set) var form: [Word] = []
  private(set) var hasCredentials = false
  /// Whether the data is the query.
  private(set) var isGet = false
  private(set) var isHead = false
  private(set) var upload: Word?

  /// Options that say how a call is made, which a mock doesn't see.
  private static let ignoredWithValue: Set = [
    "output", "write-out", "max-time", "connect-timeout", "proxy", "proxy-user", "cookie-jar", "cert", "key", "cacert",
    "capath", "retry", "retry-delay", "retry-max-time", "max-redirs", "limit-rate", "resolve", "interface", "trace",
    "trace-ascii", "config", "dump-header", "ciphers", "cert-type", "key-type", "pass", "speed-limit", "speed-time",
    "user-agent", "referer", "cookie", "connect-to", "dns-servers", "keepalive-time", "local-port", "noproxy",
    "socks5", "socks5-hostname", "stderr", "unix-socket", "tls-max", "netrc-file", "aws-sigv4", "range", "time-cond",
  ]
  private static let read: Set = [
    "url", "request", "header", "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json", "form",
    "form-string", "user", "upload-file",
  ]
  private static let long: [Character: String] = [
    "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "b": "cookie", "A": "user-agent",
    "e": "referer", "T": "upload-file", "G": "get", "I": "head", "o": "output", "w": "write-out", "m": "max-time",
    "x": "proxy", "U": "proxy-user", "c": "cookie-jar", "E": "cert", "K": "config", "D": "dump-header", "r": "range",
    "y": "speed-time", "Y": "speed-limit", "z": "time-cond",
  ]

  /// Returns the options of each request of a command; `--next` begins another one.
  static func all(_ words: [Word]) -> [CurlOptions] {
    var all = [CurlOptions()]
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.text == "--next" || word.text == "-:" {
        all.append(CurlOptions())
      } else if word.text.hasPrefix("--") {
        let name = full(String(word.text.dropFirst(2)))
        all[all.count - 1].set(name, hasValue(name) ? rest.popFirst() : nil)
      } else if word.text.hasPrefix("-"), word.text.count > 1 {
        var letters = word.text.dropFirst()
        while let letter = letters.popFirst() {
          let name = long[letter] ?? ""
          guard hasValue(name) else {
            all[all.count - 1].set(name, nil)
            continue
          }
          // The value is the rest of the word, or the next one.
          let value = letters.isEmpty ? rest.popFirst() : Word(text: String(letters), bytes: word.bytes)
          all[all.count - 1].set(name, value)
          break
        }
      } else {
        all[all.count - 1].urls.append(word)
      }
    }
    return all
  }

  private static func hasValue(_ name: String) -> Bool { read.contains(name) || ignoredWithValue.contains(name) }

  /// The name of an option that may be shortened.
  private static func full(_ name: String) -> String {
    if hasValue(name) || ["get", "head"].contains(name) { return name }
    let longer = (read.union(ignoredWithValue)).filter { $0.hasPrefix(name) }
    return name.count > 3 && longer.count == 1 ? longer.first! : name
  }

  private mutating func set(_ name: String, _ value: Word?) {
    switch (name, value) {
    case ("get", _): isGet = true
    case ("head", _): isHead = true
    case ("url", let value?): urls.append(value)
    case ("request", let value?): method = value
    case ("header", let value?): headers.append(value)
    case ("user", _?): hasCredentials = true
    case ("form", let value?), ("form-string", let value?): form.append(value)
    case ("upload-file", let value?): upload = value
    case (let name, let value?) where name == "json" || name.hasPrefix("data"): data.append((name, value))
    default: break
    }
  }

  /// The name and the value of a header; `nil` for one that is removed.
  static func field(_ word: Word) -> (name: String, value: String)? {
    // A semicolon at the end sends the header without a value.
    if word.text.hasSuffix(";"), !word.text.contains(":") { return (String(word.text.dropLast()), "") }
    guard let colon = word.text.firstIndex(of: ":") else { return nil }
    let value = word.text[word.text.index(after: colon)...].drop { $0 == " " }
    return value.isEmpty ? nil : (String(word.text[..<colon]), String(value))
  }
}
