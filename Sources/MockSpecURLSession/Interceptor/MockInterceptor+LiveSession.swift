import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

// Sessions that exist already.
extension MockInterceptor {
  /// Adds this interceptor to `URLSession.shared`, before its other protocols.
  ///
  /// On Linux, call it while no other thread creates a task of that session. On Darwin (never run), it registers a
  /// URLProtocol class; if several interceptors are added there, the last one gets all calls.
  ///
  /// Uninstall the interceptor before it is released: afterwards, all calls of that session fail with
  /// ``MockSpecError/ended``.
  ///
  /// - Throws: `LiveSessionError` if the platform doesn't let it be changed.
  public func installInSharedSession() throws {
    #if canImport(FoundationNetworking)
      try install(in: .shared)
    #else
      guard URLProtocol.registerClass(environment.protocolClass) else { throw LiveSessionError.refused }
    #endif
  }

  /// Removes this interceptor from `URLSession.shared`.
  ///
  /// - Throws: `LiveSessionError` if the platform doesn't let it be changed.
  public func uninstallFromSharedSession() throws {
    #if canImport(FoundationNetworking)
      try uninstall(from: .shared)
    #else
      URLProtocol.unregisterClass(environment.protocolClass)
    #endif
  }

  /// Adds this interceptor to a session that was made elsewhere, such as by a library, before its other protocols.
  ///
  /// Only Linux makes this possible. Call it while no other thread creates a task of the session.
  ///
  /// - Throws: `LiveSessionError` if the platform doesn't let the session be changed.
  public func install(in session: URLSession) throws { try change(session, isInstalling: true) }

  /// Removes this interceptor from a session that exists.
  ///
  /// - Throws: `LiveSessionError` if the platform doesn't let the session be changed.
  public func uninstall(from session: URLSession) throws { try change(session, isInstalling: false) }

  /// On Linux, the configuration of a session is the one that it uses; elsewhere it is a copy.
  private func change(_ session: URLSession, isInstalling: Bool) throws {
    let isChanged = Self.changeProtocols(of: session) { environment.classes($0, isInstalling: isInstalling) }
    if !isChanged { throw LiveSessionError.fixed }
  }

  /// - Returns: Whether the session has the changed classes.
  @discardableResult
  static func changeProtocols(of session: URLSession, _ change: ([AnyClass]) -> [AnyClass]) -> Bool {
    changing.withLock { _ in
      let classes = change(session.configuration.protocolClasses ?? [])
      session.configuration.protocolClasses = classes
      return (session.configuration.protocolClasses ?? []).elementsEqual(classes) { $0 == $1 }
    }
  }

  /// Held while a session is changed, so that no change is lost.
  private static let changing = Mutex<Void>(())
}

/// The error of a session that exists already and can't be changed.
public enum LiveSessionError: Error, Sendable, CustomStringConvertible {
  /// The platform copies the configuration when it makes a session.
  case fixed
  /// The platform doesn't register the URLProtocol class.
  case refused

  /// A description of the error, with an alternative, on one line.
  public var description: String {
    switch self {
    case .fixed:
      "a session can't be changed after it was made; make it from 'sessionConfiguration()' or 'install(in:)' first"
    case .refused: "URLSession doesn't register the interceptor's URLProtocol class"
    }
  }
}
