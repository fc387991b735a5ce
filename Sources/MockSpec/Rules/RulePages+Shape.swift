// A table: what is said of keys and values that the language doesn't know.
extension RulePages {
  static let shapePages: [RulePage] = [
    .error(
      "unknown-key", "a key isn't known where it stands",
      """
      Nothing is ignored: a misspelt key is an error, with the nearest one that is known. Keys that begin with 'x-' are \
      your own wherever a mapping has fixed keys.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {staus: 404}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404, x-note: gone for good}}}}")),
    .error(
      "missing-key", "a key is missing that must be there",
      "A spec needs 'mockspec' and 'requests', a request 'match' and 'responses'; some keys want another one beside them.",
      RuleExample(
        wrong: "requests: {A: {responses: {R: {}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {}}}}")),
    .error(
      "wrong-type", "a value is of another kind than the key wants",
      """
      A mapping where text is wanted, text in quotes where a number is wanted, nothing where something is wanted. Where \
      text is wanted, any scalar is taken as it is written.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: '404'}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 404}}}}")),
    .error(
      "bad-value", "a value isn't one that the key can have",
      """
      It is of the right kind, and not right all the same: a status outside 200 to 599, a duration without a unit, an \
      error that isn't called so, a header value with a line break or a space at its end (RFC 9110 §5.5). The message \
      says what is expected.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: 99}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 299}}}}")),
    .error(
      "bad-key", "a key isn't one that the mapping can have",
      "The keys of the mapping are names of a certain form: header names are tokens (RFC 9110 §5.1), others not empty.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {'Cache Control': no-store}}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {headers: {Cache-Control: no-store}}}}}")),
    .error(
      "conflicting-keys", "keys stand beside each other that exclude each other",
      """
      A response has one body at most, and is one of an HTTP answer, an error, a fault, a forward and a passthrough. Keys \
      that exclude each other are reported once for each mapping.
      """,
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {R: {status: 503, error: timedOut, text: try again}}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {status: 503, text: try again}}}}")),
    .error(
      "too-few", "a list or a mapping has too few entries",
      "A request needs a response at least, a sequence a step, a scene a selection.",
      RuleExample(
        wrong: "requests: {A: {match: GET /a, responses: {}}}",
        right: "requests: {A: {match: GET /a, responses: {R: {}}}}")),
    .error(
      "too-many", "a list or a mapping has too many entries",
      "No key of version 1 of the language has such a limit.", nil),
    .error(
      "repeated", "an element is given twice in a list of different ones",
      "The note shows the first. Numbers are compared by value: 1 and 1.0 are the same.",
      RuleExample(
        wrong: "requests: {A: {match: {method: [GET, POST, GET], path: /a}, responses: {R: {}}}}",
        right: "requests: {A: {match: {method: [GET, POST], path: /a}, responses: {R: {}}}}")),
    .error(
      "too-complex", "checking a value would take too long",
      """
      A limit of the schema check was reached, which may multiply all of a schema with all of a value: 4,194,304 steps, 64 \
      more for each node of the document, and 4 for each of its bytes. No value of a spec reaches it. A request's body \
      that does isn't valid against its schema.
      """, nil),
    .error(
      "not-yet-supported", "a key of the language isn't carried out yet",
      "It is an error and never ignored, so that no mock does less than its spec says. Remove it, or use a newer version.",
      RuleExample(
        wrong: [("mockspec.yaml", "mockspec: 1\nserver: {cors: true}\n"), ("a.mock.yaml", "requests: {}\n")],
        right: [("mockspec.yaml", "mockspec: 1\nserver: {port: 8080}\n"), ("a.mock.yaml", "requests: {}\n")])),
    .error(
      "template", "a template can't be understood",
      """
      Under 'template: true', headers and body are Mustache: variables, sections, comments and other delimiters, and no \
      partials. A name begins with 'request', 'now' or 'uuid'; inside a section it may also be one of the request's JSON. \
      The place is the tag's, in the value or in the body file. What a request doesn't have is told when it comes: 500 on \
      the server, an error in process.
      """,
      RuleExample(
        wrong: "requests: {A: {match: 'GET /a/{id}', responses: {R: {template: true, text: '{{requst.path.id}}'}}}}",
        right: "requests: {A: {match: 'GET /a/{id}', responses: {R: {template: true, text: '{{request.path.id}}'}}}}")),
    .error(
      "bad-path", "a path has wildcards where they can't be",
      "A wildcard fills a whole segment: '*', '{name}', or '**' once for any number of them. '%7B' and '%2A' are literal.",
      RuleExample(
        wrong: "requests: {A: {match: 'GET /items/{id}.json', responses: {R: {}}}}",
        right: "requests: {A: {match: 'GET /items/{file}', responses: {R: {}}}}")),
    .error(
      "bad-regular-expression", "a regular expression doesn't compile",
      """
      The syntax is that of ECMA-262 without look-around and back-references, which can't be matched in time linear in \
      the input. The place is inside the expression. One may have 65,536 instructions, and all of a file 1,048,576: \
      roughly one for each character, times the counts in braces around it.
      """,
      RuleExample(
        wrong: "requests: {A: {match: {path: /a, query: {q: {matches: '[a-z'}}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: /a, query: {q: {matches: '[a-z]'}}}, responses: {R: {}}}}")),
    .error(
      "bad-schema", "a JSON Schema can't be used",
      """
      A keyword has a value that can't be meant, a reference leads nowhere or in a circle, or a pattern doesn't compile. \
      The place is inside the schema, also where that is a file. Schemas are of draft 2020-12, and nothing is fetched.
      """,
      RuleExample(
        wrong: "requests: {A: {match: {path: /a, body: {schema: {type: text}}}, responses: {R: {}}}}",
        right: "requests: {A: {match: {path: /a, body: {schema: {type: string}}}, responses: {R: {}}}}")),
  ]
}
