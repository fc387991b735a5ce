#if canImport(FoundationNetworking)
  import Foundation

  /// The queue on which URLSession calls its delegate. URLSession on Linux only adds closures to it, which Dispatch runs
  /// with less overhead than an `Operation` for each.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {
    private let queue = DispatchQueue(label: "MockSpecClient.delegate")

    override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
  }
#endif
