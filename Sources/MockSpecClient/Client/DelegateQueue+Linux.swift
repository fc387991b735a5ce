#if canImport(FoundationNetworking)
  import Foundation

  /// The queue on which URLSession calls its delegate. URLSession on Linux only adds closures to it: as an `Operation`, each
  /// would take 15 µs.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {
    private let queue = DispatchQueue(label: "MockSpecClient.delegate")

    override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
  }
#endif
