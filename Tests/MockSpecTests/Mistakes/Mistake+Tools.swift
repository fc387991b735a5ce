/// The forms of other tools and languages.
extension Mistake {
  static let tools: [Mistake] = [
    wiremock, mockoon, openapi, postman, mswAndJavascript, nginxCurlAndShells, playwrightAndNock,
  ].flatMap(\.self)

  private static let wiremock: [Mistake] = [
    .match(
      "wm-url-path-regex", "a regular expression of WireMock", help: ["params"], "method: GET\n1️⃣urlMatching1️⃣: '/wm/.*'"),
    .match(
      "wm-has-exactly", "hasExactly of WireMock", help: ["["],
      "path: /wm-exactly\nquery:\n  id:\n    1️⃣hasExactly1️⃣: [{equalTo: '1'}, {equalTo: '2'}]"),
    .response("wm-fault-random", "a fault of WireMock", help: ["malformedChunk"], "fault: 1️⃣RANDOM_DATA_THEN_CLOSE1️⃣"),
    .response(
      "wm-delay-log-normal", "a distribution of WireMock", help: ["median"],
      "text: a\n1️⃣delayDistribution1️⃣: {type: lognormal, median: 80, sigma: 0.4}"),
    .response(
      "wm-delay-type-inside", "a distribution of WireMock as a delay", help: ["ms"],
      "text: a\ndelay:\n  1️⃣type1️⃣: uniform\n  lower: 15\n  upper: 25"),
    .response(
      "wm-template-syntax", "a request template of WireMock", help: ["request.path"],
      "template: true\ntext: 1️⃣'{{request.pathSegments.[1]}}'1️⃣"),
  ]

  private static let mockoon: [Mistake] = [
    Mistake(
      "mockoon-file-path", .vocabulary, "filePath and sendFileAsBody of Mockoon", help: ["'file'"],
      files: ["data.json": "{}"],
      """
      mockspec: 1
      requests:
        mockoon-file-path request:
          match: GET /mockoon-file-path
          responses:
            Broken: {status: 500}
            Success:
              description: filePath and sendFileAsBody of Mockoon
              1️⃣filePath1️⃣: ./data.json
      """),
    .response(
      "mockoon-templating", "a helper of Mockoon", help: ["request.query"],
      "template: true\ntext: 1️⃣\"{{queryParam 'page'}}\"1️⃣"),
    .response(
      "mockoon-faker", "a helper of Faker", help: ["uuid"], "template: true\ntext: 1️⃣\"{{faker 'string.uuid'}}\"1️⃣"),
    Mistake(
      "mockoon-rules", .vocabulary, "rules of Mockoon", help: ["match"],
      """
      mockspec: 1
      requests:
        Ruled:
          match: GET /mockoon-rules
          responses:
            First:
              1️⃣rules1️⃣: [{target: query, modifier: page, value: '1'}]
              json: []
      """),
    .match(
      "mockoon-endpoint", "an endpoint of Mockoon without a slash", help: ["'/'"], "method: GET\n1️⃣endpoint1️⃣: users/:id"),
    Mistake(
      "mockoon-random", .vocabulary, "a random response as in Mockoon", help: ["sequence"],
      """
      mockspec: 1
      requests:
        Random:
          match: GET /mockoon-random
          1️⃣responseMode1️⃣: RANDOM
          responses: {A: {}, B: {}}
      """),
  ]

  private static let openapi: [Mistake] = [
    Mistake(
      "openapi-status-names", .vocabulary, "responses by status as in OpenAPI", help: ["json"],
      """
      mockspec: 1
      requests:
        Pet:
          match: GET /openapi-pet
          responses:
            '200':
              description: A pet
              1️⃣content1️⃣: {application/json: {example: {id: 1}}}
      """),
    Mistake(
      "openapi-summary", .vocabulary, "a summary of OpenAPI", help: ["'description'"],
      """
      mockspec: 1
      requests:
        Summary:
          1️⃣summary1️⃣: All pets
          match: GET /openapi-summary
          responses: {OK: {json: []}}
      """),
    Mistake(
      "openapi-parameters", .vocabulary, "parameters of OpenAPI", help: ["query", "match"],
      """
      mockspec: 1
      requests:
        Search:
          match: GET /openapi-params
          1️⃣parameters1️⃣: [{name: q, in: query, required: true}]
          responses: {OK: {json: []}}
      """),
    Mistake(
      "openapi-request-body", .vocabulary, "a requestBody of OpenAPI beside match", help: ["match", "body"],
      """
      mockspec: 1
      requests:
        Create:
          match: POST /openapi-body
          1️⃣requestBody1️⃣: {content: {application/json: {schema: {type: object}}}}
          responses: {OK: {json: []}}
      """),
    .response(
      "openapi-ref", "a reference of OpenAPI", help: ["file"], "json: {a: 1}\n1️⃣$ref1️⃣: '#/components/responses/NotFound'"
    ),
    Mistake(
      "openapi-tags", .vocabulary, "tags of OpenAPI", help: ["x-tags"],
      """
      mockspec: 1
      requests:
        Tagged:
          match: GET /openapi-tags
          1️⃣tags1️⃣: [pets]
          responses: {OK: {json: []}}
      """),
    .response(
      "openapi-header-object", "a header of OpenAPI", help: ["X-Rate"],
      "text: a\nheaders:\n  1️⃣X-Rate1️⃣: {schema: {type: integer}, example: 5}"),
  ]

  private static let postman: [Mistake] = [
    .short(
      "postman-variable-host", "a variable of Postman as a host", help: ["host"], "1️⃣'GET {{baseUrl}}/postman-variable'1️⃣"
    ),
    .response("postman-mode", "a body of Postman", help: ["json"], "1️⃣body1️⃣: {mode: raw, raw: '{}'}"),
    .match(
      "postman-url-object", "a url of Postman", help: ["path"],
      "method: GET\n1️⃣url1️⃣: {raw: 'https://api.example.com/pm', path: [pm]}"),
    .match(
      "postman-header-list", "headers of Postman", help: ["name"],
      "path: /postman-header\nheaders:\n  1️⃣- {key: Accept, value: text/html}"),
  ]

  private static let mswAndJavascript: [Mistake] = [
    Mistake(
      "msw-http-get", .vocabulary, "a handler of msw", help: ["match: GET"],
      """
      mockspec: 1
      requests:
        User:
          match: 1️⃣http.get('/user')1️⃣
          responses: {OK: {}}
      """),
    .short("msw-params", "a parameter and a star of msw", help: ["GET /msw-params"], "1️⃣GET */msw-params1️⃣"),
    Mistake(
      "json5-hex", .vocabulary, "JSON5 with a trailing comma and a comment", in: .json, help: ["comment"],
      """
      {
        1️⃣// the users
        "mockspec": 1,
        "requests": {"Users": {"match": "GET /users", "responses": {"All": {"json": []}}}}
      }
      """),
    Mistake(
      "json-undefined", .vocabulary, "undefined of JavaScript", in: .json, help: ["undefined"],
      """
      {
        "mockspec": 1,
        "requests": {"Users": {"match": "GET /users", "responses": {"All": {"json": 1️⃣undefined1️⃣}}}}
      }
      """),
    Mistake(
      "json-template-literal", .vocabulary, "a template literal of JavaScript", in: .json, help: ["`"],
      """
      {
        "mockspec": 1,
        "requests": {"Users": {"match": 1️⃣`GET /users`1️⃣, "responses": {"All": {"json": []}}}}
      }
      """),
    Mistake(
      "json-export", .vocabulary, "an export of JavaScript", in: .json, help: ["export"],
      """
      1️⃣export default {1️⃣
        "mockspec": 1,
        "requests": {"Users": {"match": "GET /users", "responses": {"All": {"json": []}}}}
      }
      """),
    Mistake(
      "json-module-exports", .vocabulary, "module.exports of Node", in: .json, help: ["JavaScript"],
      """
      1️⃣module.exports = {1️⃣
        mockspec: 1,
        requests: {Users: {match: "GET /users", responses: {All: {json: []}}}}
      };
      """),
    Mistake(
      "ts-type", .vocabulary, "a typed constant of TypeScript", help: ["TypeScript"],
      """
      1️⃣import { Spec } from "mockspec";

      export const spec: Spec = {
        mockspec: 1,
      };
      """),
    Mistake(
      "json-plus-number", .vocabulary, "a number with a plus", in: .json, help: ["write"],
      """
      {
        "mockspec": 1,
        "requests": {"Users": {"match": "GET /users", "priority": 1️⃣+11️⃣, "responses": {"All": {"json": []}}}}
      }
      """),
    Mistake(
      "json-dot-number", .vocabulary, "a number without a zero", in: .json, help: ["0.5"],
      """
      {
        "mockspec": 1,
        "requests": {"Users": {"match": "GET /users", "responses": {"All": {"json": 1️⃣.51️⃣}}}}
      }
      """),
  ]

  private static let nginxCurlAndShells: [Mistake] = [
    Mistake(
      "nginx-location", .vocabulary, "a location of nginx as a name", help: ["match: /api"],
      """
      mockspec: 1
      requests:
        1️⃣location /api1️⃣:
          responses: {OK: {}}
      """),
    .match("curl-header-list", "a header of curl", help: ["X-A"], "path: /curl-header\nheaders: 1️⃣'X-A: b'1️⃣"),
    .match("curl-data", "data of curl", help: ["body"], "path: /curl-data\n1️⃣data1️⃣: 'a=b&c=d'"),
    .response("env-variable", "a variable of the environment", help: ["variables"], "forward: 1️⃣${BACKEND_URL}1️⃣"),
    Mistake(
      "env-port", .vocabulary, "a variable as a port", in: .project, help: ["number"],
      """
      mockspec: 1
      server:
        port: 1️⃣${PORT:-8080}1️⃣
      """),
    Mistake(
      "server-url", .vocabulary, "a url in the server", in: .project, help: ["host"],
      """
      mockspec: 1
      server:
        1️⃣url1️⃣: http://localhost:8080
      """),
    Mistake(
      "server-https", .vocabulary, "https in the server", in: .project, help: ["remove it"],
      """
      mockspec: 1
      server:
        1️⃣https1️⃣: true
        port: 8443
      """),
    Mistake(
      "server-env-list", .vocabulary, "hosts to mock in the project file", in: .project, help: ["match"],
      """
      mockspec: 1
      1️⃣baseUrl1️⃣: https://api.example.com
      """),
  ]

  private static let playwrightAndNock: [Mistake] = [
    .short("glob-of-playwright", "a glob of Playwright", help: ["/**/api/items"], "1️⃣'**/api/items'1️⃣"),
    .response("abort-of-playwright", "an abort of Playwright", help: ["error: timedOut"], "1️⃣abort1️⃣: failed"),
    .match("any-query-of-nock", "any query of nock", help: ["remove 'query'"], "path: /a\nquery: 1️⃣true1️⃣"),
    Mistake(
      "reply-of-nock", .vocabulary, "a reply of nock", help: ["responses: {Success"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          1️⃣reply1️⃣: [200, {a: 1}]
      """),
    Mistake(
      "persist-of-nock", .vocabulary, "a flag of nock", help: ["any number"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          1️⃣persist1️⃣: true
          responses: {OK: {}}
      """),
    .short("data-of-curl", "a body of curl", help: ["path: /a", "body"], "1️⃣POST /a -d x=11️⃣"),
    .short("header-of-curl", "a header of curl", help: ["headers"], "1️⃣\"GET /a -H 'Accept: x'\"1️⃣"),
    .short("data-of-httpie", "a body of HTTPie", help: ["body"], "1️⃣POST /a name=Ada1️⃣"),
    .short("host-of-postman", "a variable of Postman as a host", help: ["host itself"], "1️⃣GET https://{{host}}/a1️⃣"),
    .response("range-as-delay", "a range as a delay", help: ["{min: 1s, max: 2s}"], "delay: 1️⃣1s-2s1️⃣\ntext: a"),
    .response(
      "dots-in-delay", "a range as a delay", help: ["{min: 100ms, max: 200ms}"], "delay: 1️⃣100..200ms1️⃣\ntext: a"),
    .response("infinite-delay", "a delay of msw", help: ["fault: hang"], "delay: 1️⃣infinite1️⃣\ntext: a"),
    .response("error-of-msw", "an error of msw", help: ["networkConnectionLost"], "error: 1️⃣networkError1️⃣"),
    Mistake(
      "responses-as-name", .values, "a name in place of responses", help: ["each response has a name"],
      """
      mockspec: 1
      requests:
        A:
          match: GET /a
          responses: 1️⃣Success1️⃣
      """),
  ]
}
