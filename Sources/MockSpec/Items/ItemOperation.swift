/// What the requests of a collection do.
enum ItemOperation: String, CaseIterable, Sendable {
  case list, get, create, replace, update, delete

  var method: String {
    switch self {
    case .list, .get: "GET"
    case .create: "POST"
    case .replace: "PUT"
    case .update: "PATCH"
    case .delete: "DELETE"
    }
  }

  /// Returns the name of the request of a collection.
  func requestName(of collection: String) -> String { "\(collection) \(rawValue)" }

  /// Whether the path of the request ends with an id.
  var hasID: Bool { self != .list && self != .create }

  /// Whether items can change.
  var changesItems: Bool { self != .list && self != .get }

  /// The names of the responses. The first one does the operation.
  var outcomes: [ItemOutcome] {
    switch self {
    case .list: [.ok, .malformed]
    case .get: [.ok, .notFound, .notModified]
    case .create: [.created, .conflict, .malformed, .invalid, .full]
    case .replace, .update: [.ok, .notFound, .malformed, .invalid, .preconditionFailed, .full]
    case .delete: [.deleted, .notFound, .preconditionFailed, .full]
    }
  }
}

/// The name of a response of a collection's requests.
enum ItemOutcome: String, Sendable {
  case ok = "OK"
  case created = "Created"
  case deleted = "Deleted"
  case notModified = "Not Modified"
  case malformed = "Malformed"
  case notFound = "Not Found"
  case conflict = "Conflict"
  case preconditionFailed = "Precondition Failed"
  case invalid = "Invalid"
  case full = "Full"

  var status: Int {
    switch self {
    case .ok: 200
    case .created: 201
    case .deleted: 204
    case .notModified: 304
    case .malformed: 400
    case .notFound: 404
    case .conflict: 409
    case .preconditionFailed: 412
    case .invalid: 422
    case .full: 507
    }
  }

  /// The reason phrase of the status (RFC 9110 §15, RFC 4918 §11.5).
  var reason: String {
    switch self {
    case .ok, .created, .notModified, .notFound, .conflict, .preconditionFailed: rawValue
    case .deleted: "No Content"
    case .malformed: "Bad Request"
    case .invalid: "Unprocessable Content"
    case .full: "Insufficient Storage"
    }
  }

  /// Whether the response has a problem document.
  var isProblem: Bool { status >= 400 }
}
