#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  @_spi(Reflection) import Swift

  // All uses of FoundationNetworking's internal fields, without which tasks can't be mocked reliably. Each field is looked
  // up once, by name, in the runtime's metadata, and used only if it has the expected type. In a version without the field,
  // the feature that needs it isn't available.

  extension URLSessionTask {
    private static let inline = StoredField("_callCompletionHandlerInline", of: URLSessionTask.self)
    private static let workQueue = StoredField("workQueue", of: URLSessionTask.self)
    private static let session = StoredField("session", of: URLSessionTask.self)
    private static let knownBody = StoredField("knownBody", of: URLSessionTask.self)
    private static let fieldQueue = StoredField("syncQ", of: URLSessionTask.self)
    private static let currentRequest = StoredField("_currentRequest", of: URLSessionTask.self)
    private static let sent = StoredField("_countOfBytesSent", of: URLSessionTask.self)
    private static let toSend = StoredField("countOfBytesExpectedToSend", of: URLSessionTask.self)
    private static let received = StoredField("_countOfBytesReceived", of: URLSessionTask.self)
    private static let toReceive = StoredField("countOfBytesExpectedToReceive", of: URLSessionTask.self)
    private static let registry = StoredField("taskRegistry", of: URLSession.self)
    private static let behaviours = (registry?.type as? AnyClass).flatMap { StoredField("behaviours", of: $0) }
    private static let failure = StoredField("error", of: URLSessionTask.self)
    private static let response = StoredField("_response", of: URLSessionTask.self)

    /// The source of an upload task's bytes.
    enum UploadSource {
      case data(DispatchData)
      case file(URL)
      case delegate
    }

    /// Whether the task completes on the work queue, as that of an async method does.
    var completesInline: Bool { Self.inline?.read(from: self) as? Bool ?? false }

    /// Makes async methods complete on the delegate queue, as all others do. Otherwise they complete on the work queue,
    /// where they deadlock with a cancellation and block all of URLSession (swift-corelibs-foundation #5412).
    func completeOnDelegateQueue() {
      Self.inline?.write(false, to: self)
    }

    /// The queue on which URLSession calls the task's protocol, and on which the protocol has to call its client.
    var serialQueue: DispatchQueue? { Self.workQueue?.read(from: self) as? DispatchQueue }

    var owningSession: URLSession? { Self.session?.read(from: self) as? URLSession }

    /// Whether only a delegate gets the body, in pieces; `nil` if this isn't known. To be read on ``serialQueue``, which
    /// protects the session's registry.
    var reportsToDelegateOnly: Bool? { behaviour?.children.isEmpty }

    /// The delegate with which an async method was called. To be read on ``serialQueue``.
    var methodDelegate: (any URLSessionTaskDelegate)? {
      guard let (label, values) = behaviour?.children.first, label?.hasSuffix("WithTaskDelegate") == true else {
        return nil
      }
      return Array(Mirror(reflecting: values).children).last?.value as? any URLSessionTaskDelegate
    }

    /// The enum case that determines how the session reports to the app. Its associated values are a completion handler
    /// and perhaps a delegate; it has none if only the session's delegate gets reports.
    private var behaviour: Mirror? {
      guard let session = owningSession, let registry = Self.registry?.read(from: session),
        let behaviours = Self.behaviours?.read(from: registry as AnyObject) as? any IntKeyedDictionary,
        let behaviour = behaviours.value(of: taskIdentifier)
      else { return nil }
      return Mirror(reflecting: behaviour)
    }

    /// Sets `currentRequest`; false if this version has no such field.
    func setCurrentRequest(_ request: URLRequest) -> Bool {
      writeSynchronized(request as URLRequest?, to: Self.currentRequest)
    }

    /// Sets `countOfBytesSent`, if this version has such a field.
    func setSent(_ count: Int64) {
      writeSynchronized(count, to: Self.sent)
      updateProgress()
    }

    /// Sets `countOfBytesExpectedToSend`, if this version has such a field.
    func setExpectedToSend(_ count: Int64) { Self.toSend?.write(count, to: self) }

    /// Sets `countOfBytesReceived`, if this version has such a field.
    func setReceived(_ count: Int64) {
      writeSynchronized(count, to: Self.received)
      updateProgress()
    }

    /// Sets `countOfBytesExpectedToReceive`, if this version has such a field.
    func setExpectedToReceive(_ count: Int64) { Self.toReceive?.write(count, to: self) }

    /// Computes `progress` from the counts, which any change of this property does.
    private func updateProgress() { countOfBytesClientExpectsToReceive += 0 }

    /// Sets `response` without reporting it to a delegate; false if this version has no such field.
    func setResponse(_ response: URLResponse) -> Bool { writeSynchronized(response as URLResponse?, to: Self.response) }

    /// Sets `error`, if this version has such a field.
    func setError(_ error: any Error) { Self.failure?.write(error as (any Error)?, to: self) }

    /// Writes a field on the queue that protects it; false if this version has no such field.
    @discardableResult
    private func writeSynchronized(_ value: some Any, to field: StoredField?) -> Bool {
      guard let queue = Self.fieldQueue?.read(from: self) as? DispatchQueue, let field else { return false }
      return queue.sync { field.write(value, to: self) }
    }

    /// The source of an upload's body; `nil` if it isn't known.
    var uploadSource: UploadSource? {
      guard let optional = Self.knownBody?.read(from: self) else { return nil }
      guard let body = Mirror(reflecting: optional).children.first?.value else { return .delegate }
      switch Mirror(reflecting: body).children.first?.value {
      case let data as DispatchData: return .data(data)
      case let file as URL: return .file(file)
      default: return nil
      }
    }
  }

  extension URLSessionWebSocketTask {
    private static let failure = StoredField("taskError", of: URLSessionWebSocketTask.self)

    /// Makes the pending sends and receives fail.
    func failPendingWork(_ error: any Error) {
      // Pending work fails only when the task is closed, which sets an error of its own. This one replaces it before the
      // failures are reported.
      cancel(with: .internalServerError, reason: nil)
      serialQueue?.async { Self.failure?.write(error as (any Error)?, to: self) }
    }
  }

  extension URLSession {
    private static let workQueue = StoredField("workQueue", of: URLSession.self)

    /// The queue that runs the work of the session and, through their own queues, of its tasks.
    var serialQueue: DispatchQueue? { Self.workQueue?.read(from: self) as? DispatchQueue }
  }

  extension URLProtocol {
    private static let storedProperties = StoredField("properties", of: URLProtocol.self)

    /// Sets the file with the body of a download task; false if this version has no such field.
    func setDownloadedFile(_ file: URL) -> Bool { set(file, forKey: "temporaryFileURL") }

    /// Sets the body that a completion handler gets; false if this version has no such field.
    func setReceivedData(_ data: Data) -> Bool { set(data, forKey: "responseData") }

    private func set(_ value: Any, forKey key: String) -> Bool {
      guard let field = Self.storedProperties, let type = field.type as? any StringKeyedDictionary.Type else {
        return false
      }
      return type.set(value, forKey: key, at: field.address(in: self))
    }
  }

  /// A stored property of a class, whatever its access level.
  private struct StoredField: @unchecked Sendable {
    let offset: Int
    let type: any Any.Type

    /// `_EachFieldOptions.classType`, which is a variable and can't be used in Swift 6 mode.
    private static let ofClass = _EachFieldOptions(rawValue: 1)

    init?(_ name: String, of type: AnyClass) {
      var found: (offset: Int, type: any Any.Type)?
      _ = _forEachField(of: type, options: Self.ofClass) { label, offset, type, _ in
        if String(cString: label) == name { found = (offset, type) }
        return found == nil
      }
      guard let found else { return nil }
      (offset, self.type) = found
    }

    func address(in object: AnyObject) -> UnsafeMutableRawPointer {
      Unmanaged.passUnretained(object).toOpaque() + offset
    }

    func read(from object: AnyObject) -> Any {
      func read<Value>(as type: Value.Type) -> Any {
        address(in: object).assumingMemoryBound(to: type).pointee
      }
      return _openExistential(type, do: read)
    }

    /// - Returns: Whether the field has the value's type.
    @discardableResult
    func write<Value>(_ value: Value, to object: AnyObject) -> Bool {
      guard type == Value.self else { return false }
      address(in: object).assumingMemoryBound(to: Value.self).pointee = value
      return true
    }
  }

  /// A dictionary whose value type can't be named here.
  private protocol IntKeyedDictionary {
    func value(of key: Int) -> Any?
  }

  extension Dictionary: IntKeyedDictionary {
    fileprivate func value(of key: Int) -> Any? { (key as? Key).flatMap { self[$0] } }
  }

  /// A dictionary whose key type can't be named here.
  private protocol StringKeyedDictionary {
    static func set(_ value: Any, forKey key: String, at address: UnsafeMutableRawPointer) -> Bool
  }

  extension Dictionary: StringKeyedDictionary {
    fileprivate static func set(_ value: Any, forKey key: String, at address: UnsafeMutableRawPointer) -> Bool {
      guard let type = Key.self as? any RawRepresentable<String>.Type, let key = type.init(rawValue: key) as? Key,
        let value = value as? Value
      else { return false }
      address.assumingMemoryBound(to: Self.self).pointee[key] = value
      return true
    }
  }
#endif
