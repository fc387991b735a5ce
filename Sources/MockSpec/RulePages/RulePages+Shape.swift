// A table: the pages of codes about keys and values.
extension RulePages {
  static let shapePages: [RulePage] = [
    .error(
      "unknown-key", "a key isn't known in this mapping",
      """
      Unknown keys are never ignored, so that a misspelled key is found. The diagnostic suggests the nearest known key, or ours \
      for that of another tool, such as 'statusCode'. In \
      mappings with fixed keys, keys that begin with 'x-' are reserved for your own use.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {staus: 404}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404, x-note: gone for good}}}}")),
    .error(
      "misplaced-key", "a key is at the wrong level",
      """
      The key is one of another mapping, often because of its indentation, or because a level is missing: a response is below \
      its name, and conditions are below 'match'. Keys that only a spec or only the project file has are reported in the other \
      one. The missing keys that follow from it aren't reported. Names that you choose, such as that of a response, can be the \
      same as keys.
      """,
      RuleExample(
        wrong: """
          requests:
            Items:
              match: GET /items
              query: {page: 1}
              responses: {Found: {json: []}}
          """,
        right: """
          requests:
            Items:
              match: {method: GET, path: /items, query: {page: 1}}
              responses: {Found: {json: []}}
          """)),
    .error(
      "missing-key", "a required key is missing",
      "A spec requires 'mockspec' and 'requests', a request 'match' and 'responses'. Some keys require another key.",
      RuleExample(
        wrong: "requests: {A: {responses: {R: {}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {}}}}")),
    .error(
      "wrong-type", "a value has the wrong type for its key",
      """
      For example, a mapping instead of text, text in quotes instead of a number, or no value at all. Where text is \
      expected, any scalar is accepted as it is written.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: '404'}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404}}}}")),
    .error(
      "bad-value", "a value isn't valid for its key",
      """
      The value has the right type, but isn't valid: a status outside 200 to 599, a duration without a unit, an unknown \
      error name, a header value with a line break or a space at its end (RFC 9110 §5.5). The message says what is \
      expected.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: 99}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 299}}}}")),
    .error(
      "bad-key", "a name isn't valid as a key of its mapping",
      "Header names are tokens (RFC 9110 §5.1). The names of requests, responses, scenes and parameters aren't empty.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {'Cache Control': no-store}}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {headers: {Cache-Control: no-store}}}}}")),
    .error(
      "conflicting-keys", "keys can't be combined",
      """
      A response has at most one body, and exactly one outcome: an HTTP response, an error, a fault, a forward or a \
      passthrough. 'ranges' needs the status 200 and a body that isn't a template. Keys that can't be combined are reported \
      once for each mapping.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: 503, error: timedOut, text: try again}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 503, text: try again}}}}")),
    .error(
      "too-few", "a list or a mapping has too few entries",
      "A request needs at least one response, a sequence one step and a scene one selection.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {}}}}")),
    .error(
      "too-many", "a list or a mapping has too many entries",
      """
      The headers of a response, with those that it inherits, can have at most 32,768 values together. All scenes together \
      can inherit at most 1,000,000 selections from those that they extend.
      """, nil),
    .error(
      "repeated", "an element occurs twice in a list of unique elements",
      "The note shows the first occurrence. Numbers are compared by value: 1 and 1.0 are equal.",
      RuleExample(
        wrong: "requests: {A: {match: {method: [GET, POST, GET], path: /a}, responses: {R: {}}}}",
        right: "requests: {A: {match: {method: [GET, POST], path: /a}, responses: {R: {}}}}")),
    .error(
      "too-complex", "checking a value would take too long",
      """
      The schema check reached its limit of 4,194,304 steps, plus 64 for each node of the document and 4 for each of its \
      bytes. The limit exists because a check can take time proportional to the size of the schema times the size of the \
      value. No spec reaches it. The body of a call that reaches it doesn't match its schema.
      """, nil),
    .error(
      "template", "a template isn't valid",
      """
      With 'template: true', headers and body are Mustache templates with variables, sections, comments and custom \
      delimiters, but without partials. A name begins with 'request', 'now' or 'uuid', or is a generator such as \
      'fake.name'; inside a section, it can also be a name in the call's JSON. Filters follow a bar: 'now | date: yyyy'. \
      The location is that of the tag, in the value or in the body file. Values that a call doesn't \
      have are reported when it is made: 500 on the server, an error in process.
      """,
      RuleExample(
        wrong: "requests: {A: {match: 'GET /a/{id}', responses: {R: {template: true, text: '{{requst.path.id}}'}}}}",
        right: "requests: {A: {match: 'GET /a/{id}', responses: {R: {template: true, text: '{{request.path.id}}'}}}}")),
    .error(
      "bad-json-path", "a key of 'paths' isn't a valid JSONPath",
      """
      Paths are those of RFC 9535. A name that isn't letters, digits and '_' needs quotes in brackets, and filters compare with \
      '==', '&&', '||' and '!'. There are no scripts, no arithmetic, and only the functions length, count, match, search and \
      value. Patterns are those of RFC 9485, which has '[0-9]' in place of '\\d'.
      """,
      RuleExample(
        wrong:
          "requests: {A: {match: {path: /a, body: {paths: {'$.items[?@.id = 1]': {present: true}}}}, responses: {R: {}}}}",
        right:
          "requests: {A: {match: {path: /a, body: {paths: {'$.items[?@.id == 1]': {present: true}}}}, responses: {R: {}}}}"
      )),
    .error(
      "bad-path", "a path isn't valid, or has misplaced wildcards",
      """
      A wildcard is a whole segment: '*', '{name}', or '**' once for any number of segments. '%7B' and '%2A' are literal. \
      The path '*', without a slash, is only for the method OPTIONS.
      """,
      RuleExample(
        wrong: "requests: {A: {match: 'GET /items/{id}.json', responses: {R: {}}}}",
        right: "requests: {A: {match: 'GET /items/{file}', responses: {R: {}}}}")),
    .error(
      "reserved-path", "a path is one of the server's control API",
      """
      'mockspec serve' answers calls below '/__mockspec/' itself, so that a running mock can be steered. Requests don't \
      match them on a server. A wildcard as the first segment is valid, but doesn't match them either.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /__mockspec/state, responses: {R: {}}}}",
        right: "requests: {A: {match: GET /mockspec/state, responses: {R: {}}}}")),
    .error(
      "bad-regular-expression", "a regular expression isn't valid",
      """
      The syntax is that of ECMA-262, without look-around and back-references, which can't be matched in linear time. The \
      location is inside the expression. An expression compiles to at most 65,536 instructions, and all expressions of a \
      file to 1,048,576: about one for each character, multiplied by the repetition counts around it.
      """,
      RuleExample(
        wrong: "requests: {A: {match: {path: /a, query: {q: {matches: '[a-z'}}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: /a, query: {q: {matches: '[a-z]'}}}, responses: {R: {}}}}")),
    .error(
      "bad-schema", "a JSON Schema can't be used",
      """
      A keyword has an invalid value, a reference can't be resolved or is circular, or a pattern isn't valid. The location \
      is inside the schema, which can be a file. Schemas are those of draft 2020-12, and nothing is fetched.
      """,
      RuleExample(
        wrong: "requests: {A: {match: {path: /a, body: {schema: {type: text}}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: /a, body: {schema: {type: string}}}, responses: {R: {}}}}")),
  ]
}
