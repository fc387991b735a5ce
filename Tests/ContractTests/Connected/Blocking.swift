import Foundation

/// Runs work that blocks its thread on one of its own: the server in this process needs those of Swift concurrency, and
/// URLSession those of Dispatch.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
