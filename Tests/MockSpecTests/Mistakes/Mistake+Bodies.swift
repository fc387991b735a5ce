/// Bodies that aren't what they seem to be, and names of other tools in templates.
extension Mistake {
  static let bodies: [Mistake] = contents + names

  private static let contents: [Mistake] = [
    .response(
      "json-is-path", "the path of a file as JSON", kind: .lints, help: ["'file': bodies/x.json"],
      "json: 1️⃣bodies/x.json1️⃣"),
    .response(
      "json-is-name", "the name of a file as JSON", kind: .lints, help: ["'file': user.json"], "json: 1️⃣'user.json'1️⃣"),
    .response(
      "text-is-path", "the path of a file as text", kind: .lints, help: ["'file': pages/index.html"],
      "text: 1️⃣pages/index.html1️⃣"),
    .response(
      "text-is-data-url", "a data URL as text", kind: .lints, help: ["'base64'", "image/png"],
      "text: 1️⃣data:image/png;base64,iVBORw0KGgo=1️⃣"),
    .response(
      "file-is-data-url", "a data URL as a file", kind: .values, help: ["'base64'", "image/png"],
      "file: 1️⃣data:image/png;base64,iVBORw0KGgo=1️⃣"),
    .response(
      "base64-is-data-url", "a data URL as base64", kind: .values, help: ["follows the comma", "image/png"],
      "base64: 1️⃣data:image/png;base64,iVBORw0KGgo=1️⃣"),
    .response(
      "gzip-of-json", "Content-Encoding copied from a real response", kind: .lints, help: ["gzip", "remove"],
      "headers: {1️⃣Content-Encoding1️⃣: gzip}\njson: {a: 1}"),
    .response(
      "brotli-of-text", "Content-Encoding copied from a real response", kind: .lints, help: ["br", "remove"],
      "headers:\n  1️⃣content-encoding1️⃣: br\ntext: abc"),
    Mistake(
      "gzip-of-file", .lints, "Content-Encoding of a file that isn't compressed", help: ["compressed file"],
      files: ["a.json": "{\"a\": 1}\n"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses:
            Found:
              headers: {1️⃣Content-Encoding1️⃣: gzip}
              file: a.json
      """),
    Mistake(
      "throttle-without-body", .lints, "throttle of a response without a body", help: ["remove 'throttle'"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses:
            1️⃣Slow1️⃣:
              throttle: {bytesPerSecond: 10}
      """),
    Mistake(
      "fault-without-body", .lints, "a fault in a body that isn't sent", help: ["another status"],
      """
      mockspec: 1
      requests:
        A:
          match: DELETE /a
          responses:
            1️⃣Broken1️⃣: {status: 204, fault: truncatedBody}
      """),
    Mistake(
      "single-braces", .lints, "a tag in single braces", help: ["{{request.path.id}}"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a/{id}
          responses:
            Found:
              template: true
              json: {id: '1️⃣{request.path.id}1️⃣', name: '{{request.query.name}}'}
      """),
    Mistake(
      "interpolation-in-header", .lints, "a tag of JavaScript", help: ["{{request.path.id}}"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a/{id}
          responses:
            Found:
              template: true
              headers: {Location: '/a/$1️⃣{request.path.id}1️⃣'}
      """),
    .response(
      "curly-keys-in-braces", "curly quotes of a word processor", kind: .lints, help: ["straight quotes: \"id\""],
      "json: {1️⃣“id”1️⃣: 1, “name”: a}"),
    .response(
      "curly-keys-in-block", "curly quotes of a word processor", kind: .lints, help: ["straight quotes: \"id\""],
      "json:\n  user:\n    1️⃣‘id’1️⃣: 1"),
    .response(
      "invisible-in-content-type", "a zero-width space of a web page", kind: .lints, help: ["U+200B", "remove"],
      "headers: {Content-Type: 'application/json1️⃣\u{200B}1️⃣'}\njson: {a: 1}"),
    .response(
      "no-break-space-in-header", "a no-break space of a web page", kind: .lints, help: ["U+00A0", "with a space"],
      "headers: {Cache-Control: 'no-store,1️⃣\u{A0}1️⃣no-cache'}\ntext: a"),
    .response("comma-in-number", "a comma of other languages", kind: .lints, help: ["quotes"], "json: {price: 1,1️⃣501️⃣}"),
    .response(
      "comma-in-text", "a comma in a text", kind: .lints, help: ["quotes"], "json: {a: {title: Hello, 1️⃣world1️⃣}, b: 1}"),
    .response("equals-sign-in-json", "an equals sign in JSON", kind: .lints, help: ["write a: 1"], "json: {1️⃣a = 11️⃣}"),
    .match(
      "comma-in-json-of-match", "a comma in a text of a condition", kind: .lints, help: ["null"],
      "path: /a\nmethod: POST\nbody: {json: {title: Hello, 1️⃣world1️⃣}}"),
  ]

  private static let names: [Mistake] = [
    .response(
      "guid-of-postman", "a variable of Postman", help: ["{{uuid}}"],
      "template: true\njson: {id: '1️⃣{{$guid}}1️⃣'}"),
    .response(
      "timestamp-of-postman", "a variable of Postman", help: ["{{now}}"],
      "template: true\njson: {id: '1️⃣{{$isoTimestamp}}1️⃣'}"),
    .response(
      "random-of-postman", "a random value of Postman", help: ["no random values"],
      "template: true\njson: {id: '1️⃣{{$randomInt}}1️⃣'}"),
    .response(
      "faker-of-mockoon", "a helper of Mockoon", help: ["{{uuid}}"],
      "template: true\njson: {id: \"1️⃣{{faker 'string.uuid'}}1️⃣\"}"),
    .response(
      "now-of-wiremock", "a helper of WireMock", help: ["{{now}}"],
      "template: true\njson: {at: \"1️⃣{{now format='yyyy'}}1️⃣\"}"),
    .response(
      "random-uuid", "a function of JavaScript", help: ["{{uuid}}"],
      "template: true\njson: {id: '1️⃣{{randomUUID}}1️⃣'}"),
  ]
}
