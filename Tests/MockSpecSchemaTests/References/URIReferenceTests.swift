import Testing

@testable import MockSpecSchema

struct URIReferenceTests {
  /// All examples of RFC 3986 §5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ])
  func `a reference is resolved against a base`(reference: String, target: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).text == target)
  }

  @Test(arguments: [
    ("", "a.json", "a.json"), ("", "#a", "#a"), ("folder/a.json", "b.json", "folder/b.json"),
    ("folder/a.json", "../b.json", "b.json"), ("http://a", "b", "http://a/b"), ("urn:uuid:1", "#a", "urn:uuid:1#a"),
    ("urn:uuid:1", "", "urn:uuid:1"), ("HTTP://a/", "b", "http://a/b"),
  ])
  func `the base can be relative or empty`(base: String, reference: String, target: String) {
    #expect(URIReference(reference).resolved(against: URIReference(base)).text == target)
  }

  @Test(arguments: [("a%20b", "a b"), ("%25", "%"), ("%e6%97%a5", "日"), ("%", "%"), ("%4", "%4"), ("%zz", "%zz")])
  func `escapes are decoded`(text: String, decoded: String) {
    #expect(URIReference.percentDecoded(text) == decoded)
  }
}
