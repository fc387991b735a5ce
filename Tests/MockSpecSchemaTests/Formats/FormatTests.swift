import MockSpecDocument
import MockSpecSchema
import Testing

/// The supported formats. The JSON-Schema-Test-Suite contains many more cases.
struct FormatTests {
  @Test(arguments: [
    (
      "date-time", ["1963-06-19T08:30:06.283185Z", "1998-12-31T23:59:60Z", "1990-12-31T15:59:59-08:00"],
      ["1998-12-31T22:59:60Z", "1990-02-31T15:59:59.123-08:00", "1963-06-19", "1963-06-19T08:30:06"]
    ),
    ("date", ["2020-02-29", "1963-06-19"], ["2021-02-29", "2020-13-01", "20200101", "2020-04-31"]),
    ("time", ["08:30:06Z", "23:59:60Z", "01:29:60+01:30"], ["24:00:00Z", "08:30:06", "08:30:06.Z", "22:59:60Z"]),
    (
      "duration", ["P4DT12H30M5S", "P4Y", "PT0S", "P1M", "PT36H", "P2W"],
      ["PT1D", "P", "P1YT", "P1Y2W", "PT1H1S", "4DT"]
    ),
    (
      "email", ["joe@example.com", "\"joe blow\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]"],
      ["joe", "@a", ".a@b", "a..b@c", "joe blow@example.com"]
    ),
    ("hostname", ["www.example.com", "xn--4gbwdl.xn--wgbh1c", "a-b"], ["-a", "a-", "a..b", "a_b", "ab--c", ""]),
    ("ipv4", ["192.168.0.1", "0.0.0.0"], ["256.0.0.1", "127.0.1", "087.10.0.1", "1.2.3.4.5"]),
    (
      "ipv6", ["::1", "::", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1::8"],
      ["1:2:3:4:5:6:7:8:9", "1::2::3", ":1", "12345::", "1:2:3:4:5:6:7:1.2.3.4", "::1%eth0", ":::"]
    ),
    (
      "uri", ["http://a/b?c#d", "urn:a:b", "http://[::1]:80/", "mailto:a@b"],
      ["/a", "//a", "a b:c", "http://a/%zz", "1a:b"]
    ),
    ("uri-reference", ["http://a/b", "/a", "#a", "", "a?b"], ["\\\\a", "#a\\b", "1:2", "a b"]),
    (
      "uuid", ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
      ["2eb8aa08-aa98-11ea-b4aa73b441d16380", "2eb8", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"]
    ),
    ("json-pointer", ["", "/a~0b/c~1d", "/"], ["a", "/~", "/~2"]),
    ("relative-json-pointer", ["0", "1/a", "0#"], ["/a", "-1/a", "01/a", "0##", "+1"]),
    ("regex", ["^a(b|c)$", "(?=a)b", "(?i:a)"], ["(", "a{2,1}", "(?i)a"]),
  ])
  func `a format accepts valid texts and rejects invalid ones`(name: String, right: [String], wrong: [String]) throws {
    let schema = try Schema(document("format: \(name)"), options: SchemaOptions(assertsFormats: true))
    for (texts, expected) in [(right, true), (wrong, false)] {
      for text in texts {
        let quoted = "'" + text.replacing("'", with: "''") + "'"
        #expect(schema.isValid(try document(quoted).root) == expected, "\(text)")
      }
    }
    #expect(schema.isValid(try document("1").root))
  }
}
