import Testing

@testable import MockSpec

/// The parser of `application/x-www-form-urlencoded` (URL, §5.1).
struct FormMatcherTests {
  static let cases = [
    BodyCase("form: {a: b}", "a=b", true), BodyCase("form: {a: b}", "x=1&a=b&y", true),
    BodyCase("form: {a: b}", "a=c", false), BodyCase("form: {a: b}", "", false),
    BodyCase("form: {a b: c d}", "a+b=c+d", true), BodyCase("form: {a b: c d}", "a%20b=c%20d", true),
    BodyCase("form: {a: +}", "a=%2B", true), BodyCase("form: {a: b=c}", "a=b=c", true),
    BodyCase("form: {a: ''}", "a", true), BodyCase("form: {a: ''}", "a=", true), BodyCase("form: {'': x}", "=x", true),
    BodyCase("form: {a: b}", "&&a=b&&", true), BodyCase("form: {a: '%'}", "a=%", true),
    BodyCase("form: {a: '%zz%4'}", "a=%zz%4", true), BodyCase("form: {é: ü}", "%C3%A9=%C3%BC", true),
    BodyCase("form: {a: '\u{FFFD}'}", "a=%FF", true), BodyCase("form: {a: b;c}", "a=b;c", true),
    BodyCase("form: {a: {present: false}}", "b=1", true), BodyCase("form: {a: {present: false}}", "a", false),
    BodyCase("form: {\u{E9}: x}", "e%CC%81=x", false), BodyCase("form: {\u{E9}: x, e\u{301}: y}", "%C3%A9=x", false),
    BodyCase("form: {\u{E9}: x, e\u{301}: y}", "%C3%A9=x&e%CC%81=y", true),
    // Repeated names.
    BodyCase("form: {a: 2}", "a=1&a=2", true), BodyCase("form: {a: [1, 2]}", "a=2&a=1", true),
    BodyCase("form: {a: [1, 2]}", "a=1", false), BodyCase("form: {a: {not: {equals: 1}}}", "a=2&a=1", false),
    BodyCase("form: {'a[]': [x, y]}", "a[]=x&a%5B%5D=y", true), BodyCase("form: {a: b}", "A=b", false),
  ]

  @Test(arguments: cases)
  func `a form is pairs of names and values`(item: BodyCase) throws { try item.check() }
}
