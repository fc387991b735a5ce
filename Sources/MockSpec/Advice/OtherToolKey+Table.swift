// A table, long by nature: the keys of other tools, by the mapping in which they appear.
extension OtherToolKey {
  static let all: [OtherToolKey] = root + requests + matches + bodies + operators + responses + settings

  private static let named =
    "write 'requests', with a name for each: requests: {NAME: {match: GET /path, responses: {…}}}"
  private static let own = "remove it, or write it as a key of your own, which starts with 'x-'"
  private static let bodyKeys = "write 'text', 'json' or 'file', for what the body is"
  private static let delayUnit = "write 'delay' with a unit: delay: 500ms, or delay: 2s"
  private static let pathPattern =
    "paths have no regular expressions: write path: '/items/{id}', and params: {id: {matches: '^[0-9]+$'}}"

  // MARK: - Files

  private static let root: [OtherToolKey] = [
    .init("mappings", .spec, "requests", of: "WireMock", "[{}]", named),
    .init("mappings", .spec, "requests", of: "WireMock", "{}", named),
    .init("routes", .spec, "requests", of: "Mockoon", "[{}]", named),
    .init("routes", .spec, "requests", of: "Mockoon", "{}", named),
    .init("paths", .spec, "requests", of: "OpenAPI", "{}", named),
    .init("endpoints", .spec, "requests", of: nil, "…", named),
    .init("stubs", .spec, "requests", of: "OHHTTPStubs", "…", named),
    .init("mocks", .spec, "requests", of: nil, "…", named),
    .init("handlers", .spec, "requests", of: "msw", "…", named),
    .init("item", .spec, "requests", of: "Postman", "…", named),
    .init("pairs", .spec, "requests", of: "Hoverfly", "[{}]", named),
    .init("interactions", .spec, "requests", of: "Pact", "[{}]", named),
    .init("info", .spec, nil, of: "OpenAPI", "{}", own),
    .init("components", .spec, nil, of: "OpenAPI", "{}", own),
    .init("variable", .spec, nil, of: "Postman", "[{}]", "remove it: specs have no variables"),
    .init("version", .spec, "mockspec", of: nil, "1", "the version of the language is 'mockspec: 1'"),
    .init(
      "servers", .spec, "defaults", of: "OpenAPI", "[{}]",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    .init(
      "baseUrl", .spec, "defaults", of: nil, "https://api.example.com/v1",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    .init(
      "baseURL", .spec, "defaults", of: nil, "https://api.example.com/v1",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    .init(
      "endpointPrefix", .spec, "defaults", of: "Mockoon", "v1",
      "write defaults: {basePath: /v1}"),
  ]

  // MARK: - Requests

  private static let requests: [OtherToolKey] = [
    .init("request", .request, "match", of: "WireMock and killgrave", "{}", matchForm),
    .init("when", .request, "match", of: nil, "{}", matchForm),
    .init("when", .request, "match", of: nil, "GET /a", fix: .rename),
    .init("matcher", .request, "match", of: nil, "…", matchForm),
    .init("response", .request, "responses", of: "WireMock and killgrave", "{}", responsesForm),
    .init("reply", .request, "responses", of: nil, "{}", responsesForm),
    .init("then", .request, "responses", of: nil, "{}", responsesForm),
    .init("returns", .request, "responses", of: nil, "{}", responsesForm),
    .init("name", .request, nil, of: "WireMock and Postman", "Login", "the key above it is the name of the request"),
    .init("id", .request, nil, of: "WireMock", "1", "the key above it is the name of the request"),
    .init("uuid", .request, nil, of: "WireMock and Mockoon", "1", "the key above it is the name of the request"),
    .init("documentation", .request, "description", of: "Mockoon", "text", fix: .rename),
    .init("summary", .request, "description", of: "OpenAPI", "text", fix: .rename),
    .init("parameters", .request, nil, of: "OpenAPI", "[{}]", parametersForm),
    .init(
      "requestBody", .request, nil, of: "OpenAPI", "{}",
      "write the body's condition in 'match': match: {path: /path, body: {json: …}}"),
    .init("tags", .request, nil, of: "OpenAPI", "[a]", "write 'x-tags': keys of your own start with 'x-'"),
    .init("times", .request, nil, of: nil, "2", "write it into a step of 'sequence': - {response: NAME, times: 2}"),
    .init("disabled", .request, "enabled", of: nil, "true", "write 'enabled: false' for true, or remove it for false"),
    .init("reply", .request, "responses", of: "nock", "200", responsesForm),
    .init("reply", .request, "responses", of: "nock", "[200]", responsesForm),
    .init("operationId", .request, nil, of: "OpenAPI", "a", "the key above it is the name of the request"),
    .init("deprecated", .request, nil, of: "OpenAPI", "true", own),
    .init("security", .request, nil, of: "OpenAPI", "[]", own),
    .init("event", .request, nil, of: "Postman", "[]", own),
    .init("metadata", .request, nil, of: "WireMock", "{}", own),
    .init("persistent", .request, nil, of: "WireMock", "true", "remove it: specs are kept in files"),
    .init("persist", .request, nil, of: "nock", "true", "remove it: a request answers any number of calls"),
    .init("scenarioName", .request, "sequence", of: "WireMock", "text", sequenceForm),
    .init("requiredScenarioState", .request, "sequence", of: "WireMock", "Started", sequenceForm),
    .init("newScenarioState", .request, "sequence", of: "WireMock", "Started", sequenceForm),
    .init("responseMode", .request, "sequence", of: "Mockoon", "SEQUENTIAL", sequenceForm),
  ]

  private static let parametersForm =
    "write conditions in the long form of 'match': match: {path: /path, query: {name: value}}"
  private static let matchForm = "write 'match', as in match: GET /path, or match: {method: GET, path: /path}"
  private static let responsesForm = "write 'responses', with a name for each: responses: {Success: {status: 200}}"
  private static let sequenceForm = "write the names of responses in their order: sequence: [Busy, Found]"

  private static let matches: [OtherToolKey] = [
    .init("url", .match, "path", of: "WireMock and curl", "/a", urlForm),
    .init("uri", .match, "path", of: nil, "/a", urlForm),
    .init("urlPath", .match, "path", of: "WireMock", "/a", fix: .rename),
    .init("urlPathTemplate", .match, "path", of: "WireMock", "/a", fix: .rename),
    .init("endpoint", .match, "path", of: "killgrave and Mockoon", "/a", "write 'path', which starts with '/'"),
    .init("route", .match, "path", of: nil, "/a", "write 'path', which starts with '/'"),
    .init("pathname", .match, "path", of: "msw", "/a", fix: .rename),
    .init(
      "location", .match, "path", of: "nginx", "/a", "write 'path', which is for the whole path: /a/** for a prefix"),
    .init("urlPattern", .match, "path", of: "WireMock", "/a.*", pathPattern),
    .init("urlPathPattern", .match, "path", of: "WireMock", "/a.*", pathPattern),
    .init("urlMatching", .match, "path", of: "WireMock", "/a.*", pathPattern),
    .init("urlPathMatching", .match, "path", of: "WireMock", "/a.*", pathPattern),
    .init("url", .match, "path", of: "Postman", "{}", urlForm),
    .init(
      "parameters", .match, "query", of: "OpenAPI", "[{}]",
      "write query: {name: value}, or params for names in the path"),
    .init("pathRegex", .match, "path", of: nil, "/a.*", pathPattern),
    .init("regex", .match, "path", of: nil, "/a.*", pathPattern),
    .init("methods", .match, "method", of: nil, "[GET]", fix: .rename),
    .init("verb", .match, "method", of: nil, "GET", fix: .rename),
    .init("httpMethod", .match, "method", of: nil, "GET", fix: .rename),
    .init("queryParameters", .match, "query", of: "WireMock", "{}", fix: .rename),
    .init("queryParams", .match, "query", of: nil, "{}", fix: .rename),
    .init("query_params", .match, "query", of: nil, "{}", fix: .rename),
    .init("searchParams", .match, "query", of: "msw", "{}", fix: .rename),
    .init("pathParameters", .match, "params", of: "WireMock", "{}", fix: .rename),
    .init("pathParams", .match, "params", of: nil, "{}", fix: .rename),
    .init("formParameters", .match, "body", of: "WireMock", "{}", "write body: {form: {name: value}}"),
    .init("bodyPatterns", .match, "body", of: "WireMock", "[{}]", bodyForm),
    .init("requestBody", .match, "body", of: "OpenAPI", "{}", bodyForm),
    .init("data", .match, "body", of: "curl", "text", bodyForm),
    .init("multipartPatterns", .match, "body", of: "WireMock", "[{}]", "write body: {multipart: {name: value}}"),
    .init("auth", .match, "headers", of: "Postman", "{}", "write headers: {Authorization: {startsWith: Bearer}}"),
    .init("clientIp", .match, nil, of: "WireMock", "…", "remove it: addresses of clients aren't compared"),
    .init("hostname", .match, "host", of: nil, "example.com", fix: .rename),
    .init("domain", .match, "host", of: nil, "example.com", fix: .rename),
    .init("destination", .match, "host", of: "Hoverfly", "…", "write 'host'"),
    .init("protocol", .match, "scheme", of: nil, "https", fix: .rename),
    .init(
      "basicAuth", .match, "headers", of: "WireMock", "{}", "write headers: {Authorization: {startsWith: 'Basic '}}"),
  ]

  private static let urlForm = "write 'path', or all in one: match: GET https://api.example.com/items?page=2"
  private static let bodyForm = "write 'body', as in body: {json: …}, or with pointers, form or text"

  private static let bodies: [OtherToolKey] = [
    .init(
      "equalToJson", .body, "jsonEquals", of: "WireMock", "{}", "write 'jsonEquals', or 'json' to allow other keys"),
    .init("equalToJson", .body, "jsonEquals", of: "WireMock", "text", "write jsonEquals: {…}, not as text"),
    .init("matchesJsonPath", .body, "pointers", of: "WireMock", "text", pointerForm),
    .init("jsonPath", .body, "pointers", of: nil, "text", pointerForm),
    .init("matchesJsonSchema", .body, "schema", of: "WireMock", "{}", fix: .rename),
    .init("jsonSchema", .body, "schema", of: nil, "{}", fix: .rename),
    .init("jsonPartial", .body, "json", of: "Hoverfly", "{}", fix: .rename),
    .init("equalToXml", .body, "text", of: "WireMock", "text", xmlForm),
    .init("matchesXPath", .body, "text", of: "WireMock", "text", xmlForm),
    .init("urlencoded", .body, "form", of: "Postman", "[{}]", "write form: {name: value}"),
    .init("formdata", .body, "multipart", of: "Postman", "[{}]", "write multipart: {name: value}"),
    .init("raw", .body, "text", of: "Postman", "text", "write 'text', or 'json' for JSON"),
    .init("query", .graphql, nil, of: nil, "text", documentForm),
    .init("mutation", .graphql, nil, of: nil, "text", documentForm),
    .init("name", .error, nil, of: nil, "timedOut", "write only the name, such as error: timedOut"),
  ]

  private static let documentForm =
    "write 'operationName' for the name in the document; for its whole text, body: {pointers: {/query: …}}"
  private static let xmlForm = "write 'text' with an operator, such as text: {contains: …}: XML is compared as text"
  private static let pointerForm = "write pointers: {/user/name: value}, with a JSON Pointer"

  // MARK: - Operators

  private static let operators: [OtherToolKey] =
    comparisons + [
      .init("equalTo", .operators, "equals", of: "WireMock", "a", fix: .rename),
      .init("exactMatch", .operators, "equals", of: "Hoverfly", "a", fix: .rename),
      .init("exact", .operators, "equals", of: nil, "a", fix: .rename),
      .init("eq", .operators, "equals", of: nil, "a", fix: .rename),
      .init("value", .operators, "equals", of: "Mockoon", "a", "write 'equals'"),
      .init("regex", .operators, "matches", of: "Mockoon and Hoverfly", "a", regexForm, fix: .rename),
      .init("regexp", .operators, "matches", of: nil, "a", regexForm),
      .init("regexMatch", .operators, "matches", of: "Hoverfly", "a", regexForm),
      .init("pattern", .operators, "matches", of: nil, "a", regexForm),
      .init("doesNotMatch", .operators, "not", of: "WireMock", "a", "write not: {matches: …}"),
      .init("doesNotContain", .operators, "not", of: "WireMock", "a", "write not: {contains: …}"),
      .init("hasExactly", .operators, "equals", of: "WireMock", "[{}]", "write a list of matchers: name: [a, b]"),
      .init("includes", .operators, "equals", of: "WireMock", "[{}]", "write a list of matchers: name: [a, b]"),
      .init("noneOf", .operators, "not", of: nil, "[a]", "write not: {oneOf: …}"),
      .init("exists", .operators, "present", of: nil, "true", fix: .rename),
      .init("absent", .operators, "present", of: "WireMock", "true", "write 'present: false'"),
      .init("in", .operators, "oneOf", of: nil, "[a]", fix: .rename),
      .init("anyOf", .operators, "oneOf", of: "JSON Schema", "[a]", fix: .rename),
      .init("enum", .operators, "oneOf", of: "JSON Schema", "[a]", fix: .rename),
      .init("or", .operators, "oneOf", of: "WireMock", "[{}]", "write oneOf: [a, b], or matches: 'a|b'"),
      .init(
        "and", .operators, nil, of: "WireMock", "[{}]", "write all operators into one mapping; all of them must hold"),
      .init(
        "type", .operators, nil, of: nil, "integer",
        "values are texts: write matches: '^[0-9]+$' for numbers, or oneOf: ['true', 'false']"),
      .init("prefix", .operators, "startsWith", of: nil, "a", fix: .rename),
      .init("hasPrefix", .operators, "startsWith", of: "Swift", "a", fix: .rename),
      .init("suffix", .operators, "endsWith", of: nil, "a", fix: .rename),
      .init("hasSuffix", .operators, "endsWith", of: "Swift", "a", fix: .rename),
      .init(
        "globMatch", .operators, "matches", of: "Hoverfly", "a*", "write 'matches' with a regular expression: '^a.*$'"),
      .init("glob", .operators, "matches", of: nil, "a*", "write 'matches' with a regular expression: '^a.*$'"),
      .init("caseInsensitive", .operators, "ignoreCase", of: "WireMock", "true", fix: .rename),
      .init(
        "equalToJson", .operators, nil, of: "WireMock", "…",
        "bodies are compared as JSON by match: {body: {jsonEquals: …}}"),
      .init(
        "matchesJsonPath", .operators, nil, of: "WireMock", "…",
        "JSON is compared by match: {body: {pointers: {/a: b}}}"),
    ]

  private static let comparisons = [
    "min", "max", "minimum", "maximum", "gt", "gte", "lt", "lte", "greaterThan", "lessThan", "between", "range",
  ].flatMap { word in
    ["1", "[1]"].map { example in
      OtherToolKey(
        word, .operators, nil, of: nil, example,
        "values are texts, which have no order: write oneOf: ['1', '2'], or matches: '^[0-9]+$'")
    }
  }
  private static let regexForm = "write 'matches'; a part of the value suffices, so write ^…$ for all of it"

  // MARK: - Responses

  private static let responses: [OtherToolKey] = [
    .init("statusCode", .response, "status", of: "killgrave and Mockoon", "404", fix: .rename),
    .init("status_code", .response, "status", of: nil, "404", fix: .rename),
    .init("responseCode", .response, "status", of: nil, "404", fix: .rename),
    .init("httpStatus", .response, "status", of: nil, "404", fix: .rename),
    .init("code", .response, "status", of: "Postman", "404", fix: .rename),
    .init("return", .response, "status", of: "nginx", "404", "write 'status', and 'text' for a text", fix: .rename),
    .init("body", .response, "text", of: "WireMock and Mockoon", "text", bodyKeys),
    .init("body", .response, "json", of: nil, "{}", "write 'json'", fix: .rename),
    .init("body", .response, "json", of: nil, "[]", "write 'json'", fix: .rename),
    .init("content", .response, "text", of: nil, "…", bodyKeys),
    .init("data", .response, "json", of: nil, "…", bodyKeys),
    .init("payload", .response, "json", of: nil, "…", bodyKeys),
    .init("jsonBody", .response, "json", of: "WireMock", "…", fix: .rename),
    .init("base64Body", .response, "base64", of: "WireMock", "SGVsbG8=", fix: .rename),
    .init("bodyFileName", .response, "file", of: "WireMock", "a.json", fileForm),
    .init("bodyFile", .response, "file", of: "killgrave and Hoverfly", "a.json", fileForm),
    .init("filePath", .response, "file", of: "Mockoon", "a.json", fileForm),
    .init("fixture", .response, "file", of: "OHHTTPStubs", "a.json", fileForm),
    .init("fixedDelayMilliseconds", .response, "delay", of: "WireMock", "500", fix: .unit("ms")),
    .init("delayConnection", .response, "delay", of: "nock", "500", fix: .unit("ms")),
    .init(
      "replyWithError", .response, "error", of: "nock", "text", "write 'error' with a name, such as error: timedOut"),
    .init(
      "abort", .response, "error", of: "Playwright", "failed", "write 'error' with a name, such as error: timedOut"),
    .init("sendFileAsBody", .response, nil, of: "Mockoon", "true", "remove it: 'file' is sent as the body"),
    .init(
      "bodyType", .response, nil, of: "Mockoon", "INLINE",
      "remove it: 'text', 'json' and 'file' are bodies of their kinds"),
    .init(
      "disableTemplating", .response, "template", of: "Mockoon", "true",
      "write 'template: false', or remove it: responses are templates only with 'template: true'"),
    .init("fixedDelay", .response, "delay", of: "Hoverfly", "500", delayUnit),
    .init("latency", .response, "delay", of: "Mockoon", "500", delayUnit),
    .init("delayMs", .response, "delay", of: nil, "500", fix: .unit("ms")),
    .init("responseTime", .response, "delay", of: "OHHTTPStubs", "2", delayUnit),
    .init(
      "delayDistribution", .response, "delay", of: "WireMock", "{}",
      "write delay: {min: 100ms, max: 2s}, or {median: 200ms, sigma: 0.5}"),
    .init(
      "chunkedDribbleDelay", .response, "throttle", of: "WireMock", "{}", "write throttle: {chunk: 1024, every: 100ms}"),
    .init("contentType", .response, "headers", of: "msw", "text/plain", typeForm),
    .init("Content-Type", .response, "headers", of: nil, "text/plain", typeForm),
    .init("header", .response, "headers", of: "Postman", "[{}]", "write headers: {Content-Type: text/plain}"),
    .init("cookies", .response, "headers", of: nil, "{}", "write headers: {Set-Cookie: name=value}"),
    .init("example", .response, "json", of: "OpenAPI", "…", "write 'json', for JSON"),
    .init("examples", .response, "json", of: "OpenAPI", "{}", "write 'json' in a response of its own for each"),
    .init("schema", .response, "json", of: "OpenAPI", "{}", "write 'json' with an example: a response has no schema"),
    .init("redirect", .response, "headers", of: "msw", "/a", "write status: 302, and headers: {Location: …}"),
    .init("templated", .response, "template", of: "Hoverfly", "true", fix: .rename),
    .init("transformers", .response, "template", of: "WireMock", "[a]", "write 'template', as in template: true"),
    .init("proxyBaseUrl", .response, "forward", of: "WireMock", "http://localhost:8000", fix: .rename),
    .init("proxy", .response, "forward", of: nil, "http://localhost:8000", fix: .rename),
    .init("proxy_pass", .response, "forward", of: "nginx", "http://localhost:8000", fix: .rename),
    .init("times", .response, nil, of: nil, "2", "write it into a step of 'sequence': - {response: NAME, times: 2}"),
    .init(
      "default", .response, nil, of: nil, "true", "write 'default' with the name of this response beside 'responses'"),
    .init("when", .response, nil, of: nil, "…", conditionForm),
    .init("name", .response, nil, of: "Postman", "Success", "the key above it is the name of the response"),
    .init("rules", .response, nil, of: "Mockoon", "[{}]", conditionForm),
    .init("$ref", .response, nil, of: "OpenAPI", "a", "write the response itself; 'file' names a file with its body"),
    .init("statusMessage", .response, "status", of: "WireMock", "text", "remove it: 'status' sets the reason"),
    .init("label", .response, "description", of: "Mockoon", "text", fix: .rename),
    .init("response", .response, nil, of: nil, "…", "write its keys directly into the named response"),
  ]

  private static let conditionForm = "write conditions in 'match' of a request; a second request has its own"
  private static let fileForm = "write 'file', with a path relative to the folder of this file"
  private static let typeForm = "write headers: {Content-Type: …}; without it, the type fits the body"

  // MARK: - Settings

  private static let bodyDefault = "bodies have no defaults: write it in each response"

  private static let outcomeDefault = "it has no default: write it in each response"

  private static let settings: [OtherToolKey] = [
    .init("response", .defaults, nil, of: nil, "{}", "write its keys directly into 'defaults'"),
    .init("json", .defaults, nil, of: nil, "…", bodyDefault),
    .init("text", .defaults, nil, of: nil, "…", bodyDefault),
    .init("file", .defaults, nil, of: nil, "a.json", bodyDefault),
    .init("body", .defaults, nil, of: nil, "…", bodyDefault),
    .init("base64", .defaults, nil, of: nil, "a", bodyDefault),
    .init("error", .defaults, nil, of: nil, "…", outcomeDefault),
    .init("fault", .defaults, nil, of: nil, "a", outcomeDefault),
    .init("forward", .defaults, nil, of: nil, "a", outcomeDefault),
    .init("passthrough", .defaults, nil, of: nil, "true", outcomeDefault),
    .init("request", .defaults, "match", of: nil, "{}", fix: .rename),
    .init("prefix", .defaults, "basePath", of: nil, "/v1", fix: .rename),
    .init(
      "baseUrl", .defaults, "basePath", of: nil, "https://api.example.com/v1",
      "write match: {scheme: https, host: api.example.com}, and basePath: /v1"),
    .init(
      "baseURL", .defaults, "basePath", of: nil, "https://api.example.com/v1",
      "write match: {scheme: https, host: api.example.com}, and basePath: /v1"),
    .init(
      "baseUrl", .project, "defaults", of: nil, "https://api.example.com/v1",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    .init(
      "host", .project, "defaults", of: nil, "api.example.com",
      "write defaults: {match: {host: …}}, or server: {host: …} for the address that the server listens on"),
    .init("address", .server, "host", of: nil, "127.0.0.1", fix: .rename),
    .init("cert", .server, "certificate", of: nil, "a.pem", fix: .rename),
    .init("bind", .server, "host", of: nil, "127.0.0.1", fix: .rename),
    .init("hostname", .server, "host", of: "Mockoon", "127.0.0.1", fix: .rename),
    .init("url", .server, "host", of: nil, "http://localhost:8080", "write 'host: localhost' and 'port: 8080'"),
    .init("https", .server, nil, of: nil, "true", "remove it: 'tls: true', or 'mockspec serve --tls', serves HTTPS"),
    .init("listen", .server, "port", of: "nginx", "8080", fix: .rename),
    .init("workers", .server, "threads", of: "nginx", "2", fix: .rename),
    .init("lower", .delay, "min", of: "WireMock", "100", "write 'min' with a unit: min: 100ms"),
    .init("upper", .delay, "max", of: "WireMock", "200", "write 'max' with a unit: max: 200ms"),
    .init("mean", .delay, "median", of: "Hoverfly", "100", "write 'median' with a unit: median: 100ms"),
    .init("rate", .throttle, "bytesPerSecond", of: nil, "1024", fix: .rename),
    .init("name", .step, "response", of: nil, "Success", fix: .rename),
    .init("count", .step, "times", of: nil, "2", fix: .rename),
    .init("repeat", .step, "times", of: nil, "2", fix: .rename),
  ]
}
