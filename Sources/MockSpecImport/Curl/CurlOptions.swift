import MockSpec
import MockSpecDiagnostics

/// The options of a curl command that say what is sent, with their locations.
struct CurlOptions {
  typealias Word = ShellCommand.Word

  private(set) var urls: [Word] = []
  private(set) var method: Word?
  private(set) var headers: [Word] = []
  /// The options of the body, with their values.
  private(set) var data: [(option: String, value: Word)] = []
  /// The parts of a form, and whether each is sent as it is written.
  private(set) var form: [(isLiteral: Bool, part: Word)] = []
  /// Parameters that are added to those of the URL.
  private(set) var query: [Word] = []
  private(set) var hasCredentials = false
  /// Whether the data is the query.
  private(set) var isGet = false
  private(set) var isHead = false
  private(set) var upload: Word?
  /// What can't be imported.
  private(set) var unsupported: [Word] = []

  /// Options with a value that say how a call is made, which a mock doesn't see.
  private static let ignoredWithValue = Set(
    """
    abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers connect-timeout connect-to \
    continue-at cookie cookie-jar create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr \
    dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout ftp-account ftp-method \
    ftp-port happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway \
    keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from \
    mail-rcpt max-filesize max-redirs max-time netrc-file noproxy output output-dir parallel-max pass pinnedpubkey \
    preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers \
    proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name \
    proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file \
    range rate referer resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a \
    socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond \
    tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket user-agent variable \
    vlan-priority write-out
    """.split(separator: " ").map(String.init))
  private static let read: Set = [
    "url", "request", "header", "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json", "form",
    "form-string", "user", "oauth2-bearer", "config", "upload-file", "url-query", "request-target",
  ]
  /// The names of short options.
  private static let short: [Character: String] = [
    "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "b": "cookie", "A": "user-agent",
    "e": "referer", "T": "upload-file", "G": "get", "I": "head", "o": "output", "w": "write-out", "m": "max-time",
    "x": "proxy", "U": "proxy-user", "c": "cookie-jar", "E": "cert", "K": "config", "D": "dump-header", "r": "range",
    "y": "speed-time", "Y": "speed-limit", "z": "time-cond", "C": "continue-at", "P": "ftp-port", "Q": "quote",
    "t": "telnet-option",
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
        all[all.count - 1].set(name, hasValue(name) ? rest.popFirst() : nil, of: word)
      } else if word.text.hasPrefix("-"), word.text.count > 1 {
        var letters = word.text.dropFirst()
        while let letter = letters.popFirst() {
          let name = short[letter] ?? ""
          guard hasValue(name) else {
            all[all.count - 1].set(name, nil, of: word)
            continue
          }
          // The value is the rest of the word, or the next one.
          let value = letters.isEmpty ? rest.popFirst() : Word(text: String(letters), bytes: word.bytes)
          all[all.count - 1].set(name, value, of: word)
          break
        }
      } else {
        all[all.count - 1].urls.append(word)
      }
    }
    return all
  }

  /// The name of an option that may be shortened.
  private static func full(_ name: String) -> String {
    if hasValue(name) || ["get", "head"].contains(name) || name.count < 3 { return name }
    let longer = read.filter { $0.hasPrefix(name) }
    return longer.count == 1 || longer.contains("data") ? longer.min { $0.count < $1.count }! : name
  }

  private static func hasValue(_ name: String) -> Bool { read.contains(name) || ignoredWithValue.contains(name) }

  private mutating func set(_ name: String, _ value: Word?, of word: Word) {
    switch (name, value) {
    case ("get", _): isGet = true
    case ("head", _): isHead = true
    case ("request-target", let value?), ("config", let value?): unsupported.append(value)
    case ("url", let value?): urls.append(value)
    case ("request", let value?): method = value
    case ("header", let value?): headers.append(value)
    case ("user", _?), ("oauth2-bearer", _?): hasCredentials = true
    case ("url-query", let value?): query.append(value)
    case ("form", let value?), ("form-string", let value?): form.append((name == "form-string", value))
    case ("upload-file", let value?): upload = value
    case (let name, let value?) where name == "json" || name.hasPrefix("data"): data.append((name, value))
    // Its value is missing, or is written as other programs have it.
    case (let name, nil) where Self.hasValue(name) || name.contains("="): unsupported.append(word)
    default: break
    }
  }

  /// The `Content-Type` that a header sets.
  var contentType: String? {
    headers.lazy.compactMap(Self.field).first { $0.name.lowercased() == "content-type" }?.value
  }

  /// The name and the value of a header; `nil` for one that is removed.
  static func field(_ word: Word) -> (name: String, value: String)? {
    // A semicolon at the end sends the header without a value.
    if word.text.hasSuffix(";"), !word.text.contains(":") { return (String(word.text.dropLast()), "") }
    guard let colon = word.text.firstIndex(of: ":") else { return nil }
    var value = word.text[word.text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    while let last = value.last, last == " " || last == "\t" { value.removeLast() }
    return value.isEmpty ? nil : (String(word.text[..<colon]), String(value))
  }
}
