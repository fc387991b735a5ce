/// Schemas that are hard to compile or to validate with.
extension HardInput {
  static var schemas: [HardInput] {
    [
      schema(
        "oneOf with many branches",
        numbered(before: #"{"oneOf": ["#, after: #"{"type": "null"}]}"#) {
          #"{"type": "object", "properties": {"a\#($0)": {"type": "string"}}, "required": ["a\#($0)"]}, "#
        }, #"{"b": 1}"#),
      schema("oneOf with many branches that all match", filled("{},", before: #"{"oneOf": ["#, after: "{}]}"), "1"),
      schema(
        "a list against oneOf",
        numbered(before: #"{"items": {"oneOf": ["#, after: #"{"type": "null"}]}}"#, size: 50_000) {
          #"{"const": \#($0)},"#
        }, filled("-1,", before: "[", after: "-1]", size: 10_000)),
      schema("anyOf inside anyOf, 60 deep", nested, #"{"a": 1}"#),
      schema("a chain of references", chain, "1"),
      schema("10^15 paths to one schema", paths, "1"),
      schema(
        "many unknown keys against many known ones",
        numbered(before: #"{"additionalProperties": false, "properties": {"#, after: #""z": {}}}"#, size: size / 2) {
          #""property\#($0)": {},"#
        }, numbered(before: "{", after: #""z": 1}"#, size: size / 2) { #""propetry\#($0)": 1,"# }),
      schema(
        "many unknown keys against the keys of many schemas",
        numbered(before: #"{"unevaluatedProperties": false, "allOf": ["#, after: "{}]}", size: size / 2) {
          #"{"properties": {"property\#($0)": {}}},"#
        }, numbered(before: "{", after: #""z": 1}"#, size: size / 2) { #""propetry\#($0)": 1,"# }),
      schema("many missing keys", numbered(before: #"{"required": ["#, after: #""z"]}"#) { #""k\#($0)","# }, "{}"),
      schema(
        "many missing keys beside as many unknown ones",
        numbered(before: #"{"additionalProperties": false, "required": ["#, after: #""z"]}"#, size: size / 2) {
          #""k\#($0)","#
        }, numbered(before: "{", after: #""y": 1}"#, size: size / 2) { #""u\#($0)":1,"# }),
      schema(
        "many references into one mapping",
        numbered(before: ##"{"$defs": {"##, after: #""z": {}}}"#) { ##""\##($0)": {"$ref": "#/$defs/z"},"## }, "1"),
      schema(
        "many references into one list",
        numbered(before: ##"{"anyOf": ["##, after: #"{}]}"#) { ##"{"$ref": "#/anyOf/\##($0 + 1)"},"## }, "1"),
      schema("many choices", numbered(before: #"{"enum": ["#, after: "0]}") { #""choice\#($0)","# }, #""choise""#),
      schema("a list that must be unique", #"{"uniqueItems": true}"#, numbered(before: "[", after: "-1]") { "\($0)," }),
      schema(
        "lists that must be unique", #"{"uniqueItems": true}"#, numbered(before: "[", after: "[]]") { "[\($0),[]]," }),
      schema(
        "many names against many patterns",
        numbered(before: #"{"patternProperties": {"#, after: #""z": false}}"#, size: 20_000) {
          #""^a\#($0)$": false,"#
        }, numbered(before: "{", after: #""y": 1}"#, size: 20_000) { #""b\#($0)": 1,"# }),
      schema("counted repetitions", #"{"pattern": "(a{1000}){1000}"}"#, #""a""#),
      schema(
        "many counted repetitions", filled("{\"pattern\": \"(a{30}){30}\"},", before: #"{"allOf": ["#, after: "{}]}"),
        #""b""#),
      schema(
        "nested repetitions of a long text", #"{"pattern": "^(a+)+$"}"#, "\"" + filled("a", size: 990_000) + "b\""),
      schema(
        "alternatives of a long text", #"{"pattern": "(.*a|.*b|.*c){20}$"}"#,
        "\"" + filled("abc", size: 990_000) + "d\""),
      schema("a multiple of a tiny number", #"{"multipleOf": 1e-300}"#, filled("9")),
      schema(
        "numbers with large exponents", #"{"items": {"maximum": 1e400000000}}"#,
        filled("1e400000001,", before: "[", after: "1]")),
      schema("a number with a large exponent against multipleOf", #"{"multipleOf": 7}"#, "1e999999999"),
      schema(
        "a long number divided by a long one", "{\"multipleOf\": \(String(repeating: "7", count: 64))}", filled("9")),
      schema(
        "a long number divided by another of its length", "{\"multipleOf\": \(filled("7", size: 500_000))}",
        filled("9", size: 499_000)),
      schema("a deep pointer", "{\"$ref\": \"#" + filled("/a", size: 900_000) + "\"}", "1"),
      schema("a long host name", #"{"format": "idn-hostname"}"#, "\"" + filled("a.", size: 900_000) + "\""),
      schema("a long URI", #"{"format": "uri"}"#, "\"http://a/" + filled("%41", size: 900_000) + "\""),
    ]
  }

  private static let nested =
    String(repeating: ##"{"anyOf": [{"$ref": "#/$defs/a"}, "##, count: 60)
    + ##"{"$defs": {"a": {"required": ["b"]}}}"## + String(repeating: "]}", count: 60)

  private static var chain: String {
    numbered(before: ##"{"$ref": "#/$defs/0", "$defs": {"##, after: #""z": {}}}"#) {
      ##""\##($0)": {"$ref": "#/$defs/\##($0 + 1)"},"##
    }
  }

  /// A schema with 10^15 paths to its last subschema.
  private static let paths =
    ##"{"$ref": "#/$defs/0", "$defs": {"##
    + (0..<15).map { level in
      let branches = String(repeating: ##"{"$ref": "#/$defs/\##(level + 1)"},"##, count: 10)
      return #""\#(level)": {"anyOf": [\#(branches) false]},"#
    }.joined() + #""15": {"type": "string"}}}"#
}
