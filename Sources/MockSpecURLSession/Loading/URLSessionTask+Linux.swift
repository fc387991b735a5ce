#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  @_spi(Reflection) import Swift

  // What FoundationNetworking keeps to itself and nothing works without. All of it is in this file. Each field is
  // looked up by name in the runtime's own metadata, once, and used only if its type is the expected one: in a version
  // that has changed, the field is absent here, and what needed it does without.

  extension URLSessionTask {
    private static let completesInline = StoredField("_callCompletionHandlerInline", of: URLSessionTask.self)
    private static let workQueue = StoredField("workQueue", of: URLSessionTask.self)
    private static let session = StoredField("session", of: URLSessionTask.self)
    private static let knownBody = StoredField("knownBody", of: URLSessionTask.self)

    /// Where the bytes of an upload task come from.
    enum UploadSource {
      case data(DispatchData)
      case file(URL)
      case delegate
    }

    /// Completes the async forms as the others are completed. Inline, on the work queue, they deadlock with a
    /// cancellation and take all of URLSession along (swift-corelibs-foundation #5412).
    func completeOnDelegateQueue() {
      Self.completesInline?.write(false, to: self)
    }

    /// Where URLSession calls the task's protocol, and the protocol has to call back.
    var serialQueue: DispatchQueue? { Self.workQueue?.read(from: self) as? DispatchQueue }

    var owningSession: URLSession? { Self.session?.read(from: self) as? URLSession }

    /// `nil` if it isn't known.
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

  extension URLProtocol {
    private static let storedProperties = StoredField("properties", of: URLProtocol.self)

    /// Says where the body of a download task is. False if this version wants to be told otherwise.
    func setDownloadedFile(_ file: URL) -> Bool { set(file, forKey: "temporaryFileURL") }

    /// Says what a completion handler gets as the body. False if this version wants to be told otherwise.
    func setReceivedData(_ data: Data) -> Bool { set(data, forKey: "responseData") }

    private func set(_ value: Any, forKey key: String) -> Bool {
      guard let field = Self.storedProperties, let type = field.type as? any StringKeyedDictionary.Type else {
        return false
      }
      return type.set(value, forKey: key, at: field.address(in: self))
    }
  }

  extension InputStream {
    private static let storage = StoredField("_streamStorage", of: InputStream.self)

    /// Makes a stream that has been read to its end one that hasn't been opened. False for a subclass, whose bytes come
    /// from elsewhere.
    func refill(with bytes: [UInt8]) -> Bool {
      guard type(of: self) == InputStream.self, let field = Self.storage, field.type == AnyObject?.self else {
        return false
      }
      let full = InputStream(data: Data(bytes))
      let mine = field.address(in: self).assumingMemoryBound(to: AnyObject?.self)
      let its = field.address(in: full).assumingMemoryBound(to: AnyObject?.self)
      withExtendedLifetime(full) { swap(&mine.pointee, &its.pointee) }
      return true
    }
  }

  /// A stored property of a class, whatever its access level.
  private struct StoredField: @unchecked Sendable {
    let offset: Int
    let type: any Any.Type

    /// `_EachFieldOptions.classType`, which is a variable and so out of reach.
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

    func write<Value>(_ value: Value, to object: AnyObject) {
      guard type == Value.self else { return }
      address(in: object).assumingMemoryBound(to: Value.self).pointee = value
    }
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
