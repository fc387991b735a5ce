public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body of a response while it arrives, in chunks. It can be iterated once.
///
/// The call is cancelled when the sequence and its iterator are released, and when the task that iterates is cancelled.
public struct ServiceBytes: AsyncSequence, Sendable {
  /// A chunk of the body.
  public typealias Element = Data
  /// The error of the iteration.
  public typealias Failure = ServiceError

  /// The head of the response, without a body.
  public let response: ServiceResponse

  private let stream: AsyncThrowingStream<Data, any Error>
  private let lease: Lease

  init(response: ServiceResponse, stream: AsyncThrowingStream<Data, any Error>, exchange: Exchange?) {
    (self.response, self.stream, lease) = (response, stream, Lease(exchange))
  }

  /// Creates the sequence of a body that is known.
  init(_ whole: ServiceResponse) {
    var head = whole
    head.body = Data()
    let stream = AsyncThrowingStream<Data, any Error> { chunks in
      if !whole.body.isEmpty { chunks.yield(whole.body) }
      chunks.finish()
    }
    self.init(response: head, stream: stream, exchange: nil)
  }

  /// Returns the iterator. Iterators share the chunks: each chunk is returned once.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: stream.makeAsyncIterator(), response: response, lease: lease)
  }

  /// Returns the chunks in the order of the body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Data, any Error>.AsyncIterator
    fileprivate let response: ServiceResponse
    fileprivate let lease: Lease

    /// Returns the next chunk, or `nil` at the end.
    public mutating func next() async throws(ServiceError) -> Data? { try await next(isolation: nil) }

    /// Returns the next chunk, or `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ServiceError) -> Data? {
      do {
        if let chunk = try await base.next(isolation: actor) { return chunk }
      } catch {
        throw (error as? ServiceError) ?? response.failure(.transport(URLError(.unknown)))
      }
      guard !Task.isCancelled else {
        lease.exchange?.cancel()
        throw response.failure(.cancelled)
      }
      return nil
    }
  }

  fileprivate final class Lease: Sendable {
    let exchange: Exchange?

    init(_ exchange: Exchange?) { self.exchange = exchange }

    deinit { exchange?.cancel() }
  }
}

/// The stream of the last attempt of a call.
final class LatestStream: Sendable {
  private let state = Mutex<(AsyncThrowingStream<Data, any Error>, Exchange)?>(nil)

  var current: (AsyncThrowingStream<Data, any Error>, Exchange)? { state.withLock { $0 } }

  func set(_ stream: AsyncThrowingStream<Data, any Error>, _ exchange: Exchange) {
    state.withLock { $0 = (stream, exchange) }
  }

  /// Removes the stream, whose exchange isn't needed any more.
  func cancel() {
    let last = state.withLock { state in
      defer { state = nil }
      return state?.1
    }
    last?.cancel()
  }
}
