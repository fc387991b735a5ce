// A table, long by nature: the keys of other tools, by the mapping in which they appear.
extension OtherToolKey {
  static let all = [
    files, collections, requests, matches, operators, responses, streams, sockets, callbacks, settings,
  ].flatMap(\.self).flatMap(\.self)

  private static let named =
    "write 'requests', with a name for each: requests: {NAME: {match: GET /path, responses: {…}}}"
  private static let own = "remove it, or write it as a key of your own, which starts with 'x-'"
  private static let bodyKeys = "write 'text', 'json' or 'file', for what the body is"
  private static let delayUnit = "write 'delay' with a unit: delay: 500ms, or delay: 2s"
  private static let pathPattern =
    "paths have no regular expressions: write path: '/items/{id}', and params: {id: {matches: '^[0-9]+$'}}"
  private static let parametersForm =
    "write conditions in the long form of 'match': match: {path: /path, query: {name: value}}"
  private static let matchForm = "write 'match', as in match: GET /path, or match: {method: GET, path: /path}"
  private static let responsesForm = "write 'responses', with a name for each: responses: {Success: {status: 200}}"
  private static let sequenceForm = "write the names of responses in their order: sequence: [Busy, Found]"
  private static let stateForm =
    "declare a state at the top of the file, states: {NAME: [Started, Done]}, and write 'when' in the request and 'set' "
    + "in the response"
  private static let whenForm = "write when: {STATE: value}, for the states in which the request matches"
  private static let setForm =
    "write set: {STATE: value} to change a state, or when: {STATE: value} to answer only in it"
  private static let urlForm = "write 'path', or all in one: match: GET https://api.example.com/items?page=2"
  private static let bodyForm = "write 'body', as in body: {json: …}, or with pointers, form or text"
  private static let documentForm =
    "write 'operationName' for the name in the document; for its whole text, body: {pointers: {/query: …}}"
  private static let xmlForm = "write 'text' with an operator, such as text: {contains: …}: XML is compared as text"
  private static let jsonPathForm = "write paths: {$.user.name: value}"
  private static let regexForm = "write 'matches'; a part of the value suffices, so write ^…$ for all of it"
  private static let conditionForm = "write conditions in 'match' of a request; a second request has its own"
  private static let fileForm = "write 'file', with a path relative to the folder of this file"
  private static let typeForm = "write headers: {Content-Type: …}; without it, the type fits the body"
  private static let bodyDefault = "bodies have no defaults: write it in each response"
  private static let outcomeDefault = "it has no default: write it in each response"

  private static let callbackForm =
    "write callbacks: [{call: POST http://client.example/hook, json: {…}}], and list the origin in the project file: "
    + "allowCallbacks: [http://client.example]"
  private static let streamingForm =
    "write a stream or a WebSocket in a response: stream: {every: 1s, events: […]}, or websocket: {messages: […]}"
  private static let bodyType = "remove it: 'text', 'json' and 'file' are bodies of their kinds"
  private static let orderForm =
    "write 'above', 'below', 'atLeast' or 'atMost' with a number, for example: {atLeast: 1, below: 10}"

  private static let collectionsForm = "write collections: {NAME: {path: /users, items: […]}}"
  private static let pagesForm =
    "remove it: a call asks for a page, as in /users?page=2&limit=10, and 'parameters' gives these names"

  private static let files: [[OtherToolKey]] = [
    words("databuckets data", .spec, "collections", of: "Mockoon", "[{}]", collectionsForm),
    words("crud", .spec, "collections", of: "MockServer", "…", collectionsForm),
    words("resources entities buckets tables", .spec, "collections", "{}", fix: .rename),
    words("mappings", .spec, "requests", of: "WireMock", "[{}]", named),
    words("mappings", .spec, "requests", of: "WireMock", "{}", named),
    words("routes", .spec, "requests", of: "Mockoon", "[{}]", named),
    words("routes", .spec, "requests", of: "Mockoon", "{}", named),
    words("paths", .spec, "requests", of: "OpenAPI", "{}", named),
    words("endpoints stubs mocks", .spec, "requests", "…", named),
    words("scenarios", .spec, "states", "{}", "write states: {NAME: [first value, second value]}"),
    words("handlers", .spec, "requests", of: "msw", "…", named),
    words("info components", .spec, nil, of: "OpenAPI", "{}", own),
    words("version", .spec, "mockspec", "1", "the version of the language is 'mockspec: 1'"),
    words(
      "servers", .spec, "defaults", of: "OpenAPI", "[{}]",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    words(
      "baseUrl baseURL", .spec, "defaults", "https://api.example.com/v1",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    words("endpointPrefix", .spec, "defaults", of: "Mockoon", "v1", "write defaults: {basePath: /v1}"),
    words(
      "baseUrl", .project, "defaults", "https://api.example.com/v1",
      "write defaults: {match: {scheme: https, host: api.example.com}, basePath: /v1}"),
    words(
      "host", .project, "defaults", "api.example.com",
      "write defaults: {match: {host: …}}, or server: {host: …} for the address that the server listens on"),
  ]

  private static let collections: [[OtherToolKey]] = [
    words("match", .collection, "path", "GET /users", "write path: /users"),
    words("route url uri endpoint resource", .collection, "path", "/users", fix: .rename),
    words("basePath", .collection, "path", of: "MockServer", "/users", fix: .rename),
    words("data values value rows records seed entries", .collection, "items", "[{}]", fix: .rename),
    words("data file source from", .collection, "items", "data/users.json", fix: .rename),
    words("initialData", .collection, "items", of: "MockServer", "[{}]", fix: .rename),
    words("id primaryKey key pk idKey idAttribute identifier", .collection, "idName", "id", fix: .rename),
    words("idField", .collection, "idName", of: "MockServer", "id", fix: .rename),
    words(
      "idStrategy", .collection, "newIds", of: "MockServer", "UUID", "write newIds: counter, or newIds: uuid"),
    words("pagination paging pageSize perPage", .collection, nil, "…", pagesForm),
    words("name", .collection, nil, "users", "the key above it is the name of the collection"),
    words("post POST add insert new store", .operations, "create", "{}", fix: .rename),
    words("put PUT overwrite", .operations, "replace", "{}", fix: .rename),
    words("patch PATCH edit modify change", .operations, "update", "{}", fix: .rename),
    words("index all find browse search getAll findAll", .operations, "list", "{}", fix: .rename),
    words("show read findOne getOne fetch item", .operations, "get", "{}", fix: .rename),
    words("GET", .operations, "get", "{}", "write 'list' for the list, or 'get' for an item"),
    words("destroy remove DELETE", .operations, "delete", "{}", fix: .rename),
  ]

  private static let requests: [[OtherToolKey]] = [
    words("request", .request, "match", of: "WireMock", "{}", matchForm),
    words("matcher", .request, "match", "…", matchForm),
    words("response", .request, "responses", of: "WireMock", "{}", responsesForm),
    words("reply then returns", .request, "responses", "{}", responsesForm),
    words("name id", .request, nil, of: "WireMock", "Login", "the key above it is the name of the request"),
    words("uuid", .request, nil, of: "WireMock and Mockoon", "1", "the key above it is the name of the request"),
    words("documentation", .request, "description", of: "Mockoon", "text", fix: .rename),
    words("summary", .request, "description", of: "OpenAPI", "text", fix: .rename),
    words("parameters", .request, nil, of: "OpenAPI", "[{}]", parametersForm),
    words(
      "requestBody", .request, nil, of: "OpenAPI", "{}",
      "write the body's condition in 'match': match: {path: /path, body: {json: …}}"),
    words("tags", .request, nil, of: "OpenAPI", "[a]", "write 'x-tags': keys of your own start with 'x-'"),
    words("times", .request, nil, "2", "write it into a step of 'sequence': - {response: NAME, times: 2}"),
    words("disabled", .request, "enabled", "true", "write 'enabled: false' for true, or remove it for false"),
    words("reply", .request, "responses", "200", responsesForm),
    words("reply", .request, "responses", "[200]", responsesForm),
    words("operationId", .request, nil, of: "OpenAPI", "a", "the key above it is the name of the request"),
    words("deprecated", .request, nil, of: "OpenAPI", "true", own),
    words("security", .request, nil, of: "OpenAPI", "[]", own),
    words("metadata", .request, nil, of: "WireMock", "{}", own),
    words("persistent", .request, nil, of: "WireMock", "true", "remove it: specs are kept in files"),
    words(
      "scenarioName requiredScenarioState newScenarioState", .request, nil, of: "WireMock", "text", stateForm),
    words("scenarioState", .request, nil, of: "MockServer", "text", stateForm),
    words("state states", .request, "when", "{}", whenForm),
    words("state", .request, "when", "filled", whenForm),
    words("responseMode", .request, "sequence", of: "Mockoon", "SEQUENTIAL", sequenceForm),
    words("name", .step, "response", "Success", fix: .rename),
    words("count repeat", .step, "times", "2", fix: .rename),
  ]

  private static let matches: [[OtherToolKey]] = [
    words("oneOf anyOf alternatives any or", .match, nil, "[a]", "write the list itself: match: [GET /a, GET /b]"),
    words("url", .match, "path", of: "WireMock", "/a", urlForm),
    words("uri", .match, "path", "/a", urlForm),
    words("urlPath urlPathTemplate", .match, "path", of: "WireMock", "/a", fix: .rename),
    words("endpoint", .match, "path", of: "Mockoon", "/a", "write 'path', which starts with '/'"),
    words("route", .match, "path", "/a", "write 'path', which starts with '/'"),
    words("pathname", .match, "path", of: "msw", "/a", fix: .rename),
    words("urlPattern urlPathPattern urlMatching urlPathMatching", .match, "path", of: "WireMock", "/a.*", pathPattern),
    words(
      "parameters", .match, "query", of: "OpenAPI", "[{}]",
      "write query: {name: value}, or params for names in the path"),
    words("pathRegex regex", .match, "path", "/a.*", pathPattern),
    words("methods", .match, "method", "[GET]", fix: .rename),
    words("verb httpMethod", .match, "method", "GET", fix: .rename),
    words("queryParameters", .match, "query", of: "WireMock", "{}", fix: .rename),
    words("queryParams query_params", .match, "query", "{}", fix: .rename),
    words("searchParams", .match, "query", of: "msw", "{}", fix: .rename),
    words("pathParameters", .match, "params", of: "WireMock", "{}", fix: .rename),
    words("pathParams", .match, "params", "{}", fix: .rename),
    words("formParameters", .match, "body", of: "WireMock", "{}", "write body: {form: {name: value}}"),
    words("bodyPatterns", .match, "body", of: "WireMock", "[{}]", bodyForm),
    words("requestBody", .match, "body", of: "OpenAPI", "{}", bodyForm),
    words("data", .match, "body", "text", bodyForm),
    words("multipartPatterns", .match, "body", of: "WireMock", "[{}]", "write body: {multipart: {name: value}}"),
    words("state states", .match, nil, "{}", "write 'when' in the request, beside 'match'"),
    words("clientIp", .match, nil, of: "WireMock", "…", "remove it: addresses of clients aren't compared"),
    words("hostname domain", .match, "host", "example.com", fix: .rename),
    words("protocol", .match, "scheme", "https", fix: .rename),
    words(
      "basicAuth", .match, "headers", of: "WireMock", "{}", "write headers: {Authorization: {startsWith: 'Basic '}}"),
    words(
      "equalToJson", .body, "jsonEquals", of: "WireMock", "{}", "write 'jsonEquals', or 'json' to allow other keys"),
    words("equalToJson", .body, "jsonEquals", of: "WireMock", "text", "write jsonEquals: {…}, not as text"),
    words("matchesJsonPath", .body, "paths", of: "WireMock", "text", jsonPathForm),
    words("jsonPath", .body, "paths", "text", jsonPathForm),
    words("jsonPath jsonPaths jsonpath", .body, "paths", "{}", fix: .rename),
    words("matchesJsonSchema", .body, "schema", of: "WireMock", "{}", fix: .rename),
    words("jsonSchema", .body, "schema", "{}", fix: .rename),
    words("equalToXml matchesXPath", .body, "text", of: "WireMock", "text", xmlForm),
    words("query mutation", .graphql, nil, "text", documentForm),
  ]

  private static let operators: [[OtherToolKey]] = [
    words("equalTo", .operators, "equals", of: "WireMock", "a", fix: .rename),
    words("exactMatch exact eq", .operators, "equals", "a", fix: .rename),
    words("value", .operators, "equals", of: "Mockoon", "a", "write 'equals'"),
    words("regex", .operators, "matches", of: "Mockoon", "a", regexForm, fix: .rename),
    words("regexp pattern", .operators, "matches", "a", regexForm),
    words("doesNotMatch", .operators, "not", of: "WireMock", "a", "write not: {matches: …}"),
    words("doesNotContain", .operators, "not", of: "WireMock", "a", "write not: {contains: …}"),
    words(
      "hasExactly includes", .operators, "equals", of: "WireMock", "[{}]", "write a list of matchers: name: [a, b]"),
    words("noneOf", .operators, "not", "[a]", "write not: {oneOf: …}"),
    words("exists", .operators, "present", "true", fix: .rename),
    words("absent", .operators, "present", of: "WireMock", "true", "write 'present: false'"),
    words("in anyOf enum", .operators, "oneOf", "[a]", fix: .rename),
    words("or", .operators, "oneOf", of: "WireMock", "[{}]", "write oneOf: [a, b], or matches: 'a|b'"),
    words(
      "and", .operators, nil, of: "WireMock", "[{}]", "write all operators into one mapping; all of them must hold"),
    words(
      "type", .operators, nil, "integer",
      "values are texts: write matches: '^[0-9]+$' for numbers, or oneOf: ['true', 'false']"),
    words("prefix hasPrefix", .operators, "startsWith", "a", fix: .rename),
    words("suffix hasSuffix", .operators, "endsWith", "a", fix: .rename),
    words("glob", .operators, "matches", "a*", "write 'matches' with a regular expression: '^a.*$'"),
    words("caseInsensitive", .operators, "ignoreCase", of: "WireMock", "true", fix: .rename),
    words(
      "equalToJson", .operators, nil, of: "WireMock", "…",
      "bodies are compared as JSON by match: {body: {jsonEquals: …}}"),
    words(
      "matchesJsonPath", .operators, nil, of: "WireMock", "…", "JSON is compared by match: {body: {pointers: {/a: b}}}"),
    words(
      "min max minimum maximum gt gte lt lte greaterThan lessThan between range", .operators, nil, "1", orderForm),
    words(
      "min max minimum maximum gt gte lt lte greaterThan lessThan between range", .operators, nil, "[1]", orderForm),
  ]

  private static let responses: [[OtherToolKey]] = [
    words("statusCode", .response, "status", of: "Mockoon", "404", fix: .rename),
    words("status_code responseCode httpStatus code", .response, "status", "404", fix: .rename),
    words("body", .response, "text", of: "WireMock and Mockoon", "text", bodyKeys),
    words("body", .response, "json", "{}", "write 'json'", fix: .rename),
    words("body", .response, "json", "[]", "write 'json'", fix: .rename),
    words("content", .response, "text", "…", bodyKeys),
    words("data payload", .response, "json", "…", bodyKeys),
    words("jsonBody", .response, "json", of: "WireMock", "…", fix: .rename),
    words("base64Body", .response, "base64", of: "WireMock", "SGVsbG8=", fix: .rename),
    words("bodyFileName", .response, "file", of: "WireMock", "a.json", fileForm),
    words("bodyFile fixture", .response, "file", "a.json", fileForm),
    words("filePath", .response, "file", of: "Mockoon", "a.json", fileForm),
    words("fixedDelayMilliseconds", .response, "delay", of: "WireMock", "500", fix: .unit("ms")),
    words("sendFileAsBody", .response, nil, of: "Mockoon", "true", "remove it: 'file' is sent as the body"),
    words("bodyType", .response, nil, of: "Mockoon", "INLINE", bodyType),
    words(
      "disableTemplating", .response, "template", of: "Mockoon", "true",
      "write 'template: false', or remove it: responses are templates only with 'template: true'"),
    words("fixedDelay responseTime", .response, "delay", "500", delayUnit),
    words("latency", .response, "delay", of: "Mockoon", "500", delayUnit),
    words("delayMs", .response, "delay", "500", fix: .unit("ms")),
    words(
      "delayDistribution", .response, "delay", of: "WireMock", "{}",
      "write delay: {min: 100ms, max: 2s}, or {median: 200ms, sigma: 0.5}"),
    words(
      "chunkedDribbleDelay", .response, "throttle", of: "WireMock", "{}", "write throttle: {chunk: 1024, every: 100ms}"),
    words("contentType", .response, "headers", of: "msw", "text/plain", typeForm),
    words("Content-Type", .response, "headers", "text/plain", typeForm),
    words("header", .response, "headers", "[{}]", "write headers: {Content-Type: text/plain}"),
    words("cookies", .response, "headers", "{}", "write headers: {Set-Cookie: name=value}"),
    words("example", .response, "json", of: "OpenAPI", "…", "write 'json', for JSON"),
    words("examples", .response, "json", of: "OpenAPI", "{}", "write 'json' in a response of its own for each"),
    words("schema", .response, "json", of: "OpenAPI", "{}", "write 'json' with an example: a response has no schema"),
    words("redirect", .response, "headers", of: "msw", "/a", "write status: 302, and headers: {Location: …}"),
    words("transformers", .response, "template", of: "WireMock", "[a]", "write 'template', as in template: true"),
    words("proxyBaseUrl", .response, "forward", of: "WireMock", "http://localhost:8000", fix: .rename),
    words("proxy", .response, "forward", "http://localhost:8000", fix: .rename),
    words("times", .response, nil, "2", "write it into a step of 'sequence': - {response: NAME, times: 2}"),
    words("default", .response, nil, "true", "write 'default' with the name of this response beside 'responses'"),
    words(
      "scenarioName requiredScenarioState newScenarioState", .response, nil, of: "WireMock", "text", stateForm),
    words("state states setState newState nextState", .response, "set", "{}", setForm),
    words("state setState newState nextState", .response, "set", "filled", setForm),
    words("name", .response, nil, "Success", "the key above it is the name of the response"),
    words("rules", .response, nil, of: "Mockoon", "[{}]", conditionForm),
    words("$ref", .response, nil, of: "OpenAPI", "a", "write the response itself; 'file' names a file with its body"),
    words("statusMessage", .response, "status", of: "WireMock", "text", "remove it: 'status' sets the reason"),
    words("label", .response, "description", of: "Mockoon", "text", fix: .rename),
    words("response", .response, nil, "…", "write its keys directly into the named response"),
    words("lower", .delay, "min", of: "WireMock", "100", "write 'min' with a unit: min: 100ms"),
    words("upper", .delay, "max", of: "WireMock", "200", "write 'max' with a unit: max: 200ms"),
    words("rate", .throttle, "bytesPerSecond", "1024", fix: .rename),
    words("name", .error, nil, "timedOut", "write only the name, such as error: timedOut"),
    words(
      "httpSseResponse", .response, "stream", of: "MockServer", "{}", "write stream: {every: 1s, events: [{data: …}]}"),
    words("sse eventStream", .response, "stream", "{}", fix: .rename),
    words("sse eventStream", .response, "stream", "[{}]", "write stream: {events: […]}"),
    words(
      "httpWebSocketResponse", .response, "websocket", of: "MockServer", "{}",
      "write websocket: {messages: [{send: {text: …}}]}"),
    words("ws socket", .response, "websocket", "{}", fix: .rename),
    words("streamingMode streamingInterval", .response, nil, of: "Mockoon", "…", streamingForm),
    words("streamingMode streamingInterval", .request, nil, of: "Mockoon", "…", streamingForm),
    words("webhook webhooks postServeActions serveEventListeners callback", .response, "callbacks", "…", callbackForm),
    words("allowCallbacks", .response, nil, "…", "write it in the project file, mockspec.yaml"),
  ]

  private static let streams: [[OtherToolKey]] = [
    words("interval pause", .stream, "every", "1s", fix: .rename),
    words(
      "delay", .stream, nil, "…",
      "write 'every' for the pause between events, or 'delay' in the response, or in the first event, for the one before it"
    ),
    words("chunks items", .stream, "events", "[{}]", fix: .rename),
    words("messages", .stream, nil, "[{}]", "write 'events', or 'text' for the reply of a language model"),
    words("content message completion output", .stream, "text", "…", "write 'text' for the reply of a language model"),
    words("finish_reason finishReason stop_reason stopReason", .stream, "finish", "length", fix: .rename),
    words("max_tokens maxTokens", .stream, nil, "5", "remove it: the whole text is sent, and 'finish' is why it ends"),
    words(
      "closeConnection", .stream, "end", of: "MockServer", "true",
      "write 'end: close' for true, or 'end: open' for false"),
    words("json text", .event, "data", "…", fix: .rename),
    words("body payload", .event, "data", "…", "write 'data'"),
    words("type", .event, "event", "headline", fix: .rename),
    words(
      "function", .toolCall, "name", of: "OpenAI", "{}", "write the name and the arguments: {name: …, arguments: {…}}"),
    words("type", .toolCall, nil, of: "OpenAI", "function", "remove it: all calls are of functions"),
    words("id", .toolCall, nil, "call_1", "remove it: the ID is derived from the call"),
    words("input args parameters", .toolCall, "arguments", "{}", fix: .rename),
    words("prompt_tokens input_tokens", .modelUsage, "input", "5", fix: .rename),
    words("completion_tokens output_tokens", .modelUsage, "output", "5", fix: .rename),
  ]

  private static let sockets: [[OtherToolKey]] = [
    words(
      "onMessage onmessage", .websocket, nil, "…", "write messages: [{receive: …, send: …}] for answers to messages"),
    words(
      "onConnect onOpen onopen", .websocket, nil, "…", "write messages: [{send: …}] for what is sent from the start"),
    words("events", .websocket, "messages", "[{}]", fix: .rename),
    words("echo", .websocket, "otherwise", "true", "write 'otherwise: echo'"),
    words("data message body payload", .socketMessage, "send", "…", "write send: {text: …}, or send: {json: …}"),
    words("fault error", .socketMessage, nil, "…", "a WebSocket has no faults: 'close: 1011' ends it"),
    words("file", .sentMessage, nil, "a.json", "a message has no 'file': write 'json', 'text' or 'base64'"),
    words("base64", .body, nil, "AAEC", "binary content isn't compared: 'text' compares content that is UTF-8"),
    words("body", .body, nil, "{}", "leave out 'body', and write its content in its place"),
  ]

  private static let callbacks: [[OtherToolKey]] = [
    words(
      "url uri method", .callback, "call", "http://client.example/hook", "write call: POST http://client.example/hook"),
    words("body payload", .callback, "json", "…", "write 'json', 'text' or 'file', for what the body is"),
    words("latency", .callback, "delay", of: "Mockoon", "500", delayUnit),
    words("bodyType", .callback, nil, of: "Mockoon", "INLINE", bodyType),
    words("uuid id name", .callback, nil, "a", "remove it: callbacks have no names"),
    words("retries", .callback, "retry", "{}", fix: .rename),
    words("retries", .callback, "retry", "3", "write retry: {times: 3, every: 1s}"),
    words("count attempts maxAttempts limit", .retry, "times", "3", fix: .rename),
    words("delay interval pause wait", .retry, "every", "1s", fix: .rename),
  ]

  private static let settings: [[OtherToolKey]] = [
    words("response", .defaults, nil, "{}", "write its keys directly into 'defaults'"),
    words("json text body", .defaults, nil, "…", bodyDefault),
    words("file base64", .defaults, nil, "a.json", bodyDefault),
    words("error", .defaults, nil, "…", outcomeDefault),
    words("fault forward passthrough", .defaults, nil, "a", outcomeDefault),
    words("stream websocket callbacks", .defaults, nil, "…", outcomeDefault),
    words("request", .defaults, "match", "{}", fix: .rename),
    words("prefix", .defaults, "basePath", "/v1", fix: .rename),
    words(
      "baseUrl baseURL", .defaults, "basePath", "https://api.example.com/v1",
      "write match: {scheme: https, host: api.example.com}, and basePath: /v1"),
    words("address bind", .server, "host", "127.0.0.1", fix: .rename),
    words("cert", .server, "certificate", "a.pem", fix: .rename),
    words("hostname", .server, "host", of: "Mockoon", "127.0.0.1", fix: .rename),
    words("url", .server, "host", "http://localhost:8080", "write 'host: localhost' and 'port: 8080'"),
    words("https", .server, nil, "true", "remove it: 'tls: true', or 'mockspec serve --tls', serves HTTPS"),
  ]

  /// Rows for several words with the same meaning.
  private static func words(
    _ words: String, _ level: Level, _ meaning: String?, of tools: String? = nil, _ example: String,
    _ advice: String? = nil, fix: Fix = .none
  ) -> [OtherToolKey] {
    words.split(separator: " ").map {
      OtherToolKey(String($0), level, meaning, of: tools, example, advice, fix: fix)
    }
  }
}
