/// The root keys of a spec.
///
/// A test compares the keys in this file with the schemas. Decoders switch over them without `default`, so a new key
/// doesn't compile until it is decoded. Other keys either start with `x-` or are reported by the schema.
enum SpecKey: String, CaseIterable {
  case schema = "$schema"
  case mockspec, defaults, states, collections, requests
}

enum CollectionKey: String, CaseIterable {
  case path, items, idName, newIds, schema, parameters, responses
}

/// The parameters of a collection's list whose names can be changed.
enum CollectionParameterKey: String, CaseIterable {
  case page, limit, sort
}

enum RequestKey: String, CaseIterable {
  case description, match, when, priority, enabled, `default`, sequence, afterSequence, responses
}

enum StepKey: String, CaseIterable {
  case response, times
}

enum MatchKey: String, CaseIterable {
  case method, scheme, host, port, path, params, query, exactQuery, headers, cookies, body
}

/// The kinds of body matchers.
enum BodyMatcherKey: String, CaseIterable {
  case json, jsonEquals, pointers, paths, schema, form, multipart, graphql, text
}

enum GraphQLKey: String, CaseIterable {
  case operationName, variables
}

/// The operators of a value matcher, and the option `ignoreCase`.
enum ValueMatcherKey: String, CaseIterable {
  case equals, contains, startsWith, endsWith, matches, oneOf, above, below, atLeast, atMost, after, before
  case present, ignoreCase, not
}

enum ResponseKey: String, CaseIterable {
  case description, when, status, headers, file, ranges, json, text, base64, stream, websocket, template, delay,
    throttle, error, fault, forward, passthrough, set, callbacks
}

/// The keys of a call that the mock makes.
enum CallbackKey: String, CaseIterable {
  case call, delay, headers, json, text, base64, file, retry
}

enum RetryKey: String, CaseIterable {
  case times, every
}

/// The keys of a WebSocket.
enum SocketKey: String, CaseIterable {
  case protocols, messages, otherwise
}

/// The keys of a message of a WebSocket.
enum SocketMessageKey: String, CaseIterable {
  case receive, send, close, every, times, delay
}

/// The kinds of content of a message that is sent over a WebSocket.
enum SentMessageKey: String, CaseIterable {
  case json, text, base64
}

enum StreamKey: String, CaseIterable {
  case format, every, events, times, end
  // Of the replies of models.
  case firstDelay, text, toolCalls, model, usage, finish, error, fault
}

/// The keys of a call of a tool in the reply of a model.
enum ToolCallKey: String, CaseIterable {
  case name, arguments
}

enum UsageKey: String, CaseIterable {
  case input, output
}

/// The keys of the error of a model's API.
enum ModelErrorKey: String, CaseIterable {
  case type, message, status
}

/// The keys of an event of a stream.
enum EventKey: String, CaseIterable {
  case data, event, id, comment, retry, base64, file, delay, fault
}

enum DefaultsKey: String, CaseIterable {
  case match, basePath, status, headers, delay, throttle, template
}

enum DelayKey: String, CaseIterable {
  case min, max, median, sigma
}

enum ThrottleKey: String, CaseIterable {
  case bytesPerSecond, chunk, every
}

enum CustomErrorKey: String, CaseIterable {
  case domain, code, message
}

/// The keys of a project file.
enum ProjectKey: String, CaseIterable {
  case schema = "$schema"
  case mockspec, defaults, unmatched, passthrough, timeout, seed, redact, allowOutside, allowCallbacks, scenes, server
}

enum ServerKey: String, CaseIterable {
  case host, port, threads, tls, certificate, key, cors, limits
}

enum ExtendedSceneKey: String, CaseIterable {
  case extends, states, select
}
