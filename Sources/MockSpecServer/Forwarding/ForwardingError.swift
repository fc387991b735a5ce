import MockSpec
import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a request couldn't be forwarded.
struct ForwardingError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(connecting origin: Origin, _ error: any Error) {
    let attempts = (error as? NIOConnectionError)?.connectionErrors.map(\.error) ?? [error]
    let reasons = attempts.map { error in
      (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }
    let listed = reasons.joined(separator: ", ")
    self.init(reasons.isEmpty ? "\(origin) has no address" : "\(origin) can't be reached: \(listed)")
  }
}
